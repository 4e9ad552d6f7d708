package io.taktstrom.oktoflow.ivml;

/** The text is not understood. */
final class IvmlSyntaxException extends Exception {

    private static final long serialVersionUID = 1;

    private final transient Mark at;
    private final String hint;

    IvmlSyntaxException(Mark at, String message, String hint) {
        super(message);
        this.at = at;
        this.hint = hint;
    }

    Mark at() {
        return at;
    }

    String hint() {
        return hint;
    }
}
