package io.taktstrom.spring.stream;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.integration.support.MutableMessageBuilder;
import org.springframework.messaging.Message;

/** Stands around a binder's handler and promises for each message of ours that the broker's answer will be told. */
final class ConfirmingAdvice implements MethodInterceptor {

    private final StreamOutlets outlets;
    private final String header;
    private final Answers answers;

    /** How a binder's answers are heard. */
    interface Answers {

        /** The value of the header by which the handler is asked for an answer; called before the message is sent. */
        Object expect(StreamOutlets.Ticket ticket);

        /** The message was sent, or not. */
        default void sent() {}
    }

    ConfirmingAdvice(StreamOutlets outlets, String header, Answers answers) {
        this.outlets = outlets;
        this.header = header;
        this.answers = answers;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        StreamOutlets.Ticket ticket =
                invocation.getArguments()[0] instanceof Message<?> message ? outlets.ticket(message) : null;
        if (ticket == null) {
            return invocation.proceed();
        }
        ticket.promise();
        Message<?> message = (Message<?>) invocation.getArguments()[0];
        ((ProxyMethodInvocation) invocation)
                .setArguments(MutableMessageBuilder.fromMessage(message)
                        .setHeader(header, answers.expect(ticket))
                        .build());
        try {
            return invocation.proceed();
        } finally {
            answers.sent();
        }
    }
}
