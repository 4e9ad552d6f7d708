/**
 * What becomes of samples while a deployment is reloaded: devices count, one kind of reload follows another in an order by a seed,
 * and each number that is missing without a mark, or that comes twice, is a failure.
 *
 * <pre>
 *   device that counts --- RunningDeployment --- stream a, stream b --&gt; Receivers (one CountedSamples for each point of each stream)
 *                                ^
 *                                '--- ReloadRun (seed): each kind of change, so many times
 * </pre>
 *
 * <p>{@code ./takt test reload} makes 100 reloads of each kind with each device; the ordinary build a few.
 */
@NullMarked
package io.taktstrom.runtime.reload;

import org.jspecify.annotations.NullMarked;
