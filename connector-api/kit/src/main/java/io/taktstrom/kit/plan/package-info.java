/**
 * Which requests read the points of a group: spans of memory, sorted, merged by cost, cut to what a request can read, and
 * split where a device refuses. Planned once per group; carrying it out allocates nothing.
 *
 * <pre>
 *   a Span for each point + SpanRules --&gt; SpanPlan: pieces to ask for, and where each point's bytes are
 *   SpanPlan --&gt; PlannedReads: asks piece by piece, makes samples, splits what is refused
 * </pre>
 */
@NullMarked
package io.taktstrom.kit.plan;

import org.jspecify.annotations.NullMarked;
