package io.taktstrom.simulation;

/** A model file that says something impossible; the message tells where, and what would be right. */
public final class ModelException extends IllegalArgumentException {

    private final int line;
    private final int column;

    /** Something wrong at a place; line and column are counted from 1. */
    public ModelException(int line, int column, String message) {
        super("line " + line + ", column " + column + ": " + message);
        this.line = line;
        this.column = column;
    }

    /** Counted from 1. */
    public int line() {
        return line;
    }

    /** Counted from 1. */
    public int column() {
        return column;
    }
}
