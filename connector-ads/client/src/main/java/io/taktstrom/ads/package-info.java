/**
 * The ADS connector.
 *
 * <pre>
 *   AdsProvider --> AdsConnection
 *                     points, groups, subscriptions    what every connector has
 *                     index groups, handles, states    what only ADS has
 *                        |                |
 *                     symbol           engine          names to addresses; commands to the device
 *                        `-------+--------'
 *                            protocol                  bytes
 * </pre>
 */
@NullMarked
package io.taktstrom.ads;

import org.jspecify.annotations.NullMarked;
