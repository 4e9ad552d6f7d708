/**
 * What a measurement leaves in the documentation: on which machine, and a table between markers.
 *
 * <pre>
 *  a measurement --&gt; {@link io.taktstrom.testkit.report.Machine} before and after
 *                --&gt; {@link io.taktstrom.testkit.report.Page}: the lines between two markers of docs/benchmarks/*.md
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit.report;

import org.jspecify.annotations.NullMarked;
