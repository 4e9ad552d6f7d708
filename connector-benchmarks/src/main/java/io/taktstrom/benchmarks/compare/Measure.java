package io.taktstrom.benchmarks.compare;

import java.util.List;

import io.taktstrom.benchmarks.paired.Ratio;

/**
 * One figure of an experiment, as often as it was measured.
 *
 * @param name of the contender, and of what was measured, with its unit
 * @param higherIsBetter whether more of it is better
 * @param values by round, those of dirty rounds left out where enough others are there
 * @param error half of the 99.9 % interval of a single value, as JMH gives it; 0 where there is none
 * @param dirty rounds during which others took much of the machine
 */
record Measure(String name, boolean higherIsBetter, List<Double> values, double error, int dirty) {

    /** Of bytes, what a counter or a line of a worker adds to thousands of operations: as good as none. */
    private static final double LEAST_BYTES = 1;

    /** Whether both are none, so that their ratio says nothing. */
    boolean isNoneLike(Measure other) {
        return name.matches(".*, B(/operation)?") && median() < LEAST_BYTES && other.median() < LEAST_BYTES;
    }

    double median() {
        return Ratio.median(values);
    }
}
