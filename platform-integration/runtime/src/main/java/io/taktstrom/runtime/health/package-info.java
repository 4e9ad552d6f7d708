/**
 * How a deployment does, for command line, HTTP, page, Spring, meters. One model, one evaluation.
 *
 * <pre>
 *   counters that exist anyway --survey--&gt; Facts --HealthEvaluator--&gt; Reasons --&gt; HealthReport     on demand
 *                                             ^                              |
 *                                             |  once a second               v
 *                                        HealthWatch ----------------&gt; HealthEvents: reasons and alarms
 *                                        (since when, what was lost lately)         that come and go, notices
 * </pre>
 *
 * <p>Nothing here is asked per sample, and nothing here asks a device or a receiver.
 */
@NullMarked
package io.taktstrom.runtime.health;

import org.jspecify.annotations.NullMarked;
