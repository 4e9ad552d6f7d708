/**
 * JMH: the bytes of a device as samples, without the device and without a socket, one protocol at a time.
 *
 * <pre>
 *  bytes --KitBenchmark--&gt; SampleBatch        any device whose values are memory images
 *  PDUs  --S7CodecBenchmark--&gt; SampleBatch    checked, then the values of the plan's points
 *  body  --OpcUaCodecBenchmark--&gt; SampleBatch checked, then walked
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.codec;

import org.jspecify.annotations.NullMarked;
