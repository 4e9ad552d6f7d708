/**
 * The programs of an experiment: each contender and the server have a process of their own, so that nobody's garbage, threads
 * or warm-up is another's.
 *
 * <pre>
 *   experiment --starts--&gt; ServerProcess   prints "ready URI", ends with its input
 *              --starts--&gt; contenders      {@link io.taktstrom.benchmarks.program.Programs}: Java, Python; C++ by its own path
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.program;

import org.jspecify.annotations.NullMarked;
