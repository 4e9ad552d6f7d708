package io.taktstrom.spring.stream;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.amqp.rabbit.connection.CorrelationData;
import org.springframework.amqp.rabbit.core.RabbitTemplate;
import org.springframework.amqp.support.AmqpHeaders;
import org.springframework.cloud.stream.config.ProducerMessageHandlerCustomizer;
import org.springframework.integration.amqp.outbound.AmqpOutboundEndpoint;
import org.springframework.messaging.MessageHandler;

/** Hears RabbitMQ's confirms where the application has them, and says where it has not. */
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
        endpoint.setAdviceChain(List.of(
                new ConfirmingAdvice(outlets, AmqpHeaders.PUBLISH_CONFIRM_CORRELATION, RabbitConfirms::expect)));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the ticket hears all
    private static Object expect(StreamOutlets.Ticket ticket) {
        CorrelationData data = new CorrelationData();
        data.getFuture().whenComplete((confirm, failure) -> answer(ticket, data, confirm, failure));
        return data;
    }

    private static void answer(
            StreamOutlets.Ticket ticket,
            CorrelationData data,
            CorrelationData.@Nullable Confirm confirm,
            @Nullable Throwable failure) {
        if (confirm == null) {
            ticket.failed(new IOException("RabbitMQ has not confirmed it: " + failure, failure));
        } else if (!confirm.ack()) {
            ticket.failed(new IOException("RabbitMQ has not taken it: " + confirm.reason()));
        } else if (data.getReturned() != null) {
            ticket.failed(new IOException("no queue takes it: "
                    + data.getReturned().getReplyText() + "; bind one, or name requiredGroups of the binding"));
        } else {
            ticket.acknowledged();
        }
    }
}
