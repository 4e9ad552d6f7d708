/**
 * Computed points and conditions of the deployment file, at work.
 *
 * <pre>
 *   scan --batch--&gt; ComputeTap --batch--&gt; AlarmTap, stages, rings ...     the sources' threads
 *                      | (points that expressions need)
 *                      v
 *                  InputCell: last sample --&gt; ComputedNode --&gt; InputCell --&gt; ComputedNode ...   one lock, no I/O
 *                                                 | results
 *            StreamCondition (a stream's 'when') &lt;------+------&gt; ResultOutlet --batch--&gt; streams that take the point, alarms
 * </pre>
 *
 * Where a deployment has no expressions, a batch costs a look at a field.
 */
@NullMarked
package io.taktstrom.runtime.compute;

import org.jspecify.annotations.NullMarked;
