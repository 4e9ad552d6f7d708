package io.taktstrom.spring.stream;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.MessageInlet;

/**
 * Where a stream leaves for Spring Cloud Stream: hands over the messages of a flush unit as they are demanded, and returns
 * when each is acknowledged. What is not demanded stays in the ring.
 *
 * <p>When a unit comes again, its first open message goes ahead alone: as long as the binder does not take that one, nothing
 * behind it gets there twice. So does the very first one, for a binder says with it how the others stay in order: {@link Scope}.
 */
final class StreamInlet extends MessageInlet {

    private final StreamOutlet outlet;
    private final StreamMessages messages;
    private final Confirmations confirmations;
    private final boolean bySubscriber;
    private final long timeoutNanos;
    private volatile boolean ended;
    /** Of the pipeline's thread. */
    private boolean begun;

    StreamInlet(
            SpringSink sink, StreamOutlet outlet, StreamMessages messages, OptionValues options, SinkContext context) {
        super(messages.unit(), context, sink);
        this.outlet = outlet;
        this.messages = messages;
        confirmations = outlet.newConfirmations();
        bySubscriber = options.get(SpringSinkOptions.ACKNOWLEDGE).equals(SpringSinkOptions.SUBSCRIBER);
        timeoutNanos = options.get(SpringSinkOptions.TIMEOUT).toNanos();
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        if (ended) {
            throw new IOException("the sink is closed");
        }
        int size = messages.unit().size();
        int attempt = confirmations.begin(unit, size);
        try {
            int first = confirmations.next(0);
            if ((unit.attempt() > 1 || !begun) && first < size) {
                send(first, first + 1, unit, attempt);
                begun = true;
                first = confirmations.next(first + 1);
            }
            send(first, size, unit, attempt);
        } catch (IOException | RuntimeException | Error e) {
            confirmations.fail(messages.unit());
            throw e;
        }
        confirmations.succeed(messages.unit(), unit);
    }

    /** What is open of these messages; returns when each is acknowledged. */
    private void send(int from, int to, FlushUnit unit, int attempt) throws IOException {
        if (from < to) {
            outlet.scope().around(() -> {
                for (int m = from; m < to && !confirmations.hasFailed(); m = confirmations.next(m + 1)) {
                    send(m, unit, attempt);
                }
            });
        }
        confirmations.await(timeoutNanos, outlet.name());
    }

    private void send(int m, FlushUnit unit, int attempt) throws IOException {
        confirmations.sent(m);
        String tooLarge = messages.tooLarge(m);
        if (tooLarge != null) {
            confirmations.refused(attempt, m, tooLarge);
            return;
        }
        outlet.emit(messages.message(m, unit, attempt), timeoutNanos);
        if (bySubscriber) {
            confirmations.acknowledged(attempt, m);
        }
    }

    @Override
    protected void end() {
        ended = true;
    }
}
