package io.taktstrom.spring.stream;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.amqp.AmqpException;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.cloud.stream.config.ProducerMessageHandlerCustomizer;
import org.springframework.integration.amqp.outbound.AmqpOutboundEndpoint;
import org.springframework.messaging.MessageHandler;

/** Has a unit go to RabbitMQ in its order, hears the confirms where the application has them, and says where it has not. */
final class RabbitConfirms implements ProducerMessageHandlerCustomizer<MessageHandler> {

    private static final System.Logger LOG = System.getLogger("io.taktstrom.spring.stream");

    private final StreamOutlets outlets;

    RabbitConfirms(StreamOutlets outlets) {
        this.outlets = outlets;
    }

    @Override
    public void configure(MessageHandler handler, String destination) {
        if (!(handler instanceof AmqpOutboundEndpoint endpoint)) {
            return;
        }
        RabbitTemplate template = endpoint.getRabbitTemplate();
        if (template == null || !template.getConnectionFactory().isPublisherConfirms()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "RabbitMQ does not confirm what is sent to " + destination
                            + ": samples count as published once they"
                            + " are on the wire; set spring.rabbitmq.publisher-confirm-type=correlated");
            return;
        }
        ConnectionFactory connections = template.getConnectionFactory();
        if (connections.isPublisherReturns()) {
            // What no queue takes comes back, and is sent again until one does.
            template.setMandatory(true);
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "RabbitMQ drops what is sent to " + destination
                            + " while no queue is bound to it, and confirms it all the"
                            + " same; set spring.rabbitmq.publisher-returns=true");
        }
        Scope channel = oneChannel(template);
        endpoint.setAdviceChain(
                List.of(new ConfirmingAdvice(outlets, AmqpHeaders.PUBLISH_CONFIRM_CORRELATION, ticket -> {
                    ticket.outlet().within(channel);
                    return expect(ticket);
                })));
    }

    /**
     * Spring takes a channel for each message that is not confirmed yet, and RabbitMQ keeps the order within a channel only
     * (AMQP 0-9-1, 4.7); to open one costs more than to send a message.
     */
    private static Scope oneChannel(RabbitTemplate template) {
        return sends -> {
            try {
                template.invoke(operations -> {
                    try {
                        sends.run();
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                    return true;
                });
            } catch (UncheckedIOException e) {
                throw Objects.requireNonNull(e.getCause());
            } catch (AmqpException e) {
                throw new IOException("no channel to RabbitMQ: " + Confirmations.innermost(e), e);
            }
        };
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the ticket hears all
    private static Object expect(StreamOutlets.Ticket ticket) {
        CorrelationData data = new CorrelationData();
        data.getFuture().whenComplete((confirm, failure) -> answer(ticket, data, confirm, failure));
        return data;
    }

    @SuppressWarnings("removal") // what replaces isAck and getReason is not in the Spring AMQP of Spring Boot 3.5
    private static void answer(
            StreamOutlets.Ticket ticket,
            CorrelationData data,
            CorrelationData.@Nullable Confirm confirm,
            @Nullable Throwable failure) {
        if (confirm == null) {
            ticket.failed(new IOException("RabbitMQ has not confirmed it: " + failure, failure));
        } else if (!confirm.isAck()) {
            ticket.failed(new IOException("RabbitMQ has not taken it: " + confirm.getReason()));
        } else if (data.getReturned() != null) {
            ticket.failed(new IOException("no queue takes it: "
                    + data.getReturned().getReplyText() + "; bind one, or name requiredGroups of the binding"));
        } else {
            ticket.acknowledged();
        }
    }
}
