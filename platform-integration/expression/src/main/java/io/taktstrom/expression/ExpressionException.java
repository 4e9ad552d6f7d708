package io.taktstrom.expression;

/** An expression that cannot be used: what is wrong, and where in its text. */
public final class ExpressionException extends Exception {

    private static final long serialVersionUID = 1;

    private final int line;
    private final int column;
    private final String hint;

    ExpressionException(int line, int column, String message, String hint) {
        super(message);
        this.line = line;
        this.column = column;
        this.hint = hint;
    }

    /** From 1. */
    public int line() {
        return line;
    }

    /** From 1, in code points. */
    public int column() {
        return column;
    }

    /** What to do; empty when the message says it. */
    public String hint() {
        return hint;
    }
}
