/**
 * Streams of a deployment as suppliers of Spring Cloud Stream, and commands as its consumers.
 *
 * <pre>
 *  ring --unit--> StreamInlet --message--> StreamOutlet ==Flux==> StreamSupplier --> binding NAME-out-0 --> binder
 *        (pipeline)    ^      as demanded                                            |                       |
 *                      |                                               OutcomeInterceptor      KafkaConfirms, RabbitConfirms
 *                      +---- Confirmations &lt;--- taken, failed ------------------+      &lt;--- acknowledged ---+
 *
 *  Scope   what a binder puts around the messages of a unit, so that they arrive in order: a channel of RabbitMQ's
 *
 *  binding NAME-in-0 --> CommandConsumer or CommandFunction --> CommandInbox --> the gate of the runtime
 * </pre>
 */
@NullMarked
package io.taktstrom.spring.stream;

import org.jspecify.annotations.NullMarked;
