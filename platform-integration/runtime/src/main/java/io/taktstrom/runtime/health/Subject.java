package io.taktstrom.runtime.health;

/**
 * What a {@link Reason} or an event is about.
 *
 * @param name in the deployment; {@code connection/scan class} of a scan, {@code stream.sink} of a stream; empty of the whole, and
 *     of the clock
 */
public record Subject(Kind kind, String name) {

    /** What there is. */
    public enum Kind {
        DEPLOYMENT("deployment"),
        CONNECTION("connection"),
        SCAN("scan"),
        STREAM("stream"),
        SINK("sink"),
        COMMANDS("commands"),
        RECEIVER("receiver"),
        JOURNAL("journal"),
        CLOCK("clock"),
        ALARM("alarm");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Its name in reports. */
        public String text() {
            return text;
        }
    }

    public static final Subject WHOLE = new Subject(Kind.DEPLOYMENT, "");
    /** Of alarms. */
    public static final Subject JOURNAL = new Subject(Kind.JOURNAL, "");

    public static final Subject CLOCK = new Subject(Kind.CLOCK, "");

    public static Subject connection(String name) {
        return new Subject(Kind.CONNECTION, name);
    }

    public static Subject scan(String connection, String scanClass) {
        return new Subject(Kind.SCAN, connection + "/" + scanClass);
    }

    public static Subject stream(String name) {
        return new Subject(Kind.STREAM, name);
    }

    public static Subject sink(String name) {
        return new Subject(Kind.SINK, name);
    }

    public static Subject commands(String source) {
        return new Subject(Kind.COMMANDS, source);
    }

    /** Of alarms. */
    public static Subject receiver(String name) {
        return new Subject(Kind.RECEIVER, name);
    }

    public static Subject alarm(String name) {
        return new Subject(Kind.ALARM, name);
    }

    /** For example {@code connection press1}. */
    @Override
    public String toString() {
        return name.isEmpty() ? kind.text() : kind.text() + " " + name;
    }
}
