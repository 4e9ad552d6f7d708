package io.taktstrom.cli.doctor;

/**
 * The result of a check.
 *
 * @param subject a word or two
 * @param remedy what to do about it; empty when nothing
 */
record Finding(Verdict verdict, String subject, String text, String remedy) {

    enum Verdict {
        GOOD("ok"),
        /** It may disturb a measurement. */
        WATCH("watch"),
        /** It does not work. */
        BAD("BAD");

        private final String mark;

        Verdict(String mark) {
            this.mark = mark;
        }

        String mark() {
            return mark;
        }
    }

    static Finding good(String subject, String text) {
        return new Finding(Verdict.GOOD, subject, text, "");
    }

    static Finding watch(String subject, String text, String remedy) {
        return new Finding(Verdict.WATCH, subject, text, remedy);
    }
}
