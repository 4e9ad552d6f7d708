package io.taktstrom.spring.stream;

import java.io.IOException;

import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageInlet;
import org.jspecify.annotations.Nullable;

/**
 * Where a stream leaves for Spring Cloud Stream: hands over the messages of a flush unit as they are demanded, and returns
 * when each is acknowledged. What is not demanded stays in the ring.
 *
 * <p>The very first message is sent alone, for a binder says with it how the others stay in order: {@link Scope}.
 */
final class StreamInlet extends MessageInlet {

    private final StreamOutlet outlet;
    private final StreamMessages messages;
    private final Delivery delivery;
    private final boolean bySubscriber;
    private final long timeoutNanos;
    private volatile boolean ended;
    /** Of the pipeline's thread, as is the next. */
    private boolean begun;

    private long unitNumber;

    StreamInlet(
            StreamOutlet outlet,
            StreamMessages messages,
            Delivery delivery,
            boolean bySubscriber,
            long timeoutNanos,
            SinkContext context) {
        super(messages.unit(), delivery, timeoutNanos, context);
        this.outlet = outlet;
        this.messages = messages;
        this.delivery = delivery;
        this.bySubscriber = bySubscriber;
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        if (ended) {
            throw new IOException("the sink is closed");
        }
        unitNumber = unit.number();
        super.deliver(unit);
    }

    @Override
    protected boolean isCareful(FlushUnit unit) {
        return unit.attempt() > 1 || !begun;
    }

    @Override
    protected void sendInOrder(Sends sends) throws IOException {
        outlet.scope().around(sends);
        begun = true;
    }

    @Override
    protected @Nullable String refusal(int m) {
        return messages.tooLarge(m);
    }

    @Override
    protected void send(int attempt, int m) throws IOException {
        outlet.emit(messages.message(m, unitNumber, attempt), timeoutNanos);
        if (bySubscriber) {
            delivery.acknowledged(attempt, m);
        }
    }

    @Override
    protected void throwFailure(@Nullable Exception failure) throws IOException {
        String name = outlet.name();
        throw failure != null
                ? new IOException(
                        name + ": the binder has not taken a message: " + Confirmations.inWords(failure), failure)
                : new IOException(name
                        + ": no acknowledgement in time; check that the binder's broker answers, and with functions"
                        + " that filter, gather or make other messages, or a subscriber of your own, set"
                        + " acknowledge: subscriber");
    }

    @Override
    protected void end() {
        ended = true;
    }
}
