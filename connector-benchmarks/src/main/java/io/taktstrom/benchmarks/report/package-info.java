/**
 * What was measured, where and how, as a file of raw figures and as tables made from it.
 *
 * <pre>
 *  experiment --> docs/benchmarks/data/NAME.json --> table between the markers of docs/benchmarks/*.md
 * </pre>
 */
@NullMarked
package io.taktstrom.benchmarks.report;

import org.jspecify.annotations.NullMarked;
