package io.taktstrom.connect.source;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.stream.Collectors;

/** What was said of devices last. Thread-safe. */
final class LatestNotices {

    private static final int MAX_KEPT = 4;

    private record Heard(String notice, long atMillis) {}

    private final Deque<Heard> latest = new ArrayDeque<>();

    synchronized void add(String notice, long atMillis) {
        if (latest.size() == MAX_KEPT) {
            latest.removeFirst();
        }
        latest.add(new Heard(notice, atMillis));
    }

    /** As the end of a message; empty when nothing was said. */
    synchronized String since(long millis) {
        return latest.stream()
                .filter(heard -> heard.atMillis() - millis >= 0)
                .map(heard -> "; heard before: " + heard.notice())
                .collect(Collectors.joining());
    }
}
