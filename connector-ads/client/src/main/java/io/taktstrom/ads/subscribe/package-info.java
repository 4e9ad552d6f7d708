/**
 * What the device sends unasked, as batches for sinks.
 *
 * <pre>
 *   backend --key, bytes--&gt; AdsSubscriptions --&gt; AdsSubscription --&gt; sink
 *                              |   ^                ^
 *              epoch is over   |   | arm            | values that were read
 *                              v   |                |
 *                           Upkeep --Upkeep, Renewal --&gt; Subscribing, PolledPointsgt; Subscribing, PolledPoints
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.subscribe;

import org.jspecify.annotations.NullMarked;
