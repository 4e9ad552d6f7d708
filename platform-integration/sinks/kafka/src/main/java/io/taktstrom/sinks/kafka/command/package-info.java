/**
 * Commands over Kafka: what comes in on a topic goes to the gate, and what becomes of it out on another, by the command's id.
 *
 * <pre>
 *  topic --group--&gt; CommandExchange --submit--&gt; CommandGate        one consumer, one producer, until one of them fails
 *  answers &lt;--id--- CommandExchange &lt;--------- CommandAnswer
 *  offset  &lt;------- UnansweredCommands: committed as far as every answer is there
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.kafka.command;

import org.jspecify.annotations.NullMarked;
