/**
 * Two runs of the same experiments.
 *
 * <pre>
 *  data files --Runs--&gt; DataFile, DataFile --Measures--&gt; Measure, Measure --Shift--&gt; better | worse | same | not clear
 *                                |
 *                                +-- Comparison.doubts: load, steal, another machine
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
