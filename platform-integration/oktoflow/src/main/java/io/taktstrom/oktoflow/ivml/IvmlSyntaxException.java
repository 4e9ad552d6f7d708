package io.taktstrom.oktoflow.ivml;

import io.taktstrom.text.Problems;

/** A text that is not understood: where, why, and what to write. */
final class IvmlSyntaxException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Mark at;
    private final String hint;

    IvmlSyntaxException(Mark at, String message, String hint) {
        super(message);
        this.at = at;
        this.hint = hint;
    }

    void report(Problems problems) {
        problems.at(at.file(), at.line(), at.column(), String.valueOf(getMessage()), hint);
    }
}
