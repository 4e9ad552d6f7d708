/**
 * The ADS connector.
 *
 * <pre>
 *   AdsProvider --&gt; AdsSession, an AdsConnection
 *     |                points, groups, subscriptions    what every connector has
 *     |                index groups, handles, states    what only ADS has
 *     |                   |            |
 *     |               subscribe --&gt; plan --&gt; symbol    what is pushed; how groups are read and written; names to places
 *     |                   |            `--&gt; value --'   bytes to values
 *     |                   `----------.
 *     `--&gt; engine ------------&gt; backend                  commands to the device, and the seam that other jars implement
 *             `-----&gt; protocol &lt;---'                     bytes
 * </pre>
 */
@NullMarked
package io.taktstrom.ads;

import org.jspecify.annotations.NullMarked;
