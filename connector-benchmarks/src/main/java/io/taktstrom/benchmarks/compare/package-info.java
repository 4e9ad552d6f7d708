/**
 * Two runs of the same experiments.
 *
 * <pre>
 *  data files --Runs--&gt; DataFile, DataFile --Measures--&gt; Measure, Measure --Shift--&gt; better | worse | same | not clear
 *                        |       +-- Comparison.doubts: load, steal, another machine
 *                        '-- of two machines --Glance--&gt; bytes, and ratios to a bare socket: information for ./takt test
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.compare;

import org.jspecify.annotations.NullMarked;
