package io.taktstrom.connect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import io.taktstrom.connect.TopicReader.Read;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What must hold of all that a {@link PressLine} has published, whatever happened on the way.
 *
 * <pre>
 *   within a run           numbers follow each other, or the sample behind a gap is marked; a number that comes twice is a record
 *                          that Connect has sent twice
 *   from run to run        the machine's counter goes on, or the sample is marked
 *   ring in the device     not one sample is missing; one that is there twice says so
 *   exactly once           no record is there twice, and numbers go on from run to run as if there were one
 * </pre>
 */
final class PublishedRuns {

    private static final long NOTHING = Long.MIN_VALUE;

    private final boolean exactlyOnce;
    private final Map<String, Long> counters = new HashMap<>();
    private final Map<String, TreeSet<Long>> rings = new TreeMap<>();
    private long samples;
    private long twice;
    private long repeated;
    private long fetched;
    private int runs;

    private PublishedRuns(boolean exactlyOnce) {
        this.exactlyOnce = exactlyOnce;
    }

    /** Checks it all. */
    static PublishedRuns check(List<Read> published, boolean exactlyOnce) {
        PublishedRuns runs = new PublishedRuns(exactlyOnce);
        for (Map<Long, List<Read>> runsOfOne : inOrder(published).values()) {
            long next = NOTHING;
            boolean isTakenOver = false;
            for (List<Read> run : runsOfOne.values()) {
                next = runs.add(run, exactlyOnce ? next : NOTHING, isTakenOver);
                isTakenOver = true;
                runs.runs++;
            }
        }
        runs.checkRings();
        return runs;
    }

    /** Samples that a task has fetched from the rings of devices, and that none before it had published. */
    long fetched() {
        return fetched;
    }

    @Override
    public String toString() {
        return samples + " samples, " + fetched + " of them fetched from rings after a takeover, " + repeated
                + " read from a device's ring twice and saying so, " + twice + " records twice, " + runs + " runs";
    }

    /** By connection and run: a worker that was cut off may send what it still has behind its successor's. */
    private static Map<String, Map<Long, List<Read>>> inOrder(List<Read> published) {
        Map<String, Map<Long, List<Read>>> all = new TreeMap<>();
        published.forEach(read -> all.computeIfAbsent(read.connection(), connection -> new TreeMap<>())
                .computeIfAbsent(read.run(), run -> new ArrayList<>())
                .add(read));
        return all;
    }

    /** Returns the number that is expected behind them. */
    private long add(List<Read> run, long first, boolean isTakenOver) {
        if (exactlyOnce) {
            assertThat(first == NOTHING || run.get(0).sequence() == first)
                    .as("a run begins with %d behind %d", run.get(0).sequence(), first - 1)
                    .isTrue();
        }
        long next = first;
        for (Read read : run) {
            if (next != NOTHING && read.sequence() < next) {
                assertThat(exactlyOnce).as("%s is there twice", read.value()).isFalse();
                twice++;
                continue;
            }
            assertThat(next == NOTHING || read.sequence() == next || read.isMarked())
                    .as("%s: %d is expected, or a mark", read.value(), next)
                    .isTrue();
            next = read.sequence() + 1;
            samples++;
            if (read.isGood()) {
                addGood(read, isTakenOver);
            }
        }
        return next;
    }

    private void addGood(Read read, boolean isTakenOver) {
        if (read.point().endsWith(".ring")) {
            if (rings.computeIfAbsent(read.point(), point -> new TreeSet<>()).add(read.number())) {
                fetched += isTakenOver && read.headers().containsKey("mayBeRepeated") ? 1 : 0;
            } else {
                repeated++;
                assertThat(read.headers())
                        .as("%s came twice, and says so", read.value())
                        .containsKey("mayBeRepeated");
            }
        } else {
            Long counter = counters.put(read.point(), read.number());
            assertThat(counter == null || read.number() == counter + 1 || read.isMarked())
                    .as("%s follows %d, or is marked", read.value(), counter)
                    .isTrue();
        }
    }

    private void checkRings() {
        assertThat(rings).hasSize(PressLine.PRESSES);
        rings.forEach((point, numbers) -> assertThat(numbers)
                .as("%s: what the device still had", point)
                .hasSize((int) (numbers.last() - numbers.first() + 1)));
    }
}
