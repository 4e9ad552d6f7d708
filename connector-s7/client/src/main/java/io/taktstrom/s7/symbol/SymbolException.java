package io.taktstrom.s7.symbol;

/** A source or tag table that says something impossible; the message tells where, and what would be right. */
public final class SymbolException extends IllegalArgumentException {

    SymbolException(String file, int line, int column, String message) {
        super(file + ":" + line + ":" + column + ": " + message);
    }

    SymbolException(String file, String message) {
        super(file + ": " + message);
    }
}
