package io.taktstrom.spring.stream;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.ValueText;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

/**
 * Where a stream leaves for Spring Cloud Stream: hands over the messages of a flush unit as they are demanded, and returns
 * when each is acknowledged. What is not demanded stays in the ring.
 *
 * <p>The very first message is sent alone, for a binder says with it how the others stay in order: {@link Scope}.
 */
final class StreamInlet extends MessageInlet<String> {

    private final StreamOutlet outlet;
    private final boolean ofOneSample;
    private final boolean bySubscriber;
    private final long maxMessage;
    private final long timeoutNanos;
    private volatile boolean ended;
    /** Of the pipeline's thread, as is the next. */
    private boolean begun;

    private long unitNumber;

    StreamInlet(StreamOutlet outlet, OptionValues options, String stream, SinkContext context) {
        super(
                messages(options, context.name(), stream),
                outlet.newConfirmations().delivery(),
                options.get(SpringSinkOptions.TIMEOUT).toNanos(),
                context);
        this.outlet = outlet;
        ofOneSample = !PayloadFormat.of(options.get(SpringSinkOptions.FORMAT)).holdsMany();
        bySubscriber = options.get(SpringSinkOptions.ACKNOWLEDGE).equals(SpringSinkOptions.SUBSCRIBER);
        maxMessage = options.get(SpringSinkOptions.MAX_MESSAGE);
        timeoutNanos = options.get(SpringSinkOptions.TIMEOUT).toNanos();
    }

    private static MessageUnit<String> messages(OptionValues options, String sink, String stream) {
        Template key = options.get(SpringSinkOptions.KEY).ofStream(sink, stream);
        return new MessageUnit<>(
                PayloadFormat.of(options.get(SpringSinkOptions.FORMAT)),
                PayloadOptions.selection(options, stream),
                key::of,
                options.get(SpringSinkOptions.MAX_MESSAGE));
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
    protected int sentAlone(FlushUnit unit) {
        return unit.attempt() > 1 || !begun ? 1 : 0;
    }

    @Override
    protected void sendInOrder(Sends sends) throws IOException {
        outlet.scope().around(sends);
        begun = true;
    }

    @Override
    protected @Nullable String refusal(int m) {
        return messages.tooLarge(m, 0, maxMessage, "at the broker");
    }

    @Override
    protected void send(int attempt, int m) throws IOException {
        Map<String, Object> headers = new HashMap<>();
        messages.headers(
                m,
                (header, text) ->
                        headers.put(header.equals("content-type") ? MessageHeaders.CONTENT_TYPE : header, text));
        if (ofOneSample) {
            headers.put(TaktHeaders.QUALITY, ValueText.quality(messages.status(m)));
        }
        headers.put(TaktHeaders.KEY, messages.route(m));
        headers.put(TaktHeaders.STREAM, outlet.name());
        headers.put(TaktHeaders.UNIT, unitNumber);
        headers.put(TaktHeaders.MESSAGE, m);
        headers.put(TaktHeaders.ATTEMPT, attempt);
        outlet.emit(new GenericMessage<>(messages.payload(m), headers), timeoutNanos);
        if (bySubscriber) {
            delivery.acknowledged(attempt, m);
        }
    }

    @Override
    protected void throwFailure(@Nullable Exception failure) throws IOException {
        String name = outlet.name();
        throw failure != null
                ? new IOException(
                        name + ": the binder has not taken a message: " + Confirmations.innermost(failure), failure)
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
