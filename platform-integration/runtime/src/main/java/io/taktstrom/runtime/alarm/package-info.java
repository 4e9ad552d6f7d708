/**
 * The rules under {@code alarms} of the deployment file, at work.
 *
 * <pre>
 *   scan --batch--&gt; AlarmTap --batch--&gt; stages, rings ...          the sources' threads: allocates nothing
 *                      | (watched points only)
 *                      v
 *                  PointCell: met since?          Facts (connections, sinks, streams)
 *                      |                                |
 *                      '------ once a second -----------'
 *                                    v
 *                          AlarmState: raise, clear, after their delays
 *                                    |
 *          notice, event, meter &lt;----+----&gt; point alarm.NAME, by streams that take it, to any sink
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.alarm;

import org.jspecify.annotations.NullMarked;
