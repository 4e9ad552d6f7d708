package io.taktstrom.sinks.format;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmNotice;

/** Alarms in words, for people. What devices say stays on one line, and moves no cursor. */
public final class AlarmText {

    private static final int MAX_TEXT = 500;

    private AlarmText() {}

    /** One line: how many there are, or which one. */
    public static String title(AlarmMessage message) {
        AlarmNotice first = message.notices().get(0);
        long all = message.notices().size() + message.more();
        return message.source() + ": "
                + (all == 1
                        ? first.kind().text() + " " + first.severity() + " alarm " + first.alarm()
                        : all + " alarms");
    }

    /** A line for each alarm, and one for those that are only counted. */
    public static String lines(AlarmMessage message) {
        StringBuilder text = new StringBuilder();
        message.notices().forEach(notice -> text.append(line(notice)).append('\n'));
        if (message.more() > 0) {
            text.append("and ").append(message.more()).append(" more\n");
        }
        return text.toString();
    }

    private static String line(AlarmNotice notice) {
        String what = notice.text().length() > MAX_TEXT ? notice.text().substring(0, MAX_TEXT) : notice.text();
        StringBuilder line = new StringBuilder(notice.kind().text().toUpperCase(Locale.ROOT))
                .append(' ')
                .append(notice.severity())
                .append(' ')
                .append(notice.alarm());
        if (!what.isEmpty()) {
            line.append(": ").append(what);
        }
        line.append(", since ").append(time(notice.since()));
        return Unprintable.escaped(line, false);
    }

    /** RFC 3339, to the second. */
    private static String time(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos)
                .truncatedTo(ChronoUnit.SECONDS)
                .toString();
    }
}
