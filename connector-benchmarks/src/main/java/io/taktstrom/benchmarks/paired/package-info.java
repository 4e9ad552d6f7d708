/**
 * Compares contenders in one run, on a machine that others use too.
 *
 * <pre>
 *                 PairedRun:  round 1: A B C   round 2: C B A   round 3: A B C ...
 *                    |  one line each way: run MILLIS / a Slice
 *     +--------------+--------------+
 *  Worker A       Worker B       Worker C       a process each, warm from start to end
 *     |              |              |           (Java, or any program that speaks the lines)
 *     +--------------+--------------+--> the same server
 * </pre>
 *
 * <p>A round's ratio divides two slices that are seconds apart, so whatever slows the machine slows both; the median
 * over rounds is what we publish.
 */
@NullMarked
package io.taktstrom.benchmarks.paired;

import org.jspecify.annotations.NullMarked;
