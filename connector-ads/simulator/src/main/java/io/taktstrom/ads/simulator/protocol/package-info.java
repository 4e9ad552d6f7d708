/**
 * ADS commands, and notifications on their way to clients.
 *
 * <pre>
 *  Commands, SumCommands --> plc.Device
 *         |
 *         v
 *  Notifications --> Subscriber: frame --> NotificationSender --> Outbox, a thread each --> ClientChannel
 *                                                            --> BurstSender, a thread each --^
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.protocol;

import org.jspecify.annotations.NullMarked;
