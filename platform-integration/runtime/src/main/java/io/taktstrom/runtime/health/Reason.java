package io.taktstrom.runtime.health;

/**
 * Why something is not {@link Condition#UP}.
 *
 * @param code what it is, for programs
 * @param severity what it makes of its subject
 * @param subject what it is about
 * @param since when it was seen first, epoch nanoseconds; health is evaluated once a second
 * @param text what is wrong, where, and what to do, on one line
 */
public record Reason(Code code, Condition severity, Subject subject, long since, String text) {

    /** What can be wrong. The texts are stable: reports and alarms show them. */
    public enum Code {
        NOT_CONNECTED("notConnected"),
        STARTING("starting"),
        NO_GOOD_POINT("noGoodPoint"),
        BAD_POINTS("badPoints"),
        STALE("stale"),
        OVERRUNS("overruns"),
        BROWSE_FAILED("browseFailed"),
        SINK_FAILING("sinkFailing"),
        BEHIND("behind"),
        BUFFER_FAILING("bufferFailing"),
        LOSING("losing"),
        ACCOUNTING("accountingUnbalanced"),
        COMMANDS_FAILING("commandsFailing"),
        RECEIVER_FAILING("receiverFailing"),
        JOURNAL_FAILING("journalFailing"),
        CLOCK_STEP("clockStep"),
        RELOAD_REFUSED("reloadRefused"),
        LEASE_UNREACHABLE("leaseUnreachable"),
        TAKE_OVER_FAILED("takeOverFailed"),
        STOPPING("stopping");

        private final String text;

        Code(String text) {
            this.text = text;
        }

        /**
         * How many looks in a row must find it until it is an event; 0 for one that is none. A device that is being lost marks its
         * points Bad a moment before its connection is gone.
         */
        int looks() {
            return switch (this) {
                // A refused reload is an event of its own when it is refused.
                case STARTING, RELOAD_REFUSED -> 0;
                case NO_GOOD_POINT, BAD_POINTS -> 3;
                default -> 1;
            };
        }

        /** Its name in reports. */
        public String text() {
            return text;
        }
    }

    Reason since(long earlier) {
        return new Reason(code, severity, subject, earlier, text);
    }

    /** Whether both say the same of the same. */
    boolean isSame(Reason other) {
        return code == other.code && subject.equals(other.subject);
    }
}
