package io.taktstrom.stream;

import java.util.random.RandomGenerator;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A source whose samples count up for each point, so that the far end can tell exactly what was lost where: a number that
 * is missing must be announced by an Overflow mark on the next one, and no other sample may carry a mark.
 *
 * <p>One thread fills batches, one thread checks what arrives.
 */
final class TracedSource {

    private static final int LONGEST_TEXT = 12;

    final FixedGroup group;
    private final RandomGenerator random;
    private final SampleBatch batch;
    private final long[] sent;
    private final long[] expected;
    private long made;
    private long arrived;
    private long gapsUnmarked;

    TracedSource(int points, int largestBatch, RandomGenerator random) {
        this("p", points, largestBatch, random);
    }

    /** @param prefix of its points' names */
    TracedSource(String prefix, int points, int largestBatch, RandomGenerator random) {
        this.random = random;
        DataType[] types = new DataType[points];
        for (int point = 0; point < points; point++) {
            types[point] = point % 2 == 0 ? ScalarType.LINT : StringType.string(LONGEST_TEXT);
        }
        group = TestGroups.of(prefix, types);
        batch = new SampleBatch(largestBatch, largestBatch * LONGEST_TEXT);
        sent = new long[points];
        expected = new long[points];
    }

    /** The next batch, of random size and points. */
    SampleBatch next() {
        batch.reset(group, random.nextLong(3), made);
        int size = random.nextInt(batch.capacity() + 1);
        for (int i = 0; i < size; i++) {
            int point = random.nextInt(sent.length);
            long number = sent[point]++;
            if (point % 2 == 0) {
                batch.add(point, number, StatusCode.GOOD, number);
            } else {
                batch.addText(point, number, StatusCode.GOOD, text(number));
            }
        }
        made += size;
        return batch;
    }

    /** How many samples were made. */
    long made() {
        return made;
    }

    /** Of various lengths, short and long. */
    private static String text(long number) {
        return number + "-".repeat((int) (number % 5));
    }

    /** Checks samples that have come through; for each point in order, each gap marked, and nothing else. */
    void check(SampleBatch taken) {
        check(taken, 0);
    }

    /**
     * The same where gaps were asked for.
     *
     * @param unmarked most gaps, from the first sample on, that need no mark
     */
    void check(SampleBatch taken, long unmarked) {
        for (int i = 0; i < taken.size(); i++) {
            int point = taken.pointAt(i);
            long number = taken.sourceTimeAt(i);
            assertThat(number).as("number of point %s", point).isGreaterThanOrEqualTo(expected[point]);
            boolean gap = number > expected[point];
            boolean marked = StatusCode.hasOverflow(taken.statusAt(i));
            gapsUnmarked += gap && !marked ? 1 : 0;
            if ((marked && !gap) || gapsUnmarked > unmarked) {
                throw new AssertionError("point " + point + ", number " + number + " after " + (expected[point] - 1)
                        + ": " + StatusCode.name(taken.statusAt(i)));
            }
            if (point % 2 == 0) {
                assertThat(taken.longAt(i)).isEqualTo(number);
            } else {
                assertThat(taken.textAt(i)).isEqualTo(text(number));
            }
            expected[point] = number + 1;
        }
        arrived += taken.size();
    }

    /** How many samples have come through. */
    long arrived() {
        return arrived;
    }
}
