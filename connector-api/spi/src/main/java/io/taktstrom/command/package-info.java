/**
 * What a source of commands implements: where wishes come from that a device should have another value.
 *
 * <pre>
 *  CommandSourceProvider --open(OptionValues, CommandContext)--> CommandSource (HTTP, MQTT, Kafka),
 *                                                           or a CommandingSink (OPC UA server)
 *                                                                   |      ^
 *                                            submit(Command)        v      | CommandAnswer, once
 *                                                                CommandGate --> audit, device
 * </pre>
 */
@NullMarked
package io.taktstrom.command;

import org.jspecify.annotations.NullMarked;
