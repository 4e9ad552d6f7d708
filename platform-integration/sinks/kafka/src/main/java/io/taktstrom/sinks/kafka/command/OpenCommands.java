package io.taktstrom.sinks.kafka.command;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What came from one partition and has no answer yet, and what came behind it.
 *
 * <pre>
 *   offset   7 8 9 10      answers to 7, 8 and 10 are there: 9 is to be committed, the next one to read
 * </pre>
 *
 * <p>One thread.
 */
final class OpenCommands {

    /** Nothing new. */
    static final long NOTHING = -1;

    private final Deque<Place> places = new ArrayDeque<>();

    /** A command's. */
    static final class Place {

        private final long offset;
        private boolean answered;

        private Place(long offset) {
            this.offset = offset;
        }

        /** The brokers have its answer. */
        void answered() {
            answered = true;
        }
    }

    /** Adds what came; offsets rise. */
    Place add(long offset) {
        Place place = new Place(offset);
        places.add(place);
        return place;
    }

    int size() {
        return places.size();
    }

    /** The offset behind the last of those that can be forgotten; forgets them. */
    long takeCommittable() {
        long next = NOTHING;
        for (Place first = places.peek(); first != null && first.answered; first = places.peek()) {
            next = first.offset + 1;
            places.remove();
        }
        return next;
    }
}
