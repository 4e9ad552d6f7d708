/**
 * The Java side of the processes that {@code takt bench} starts: contenders and servers, with a line each way.
 *
 * <pre>
 *  src/main/python/takt_bench
 *     |  run MILLIS / slice ...                       ready URI  |
 *     +--------------+--------------+                            |
 *  Worker A       Worker B       Worker C                    ServerLoop
 *     |              |              |   (Java, or any other      |
 *     +--------------+--------------+    program)  --------------+
 * </pre>
 *
 * <p>The ratio of a round divides two slices that are seconds apart, so a slow phase of the machine slows both.
 */
@NullMarked
package io.taktstrom.benchmarks.worker;

import org.jspecify.annotations.NullMarked;
