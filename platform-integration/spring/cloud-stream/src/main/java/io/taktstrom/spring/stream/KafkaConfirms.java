package io.taktstrom.spring.stream;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.jspecify.annotations.Nullable;
import org.springframework.cloud.stream.config.ProducerMessageHandlerCustomizer;
import org.springframework.integration.kafka.outbound.KafkaProducerMessageHandler;
import org.springframework.integration.kafka.support.KafkaIntegrationHeaders;

/** Hears from Kafka's producer when the brokers have a message, whether the binding waits for that ({@code sync}) or not. */
final class KafkaConfirms implements ProducerMessageHandlerCustomizer<KafkaProducerMessageHandler<?, ?>> {

    /** The handler tells the future of a message only when it has a token, and on the very thread that sends. */
    private static final String TOKEN = "";

    private final StreamOutlets outlets;

    KafkaConfirms(StreamOutlets outlets) {
        this.outlets = outlets;
    }

    @Override
    public void configure(KafkaProducerMessageHandler<?, ?> handler, String destination) {
        Sending sending = new Sending();
        handler.setFuturesChannel((message, timeout) -> {
            if (message.getPayload() instanceof CompletableFuture<?> future) {
                sending.hear(future);
            }
            return true;
        });
        handler.setAdviceChain(List.of(new ConfirmingAdvice(outlets, KafkaIntegrationHeaders.FUTURE_TOKEN, sending)));
    }

    /** The message that a thread is sending. */
    private static final class Sending implements ConfirmingAdvice.Answers {
        @SuppressWarnings("ThreadLocalUsage") // one for each binding, emptied after each message
        private final ThreadLocal<StreamOutlets.Ticket> current = new ThreadLocal<>();

        @Override
        public Object expect(StreamOutlets.Ticket ticket) {
            current.set(ticket);
            return TOKEN;
        }

        @Override
        public void sent() {
            current.remove();
        }

        @SuppressWarnings("FutureReturnValueIgnored") // the ticket hears all
        void hear(CompletableFuture<?> future) {
            StreamOutlets.Ticket ticket = current.get();
            if (ticket != null) {
                future.whenComplete((result, failure) -> answer(ticket, failure));
            }
        }

        private static void answer(StreamOutlets.Ticket ticket, @Nullable Throwable failure) {
            if (failure == null) {
                ticket.acknowledged();
                return;
            }
            Throwable cause = Confirmations.root(failure);
            if (cause instanceof RecordTooLargeException
                    || cause instanceof InvalidTopicException
                    || cause instanceof InvalidRecordException) {
                ticket.refused("Kafka will not take it: " + cause.getMessage());
            } else {
                ticket.failed(cause instanceof Exception e ? e : new IllegalStateException(cause));
            }
        }
    }
}
