package io.taktstrom.sinks.http.post;

import java.io.IOException;

import io.taktstrom.sink.FlushUnit;

/**
 * Delivers a unit as one request, and as smaller ones where the receiver does not take that: halves of what is too large, and
 * halves of what is wrong, until the sample that is wrong is alone, and refused. One for each unit. One thread.
 *
 * <pre>
 *  0..8  400      0..4  200      4..8  400      4..6  200      6..8  400      6..7  200      7..8  400: sample 7 is refused
 * </pre>
 *
 * <p>Where very much is wrong this would go on for long: after {@link #MAX_SEARCH} requests in search of what is wrong, what is
 * still in doubt is refused together.
 */
public final class Parts {

    /** So many requests are made in search of what is wrong with a unit. */
    public static final int MAX_SEARCH = 64;

    /** Sends some of a unit's samples. */
    @FunctionalInterface
    public interface Sender {
        /**
         * Sends these.
         *
         * @param from the first sample's place in the unit
         * @param to behind the last one
         */
        HttpAnswer send(int from, int to) throws IOException;
    }

    private final Sender sender;
    private final FlushUnit unit;
    private int search = MAX_SEARCH;

    private Parts(Sender sender, FlushUnit unit) {
        this.sender = sender;
        this.unit = unit;
    }

    /**
     * Returns when the receiver has all samples but for those that were refused.
     *
     * @throws IOException when the unit must come again
     */
    public static void deliver(int samples, FlushUnit unit, Sender sender) throws IOException {
        if (samples > 0) {
            new Parts(sender, unit).deliver(0, samples);
        }
    }

    private void deliver(int from, int to) throws IOException {
        HttpAnswer answer = sender.send(from, to);
        if (answer.isTaken()) {
            return;
        }
        boolean mayHalve = to - from > 1 && (answer.isTooLarge() || search > 0);
        if (!mayHalve) {
            String reason =
                    (answer.isTooLarge() ? "it is too large for the receiver: " : "the receiver does not take it: ")
                            + answer;
            for (int place = from; place < to; place++) {
                unit.refuse(place, reason);
            }
            return;
        }
        if (!answer.isTooLarge()) {
            search -= 2;
        }
        int middle = (from + to) >>> 1;
        deliver(from, middle);
        deliver(middle, to);
    }
}
