/**
 * What is measured: JMH benchmarks, and the contenders and servers of longer experiments, a process each. The program in
 * {@code src/main/python/takt_bench} starts them, keeps their raw figures and makes tables of them.
 *
 * <pre>
 *  takt_bench --starts--&gt; contenders and servers of a protocol --&gt; worker (slices, open loop)
 *             --starts--&gt; org.openjdk.jmh.Main over micro, stream, codec
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks;

import org.jspecify.annotations.NullMarked;
