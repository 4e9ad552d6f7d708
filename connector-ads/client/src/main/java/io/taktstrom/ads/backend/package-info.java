/**
 * The seam: ADS commands on buffers, whatever carries them.
 *
 * <pre>
 *   session, symbols, plans, subscriptions
 *        |  AdsExchange, AdsNotification             ^  samples
 *        v                                     |
 *   AdsBackend                        NotificationListener
 *     |        `-- AdsBackends --> AdsBackendProvider, of other jars: connector-ads-native
 *     `-- engine, our own
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.backend;

import org.jspecify.annotations.NullMarked;
