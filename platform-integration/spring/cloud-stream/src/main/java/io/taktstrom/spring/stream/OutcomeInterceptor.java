package io.taktstrom.spring.stream;

import org.jspecify.annotations.Nullable;
import org.springframework.cloud.stream.messaging.DirectWithAttributesChannel;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageChannel;
import org.springframework.messaging.MessageDeliveryException;
import org.springframework.messaging.support.ChannelInterceptor;

/** Hears at the channel of an output binding what became of a message, for every binder alike. */
final class OutcomeInterceptor implements ChannelInterceptor {

    private final StreamOutlets outlets;

    OutcomeInterceptor(StreamOutlets outlets) {
        this.outlets = outlets;
    }

    @Override
    public void afterSendCompletion(
            Message<?> message, MessageChannel channel, boolean sent, @Nullable Exception failure) {
        boolean bound = channel instanceof DirectWithAttributesChannel end && "output".equals(end.getAttribute("type"));
        StreamOutlets.Ticket ticket = bound ? outlets.ticket(message) : null;
        if (ticket == null) {
            return;
        }
        if (failure != null) {
            ticket.failed(failure);
        } else if (sent) {
            ticket.taken();
        } else {
            ticket.failed(new MessageDeliveryException(message, "the binding has not taken it in time"));
        }
    }
}
