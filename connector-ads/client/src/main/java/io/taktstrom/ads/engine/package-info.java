/**
 * Carries ADS commands to a device and their answers back: the backend {@code java}.
 *
 * <pre>
 *   JavaBackend           one per connection: our AMS port, the target's address, its notification handles
 *       |
 *       v
 *   RouterLink            one per router, shared (RouterLinks): the kit's RequestEngine with AMS frames
 *     AdsRequest            one command in flight
 *     LinkNotifications         what the device sends unasked: a NotificationQueue, and the Receiver,
 *                           a thread that is there while there are any; it calls the listeners
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.engine;

import org.jspecify.annotations.NullMarked;
