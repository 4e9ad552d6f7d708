package io.taktstrom.connect.source;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of samples, for each connection of each stream. They are Connect's source offsets; so a task goes on counting where
 * the last one has ended, on whatever worker that was.
 *
 * <pre>
 *   partition {series: press1/wave}     offset {sequence: 4711, run: 1795331109000}
 *
 *   sequence   one more for each sample, and for each that the ring has dropped: a gap counts what is missing
 *   run        when the task was started, epoch milliseconds: a later task has a greater one
 * </pre>
 *
 * <p>A task that was killed had perhaps published more than its last offset says, unless Connect publishes both in one transaction:
 * then numbers come again, of another run, for other samples. Within a run none comes twice but for a record that Connect sent
 * twice.
 */
final class Numbering {

    /** The only key: Connect compares the text of a partition, in which several keys have no order of their own. */
    static final String SERIES = "series";

    static final String SEQUENCE = "sequence";
    static final String RUN = "run";

    /** The numbers of one connection in one stream. By the pipeline's thread only. */
    static final class Series {

        private final Map<String, String> partition;
        private final long run;
        private long next;
        /** Before the flush unit that is being made. */
        private long kept;

        private Series(Map<String, String> partition, long run, @Nullable Long last) {
            this.partition = partition;
            this.run = run;
            next = last == null ? 0 : last + 1;
            kept = next;
        }

        Map<String, String> partition() {
            return partition;
        }

        long run() {
            return run;
        }

        /** The next number. */
        long take() {
            return next++;
        }

        /** So many samples are missing. */
        void skip(long samples) {
            next += samples;
        }

        Map<String, Object> offset(long sequence) {
            return Map.of(SEQUENCE, sequence, RUN, run);
        }

        /** The flush unit is published: its numbers are used up. */
        void keep() {
            kept = next;
        }

        /** The flush unit comes again, with the same numbers. */
        void goBack() {
            next = kept;
        }
    }

    private final OffsetStorageReader offsets;
    private final List<Map<String, String>> partitions = new ArrayList<>();
    private final Map<Map<String, String>, Series> series = new HashMap<>();
    private final long run;
    /** The connection whose numbers points have that are of no device. */
    private final String first;

    /**
     * Reads where to go on.
     *
     * @param nowMillis of the system's clock; a run before that is later by this clock makes this one later still
     */
    Numbering(OffsetStorageReader offsets, Collection<String> connections, Iterable<String> streams, long nowMillis) {
        this.offsets = offsets;
        first = Collections.min(connections);
        for (String connection : connections) {
            for (String stream : streams) {
                partitions.add(partition(connection, stream));
            }
        }
        Map<Map<String, String>, Map<String, Object>> stored = offsets.offsets(partitions);
        run = Math.max(nowMillis, latestRun(stored) + 1);
        for (Map<String, String> partition : partitions) {
            series.put(partition, new Series(partition, run, number(stored.get(partition), SEQUENCE)));
        }
    }

    private static Map<String, String> partition(String connection, String stream) {
        return Map.of(SERIES, connection + "/" + stream);
    }

    private static long latestRun(Map<Map<String, String>, Map<String, Object>> stored) {
        long latest = 0;
        for (Map<String, Object> offset : stored.values()) {
            Long of = number(offset, RUN);
            latest = of == null ? latest : Math.max(latest, of);
        }
        return latest;
    }

    private static @Nullable Long number(@Nullable Map<String, Object> offset, String key) {
        return offset != null && offset.get(key) instanceof Number number ? number.longValue() : null;
    }

    long run() {
        return run;
    }

    /**
     * One of those it was made for.
     *
     * @param connection empty for computed points: other tasks may have some, too, so they are counted with those of a connection
     *     that only this task has
     */
    Series of(String connection, String stream) {
        Series found = series.get(partition(connection.isEmpty() ? first : connection, stream));
        if (found == null) {
            throw new IllegalArgumentException("no connection " + connection + " in stream " + stream);
        }
        return found;
    }

    /**
     * Asks Connect whether a later task has published of the same connections: then this one is a zombie.
     *
     * @return which connection, and since when; null when there is none
     */
    @Nullable
    String laterRun() {
        for (Map.Entry<Map<String, String>, Map<String, Object>> stored :
                offsets.offsets(partitions).entrySet()) {
            Long other = number(stored.getValue(), RUN);
            if (other != null && other > run) {
                String series = String.valueOf(stored.getKey().get(SERIES));
                return "connection " + series.substring(0, series.indexOf('/'))
                        + " is published by a task that was started at " + Instant.ofEpochMilli(other);
            }
        }
        return null;
    }
}
