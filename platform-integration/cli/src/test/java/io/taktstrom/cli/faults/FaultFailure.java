package io.taktstrom.cli.faults;

/** A promise that was not kept, in words. */
final class FaultFailure extends Exception {

    private static final long serialVersionUID = 1;

    FaultFailure(String message) {
        super(message);
    }
}
