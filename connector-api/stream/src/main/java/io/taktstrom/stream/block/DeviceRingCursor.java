package io.taktstrom.stream.block;

import java.nio.ByteBuffer;

/**
 * How far one ring has been read: says of each image which samples are new, which are missing, and when each was taken.
 * Outlives the connections to its device. Hot: allocates nothing. One thread at a time.
 *
 * <pre>
 *      oldest whole                head         announced
 *  ------|-----------|--------------|...............|---    sample numbers
 *        '-- missing '-- expected   '-- torn
 *            if the reader was
 *            too slow: counted
 * </pre>
 *
 * <p>Sample numbers have 64 bits, also those of a counter that has 32. A number that cannot follow from the one before
 * is believed only when the next image confirms it: it may be a read that went wrong.
 */
final class DeviceRingCursor {

    /** What an image came to. */
    enum Outcome {
        /** Samples from {@link #from} to {@link #to}, maybe none. */
        READ,
        /** The device has written nothing yet. */
        EMPTY,
        /** Its parts do not belong together; the next image will show more. */
        TORN
    }

    /** So far may the device's clock and its counter drift apart between two reads before that means something. */
    private static final long TOLERANCE_NANOS = 10_000_000;

    private static final long TOLERANCE_SAMPLES = 10;

    private final boolean fromOldest;
    private boolean known;
    private long head;
    private long expected;
    private long lookedAt;

    private boolean anchored;
    private long anchorHead;
    private long anchorTime;
    private long period;

    private boolean doubted;
    private long doubtedHead;
    private long doubtedAt;

    /** Slots of the ring when it was last read. */
    private int length;

    private long from;
    private long to;
    private long lost;
    private boolean restarted;
    private long jump;

    /** Up to which number of samples it has read. */
    long head() {
        return head;
    }

    /** A loss that no delivered sample has been marked with. */
    private boolean markDue;

    /** Of sample number {@code expected}, so many channels were delivered before. */
    private int tapsDone;

    /** Of sample number {@code from}. */
    private int tapsToSkip;

    /** @param fromOldest whether the first image gives all that it holds, and not its newest sample alone */
    DeviceRingCursor(boolean fromOldest) {
        this.fromOldest = fromOldest;
    }

    /** First sample to deliver. */
    long from() {
        return from;
    }

    /** Behind the last sample to deliver. */
    long to() {
        return to;
    }

    /** Samples between the last one delivered and {@link #from} that the device has overwritten. */
    long lost() {
        return lost;
    }

    /** The counter was reset; how many samples that cost is not known. */
    boolean restarted() {
        return restarted;
    }

    /** By how much more than its counter the device's clock went on since the last image; 0 if they agree. */
    long jumpNanos() {
        return jump;
    }

    /** Whether samples are missing before {@link #from}, or may be. */
    boolean overflow() {
        return lost > 0 || restarted || jump > 0;
    }

    /** Whether samples are missing before the one that is to be delivered next, or may be; the next call says no. */
    boolean takeMark() {
        boolean due = markDue;
        markDue = false;
        return due;
    }

    /** The first channel of a sample that was not delivered before. */
    int firstTapOf(long number) {
        return number == from ? tapsToSkip : 0;
    }

    /**
     * The sink has not taken samples: they are to be delivered by the next look.
     *
     * @param number of the first one
     * @param tap the first channel of it
     * @param withMark whether the mark of a loss went with them
     */
    void goBack(long number, int tap, boolean withMark) {
        expected = number;
        tapsDone = tap;
        markDue |= withMark;
    }

    long periodNanos() {
        return period;
    }

    /** When a sample was taken, in epoch nanoseconds. */
    long timeOf(long number) {
        return anchorTime - (anchorHead - 1 - number) * period;
    }

    /**
     * Looks at an image; what the getters say then holds until the next call, and the samples count as
     * delivered unless {@link #goBack} says otherwise.
     *
     * @param base where the structure starts
     * @param now monotonic nanoseconds
     */
    Outcome look(DeviceRingLayout layout, ByteBuffer image, int base, long now) {
        from = to;
        lost = 0;
        restarted = false;
        jump = 0;
        long raw = layout.headOf(image, base);
        long ahead = layout.aheadOf(image, base);
        long newPeriod = layout.period().bits(image, base);
        if (raw == 0 && ahead == 0 && !known) {
            return Outcome.EMPTY;
        }
        if (ahead < 0 || ahead > layout.length() || newPeriod <= 0 || raw < 0) {
            return Outcome.TORN;
        }
        boolean exact = ahead == 0;
        if (!exact && !anchored) {
            return Outcome.TORN;
        }
        if (!follows(layout, raw, exact, newPeriod, now)) {
            return Outcome.TORN;
        }
        lookedAt = now;
        if (exact) {
            anchor(layout.scale().toEpochNanos(layout.time().bits(image, base)), newPeriod);
        }
        long oldest = Math.max(0, head + ahead - layout.length());
        to = head;
        from = Math.min(to, Math.max(expected, oldest));
        if (length != 0 && length != layout.length() && !restarted) {
            // What was written before the ring had this length is in other slots.
            from = to;
        }
        length = layout.length();
        lost = from - expected;
        tapsToSkip = from == expected ? tapsDone : 0;
        tapsDone = from == expected && from == to ? tapsDone : 0;
        markDue |= overflow();
        expected = to;
        return Outcome.READ;
    }

    /** Takes over the counter if it can follow from the last one, or an image before has said the same. */
    private boolean follows(DeviceRingLayout layout, long raw, boolean exact, long newPeriod, long now) {
        if (!known) {
            known = true;
            head = raw;
            expected = Math.max(0, raw - (fromOldest ? layout.length() : 1));
            return true;
        }
        long step = layout.distance(head, raw);
        if (isPlausible(step, lookedAt, layout.length(), newPeriod, now)) {
            head += step;
            doubted = false;
            return true;
        }
        boolean confirmed = exact
                && doubted
                && isPlausible(layout.distance(doubtedHead, raw), doubtedAt, layout.length(), newPeriod, now);
        doubted = !confirmed;
        doubtedHead = raw;
        doubtedAt = now;
        if (!confirmed) {
            return false;
        }
        if (layout.counter().imageBytes() == 8 && step > 0) {
            head += step;
        } else {
            restarted = true;
            head = raw;
            expected = 0;
            tapsDone = 0;
        }
        anchored = false;
        return true;
    }

    private static boolean isPlausible(long step, long since, int length, long newPeriod, long now) {
        return step >= 0 && step <= length + 2 * Math.max(0, now - since) / newPeriod;
    }

    private void anchor(long time, long newPeriod) {
        if (anchored && newPeriod == period) {
            long difference = time - timeOf(head - 1);
            if (Math.abs(difference) > Math.max(TOLERANCE_NANOS, TOLERANCE_SAMPLES * period)) {
                jump = difference;
            }
        }
        anchored = true;
        anchorHead = head;
        anchorTime = time;
        period = newPeriod;
    }
}
