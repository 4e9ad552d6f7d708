/**
 * JMH: what lies between a connector and a broker, one part at a time, in nanoseconds and bytes per sample.
 *
 * <pre>
 *  PlantSource --&gt; SampleBatch --StageBenchmark--&gt; SampleBatch --FormatBenchmark--&gt; payload, line, row
 *                          values of points --ExpressionBenchmark--&gt; value of a computed point
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.stream;

import org.jspecify.annotations.NullMarked;
