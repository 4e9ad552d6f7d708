/**
 * What one process costs that has many connections and many points.
 *
 * <pre>
 *  ScaleServer (simulators, one process) &lt;--loopback--&gt; ScaleProcess: a deployment file, loaded and run as takt run does
 *                                                            |
 *                                                            '--&gt; threads, heap, memory, times, CPU: a line of JSON
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
