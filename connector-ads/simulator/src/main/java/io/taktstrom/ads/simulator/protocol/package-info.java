/**
 * ADS commands, and notifications on their way to clients.
 *
 * <pre>
 *  AdsRequestHandler --> plc.AmsDevice
 *         |
 *         v
 *  NotificationTable --> Subscriber: frame --> Outbox, a thread each -----> SocketConnection
 *                                                `--> BurstSender, a thread each --^
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.protocol;

import org.jspecify.annotations.NullMarked;
