package io.taktstrom.benchmarks.report;

/** What was asked for cannot be done: which words, or which file, and what to do. */
public final class WrongUseException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public WrongUseException(String message) {
        super(message);
    }
}
