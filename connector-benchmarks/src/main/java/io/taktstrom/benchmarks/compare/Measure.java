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

    double median() {
        return Ratio.median(values);
    }
}
