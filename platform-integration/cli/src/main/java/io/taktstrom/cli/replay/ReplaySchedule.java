package io.taktstrom.cli.replay;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.data.SampleBatch;
import org.jspecify.annotations.Nullable;

/**
 * The samples of a record in the order in which the device had them, and when: at their source time. A line may stand some
 * thousand lines behind its place, as devices gather samples before they send them. One thread.
 *
 * <pre>
 *  sourceTime ----- offset of the device's clock -----&gt; within a minute of receivedAt?  yes: then
 *                                                        no: as a value that has not changed for long, when it was received
 * </pre>
 */
final class ReplaySchedule implements Closeable {

    private static final int MAX_LINES = 4096;
    private static final long MAX_BYTES = 16 << 20;
    private static final long MAX_DELAY_NANOS = 60_000_000_000L;
    private static final long NONE = Long.MIN_VALUE;

    private final ReplayReader reader;
    private final long shift;
    private final PriorityQueue<Due> window =
            new PriorityQueue<>(Comparator.comparingLong(Due::at).thenComparingLong(due -> due.sample.line()));
    /** Of each point, when its last sample was due. */
    private final long[] lastOf;

    /** The first sample of each point that has been read. */
    private final Map<Integer, Due> first = new LinkedHashMap<>();
    /** By which the device's clock is ahead of ours; at the begin, and now. */
    private final long firstOffset;

    private long offset = NONE;
    private long received = NONE;
    private int lines;
    private long bytes;
    private long last = NONE;

    /**
     * A sample, and when the device had it.
     *
     * @param at epoch nanoseconds on the device's clock, shifted
     * @param sourceTime of the sample, shifted; {@code at} where it has none
     */
    record Due(long at, long sourceTime, ReplaySample sample) {}

    /**
     * Reads the first lines.
     *
     * @param shift added to all times
     */
    ReplaySchedule(ReplayReader reader, int points, long shift) throws IOException {
        this.reader = reader;
        this.shift = shift;
        lastOf = new long[points];
        Arrays.fill(lastOf, NONE);
        List<ReplaySample> begin = new ArrayList<>();
        for (ReplaySample sample = more(); sample != null; sample = more()) {
            begin.add(sample);
            if (sample.sourceTime() != SampleBatch.NO_TIME && sample.receivedAt() != SampleBatch.NO_TIME) {
                // The most recent value says most of the device's clock.
                offset = Math.max(offset, sample.sourceTime() - sample.receivedAt());
            }
        }
        offset = offset == NONE ? 0 : offset;
        firstOffset = offset;
        begin.forEach(this::add);
    }

    /** The first sample of each point, as far as they are among the first lines. */
    Collection<Due> first() {
        return first.values();
    }

    /** An error with its place. */
    InvalidFileException wrong(ReplaySample sample, String message) {
        return reader.wrong(sample.line(), message);
    }

    /** The next sample; null at the end. */
    @Nullable
    Due next() throws IOException {
        for (ReplaySample sample = more(); sample != null; sample = more()) {
            add(sample);
        }
        Due due = window.poll();
        if (due == null) {
            return null;
        }
        lines--;
        bytes -= due.sample.bytes();
        last = Math.max(last, due.at);
        return new Due(last, due.sourceTime, due.sample);
    }

    /** The next line while the window has room for one. */
    private @Nullable ReplaySample more() throws IOException {
        ReplaySample sample = lines < MAX_LINES && bytes < MAX_BYTES ? reader.next() : null;
        if (sample != null) {
            lines++;
            bytes += sample.bytes();
        }
        return sample;
    }

    private void add(ReplaySample sample) {
        long time = sample.receivedAt() == SampleBatch.NO_TIME ? received : sample.receivedAt();
        if (time == NONE) {
            throw wrong(sample, "no receivedAt, which says when; record again");
        }
        if (time < received && received - time > MAX_DELAY_NANOS) {
            throw wrong(
                    sample,
                    "receivedAt is " + (received - time) / 1_000_000_000L
                            + " s before that of an earlier line: times go back; cut the file here into two records");
        }
        received = Math.max(received, time);
        if (sample.sourceTime() != SampleBatch.NO_TIME) {
            long ahead = sample.sourceTime() - offset - time;
            if (ahead > MAX_DELAY_NANOS) {
                offset = sample.sourceTime() - time;
            } else if (ahead >= -MAX_DELAY_NANOS) {
                time += ahead;
            }
        }
        time = Math.max(time, lastOf[sample.point()]);
        lastOf[sample.point()] = time;
        long at = time + firstOffset + shift;
        Due due = new Due(at, sample.sourceTime() == SampleBatch.NO_TIME ? at : sample.sourceTime() + shift, sample);
        first.putIfAbsent(sample.point(), due);
        window.add(due);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
