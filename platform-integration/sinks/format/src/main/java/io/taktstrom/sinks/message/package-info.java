/**
 * What sinks share: a flush unit is gathered and delivered, as messages where the receiver takes messages.
 *
 * <pre>
 *  UnitSink --> UnitInlet (one for each stream): add, deliver, health, time of a request
 *                  ^
 *               MessageInlet --> MessageUnit --> complete: message 0, 1, 2 ... --> the client's send
 *                                route, payload                                         |
 *                                refuse  &lt;--- Delivery: open, acknowledged, refused, failed
 *                                             a unit that is delivered again sends what is still open
 *
 *  CommandLoop, UnansweredCommands: commands from brokers
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.message;

import org.jspecify.annotations.NullMarked;
