/**
 * Points of three protocols read as one.
 *
 * <pre>
 *  GatherServer (three simulators, one process) &lt;--loopback--&gt; GatherContender: gather | sequential, at a fixed rate
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.gather;

import org.jspecify.annotations.NullMarked;
