/**
 * JMH: the parts of the hot path, one at a time, in nanoseconds and bytes per operation.
 *
 * <pre>
 *  wire bytes --NotificationFrameBenchmark--> SampleBatch --SampleBatchBenchmark--> ring --PipelineBenchmark--> sink
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.micro;

import org.jspecify.annotations.NullMarked;
