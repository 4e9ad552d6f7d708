/**
 * Where streams end in exchanges of an AMQP 0-9-1 broker, which RabbitMQ is.
 *
 * <pre>
 *  pipeline of stream a --> AmqpInlet --> MessageUnit --> AmqpLink: basic.publish ...    --> exchange --> queues
 *                           gathers       routing key,    a connection,          ^
 *                           a unit        payload         one channel,     confirms, returns
 *                                                         dies once        Confirms --> Delivery
 *  pipeline of stream b --> AmqpInlet --> ...             a connection for each stream: none waits for another
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.amqp;

import org.jspecify.annotations.NullMarked;
