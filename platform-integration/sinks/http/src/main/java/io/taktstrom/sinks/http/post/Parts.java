package io.taktstrom.sinks.http.post;

import java.io.IOException;

/**
 * Delivers samples as one request, and as smaller ones where the receiver does not take that: halves of what is too large, and
 * halves of what is wrong, until the sample that is wrong is alone, and refused. One thread.
 *
 * <pre>
 *  0..8  400      0..4  200      4..8  400      4..6  200      6..8  400      6..7  200      7..8  400: sample 7 is refused
 * </pre>
 *
 * <p>Where very much is wrong this would go on for long: after {@link #MAX_SEARCH} requests in search of what is wrong, what is
 * still in doubt is refused together.
 */
public final class Parts {

    /** So many requests are made in search of what is wrong with one. */
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

    /** Hears of samples that the receiver will never take. */
    @FunctionalInterface
    public interface Refusal {
        /**
         * It is refused.
         *
         * @param sample its place in the unit
         */
        void refuse(int sample, String reason);
    }

    private final Sender sender;
    private final Refusal refusal;
    private int search = MAX_SEARCH;

    private Parts(Sender sender, Refusal refusal) {
        this.sender = sender;
        this.refusal = refusal;
    }

    /**
     * Returns when the receiver has all samples but those that were refused.
     *
     * @param from the first sample's place in the unit
     * @param to behind the last one
     * @param answer to the request with all of them
     * @throws IOException when they must come again
     */
    public static void deliver(int from, int to, HttpAnswer answer, Refusal refusal, Sender sender) throws IOException {
        new Parts(sender, refusal).goOn(from, to, answer);
    }

    private void deliver(int from, int to) throws IOException {
        goOn(from, to, sender.send(from, to));
    }

    private void goOn(int from, int to, HttpAnswer answer) throws IOException {
        if (answer.isTaken()) {
            return;
        }
        boolean mayHalve = to - from > 1 && (answer.isTooLarge() || search > 0);
        if (!mayHalve) {
            String reason =
                    (answer.isTooLarge() ? "too large for the receiver: " : "rejected by the receiver: ") + answer;
            for (int place = from; place < to; place++) {
                refusal.refuse(place, reason);
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
