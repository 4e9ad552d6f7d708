package io.taktstrom.s7.symbol;

/** One variable, type or block cannot be taken; the rest of its file can. Never leaves the import. */
final class LeftOutException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param why and what to do about it */
    LeftOutException(String file, Token at, String why) {
        super(file + ":" + at.line() + ":" + at.column() + ": " + why, null, false, false);
    }
}
