package io.taktstrom.page;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What an operator should know, the last of it. Thread-safe. */
final class EventLog {

    private static final int MAX_EVENTS = 200;

    /**
     * One line.
     *
     * @param number from 1
     * @param at epoch milliseconds
     * @param kind {@code notice}, or what a state became: {@code well}, {@code unwell}
     */
    record Event(long number, long at, String kind, String text) {}

    private final Deque<Event> events = new ArrayDeque<>();
    private long last;

    synchronized void add(long at, String kind, String text) {
        last++;
        events.addLast(new Event(last, at, kind, ShownText.of(text)));
        if (events.size() > MAX_EVENTS) {
            events.removeFirst();
        }
    }

    /** Those behind a number, the oldest first. */
    synchronized List<Event> after(long number) {
        return events.stream().filter(event -> event.number() > number).toList();
    }
}
