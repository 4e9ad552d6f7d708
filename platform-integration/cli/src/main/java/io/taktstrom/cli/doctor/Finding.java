package io.taktstrom.cli.doctor;

/**
 * One thing that was looked at.
 *
 * @param subject a word or two
 * @param text what is so
 * @param remedy what to do about it; empty when nothing
 */
record Finding(Verdict verdict, String subject, String text, String remedy) {

    /** How good it is. */
    enum Verdict {
        /** As it should be. */
        GOOD,
        /** It may spoil a measurement. */
        WATCH,
        /** It does not work. */
        BAD
    }

    static Finding good(String subject, String text) {
        return new Finding(Verdict.GOOD, subject, text, "");
    }

    static Finding watch(String subject, String text, String remedy) {
        return new Finding(Verdict.WATCH, subject, text, remedy);
    }
}
