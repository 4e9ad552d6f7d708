package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;

import com.rabbitmq.client.AMQP;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.message.Delivery;
import io.taktstrom.sinks.message.MessageInlet;
import io.taktstrom.sinks.message.MessageUnit;
import org.jspecify.annotations.Nullable;

/** Where a stream enters a broker. After a failure the next attempt connects again. */
final class AmqpInlet extends MessageInlet<String> {

    private static final int MAX_ROUTING_KEY = 255;
    private static final int PERSISTENT = 2;
    private static final int TRANSIENT = 1;

    private final AmqpSettings settings;
    private final String stream;
    private final String contentType;
    private final boolean headers;
    private final int deliveryMode;
    private final long maxMessage;
    /** {@code 3f2a9c1e-press.all-}: new with each start, sink and stream. */
    private final String idPrefix;

    private final Object lock = new Object();
    /** Guarded by the lock, as is the next. */
    private @Nullable AmqpLink link;

    private boolean ended;
    /** Of the attempt; a link that dies meanwhile is not replaced before the next one. Of the pipeline's thread, as is the next. */
    private @Nullable AmqpLink current;

    private long unitNumber;

    AmqpInlet(AmqpSettings settings, String stream) {
        super(
                messages(settings, stream),
                new Delivery(),
                settings.get(AmqpOptions.TIMEOUT).toNanos(),
                settings.context());
        this.settings = settings;
        this.stream = stream;
        contentType = PayloadFormat.of(settings.get(AmqpOptions.FORMAT)).contentType();
        headers = settings.get(AmqpOptions.HEADERS);
        deliveryMode = settings.get(AmqpOptions.PERSISTENT) ? PERSISTENT : TRANSIENT;
        maxMessage = settings.get(AmqpOptions.MAX_MESSAGE);
        idPrefix = UUID.randomUUID().toString().substring(0, 8) + "-"
                + settings.context().name() + "." + stream + "-";
    }

    private static MessageUnit<String> messages(AmqpSettings settings, String stream) {
        Template key = settings.get(AmqpOptions.ROUTING_KEY)
                .ofStream(settings.context().name(), stream);
        return new MessageUnit<>(
                PayloadFormat.of(settings.get(AmqpOptions.FORMAT)),
                PayloadOptions.selection(settings.options(), stream),
                key::of,
                settings.get(AmqpOptions.MAX_MESSAGE));
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        unitNumber = unit.number();
        AmqpLink open = link();
        current = open;
        try {
            super.deliver(unit);
        } catch (IOException | RuntimeException e) {
            // A broker that refuses a message, or is short of memory, is there: another connection would change
            // nothing.
            if (!delivery.isAnswered() && !open.isBlocked()) {
                open.abandon();
            }
            throw e;
        }
    }

    @Override
    protected void begun(int attempt) throws IOException {
        current().begin(attempt);
    }

    private AmqpLink current() {
        return Objects.requireNonNull(current);
    }

    @Override
    protected @Nullable String refusal(int m) {
        String key = messages.route(m);
        // Letters take 3 bytes at most in a string of such a length.
        if (3 * key.length() > MAX_ROUTING_KEY && key.getBytes(StandardCharsets.UTF_8).length > MAX_ROUTING_KEY) {
            return "routing key of " + messages.point(m).name() + " is longer than " + MAX_ROUTING_KEY
                    + " bytes; choose another routingKey, such as '{connection}'";
        }
        return messages.tooLarge(m, 0, maxMessage, "max_message_size at the broker");
    }

    @Override
    protected void send(int attempt, int m) throws IOException {
        AMQP.BasicProperties.Builder properties = new AMQP.BasicProperties.Builder()
                .contentType(contentType)
                .deliveryMode(deliveryMode)
                .messageId(idPrefix + unitNumber + "-" + m);
        if (headers) {
            Map<String, Object> all = new HashMap<>();
            messages.headers(m, all::put);
            all.remove("content-type");
            properties.headers(all);
        }
        current().publish(m, messages.route(m), properties.build(), messages.payload(m));
    }

    /** The place of a message in its unit, by its id, which has the number of the unit and this behind the prefix. */
    static int place(String id) {
        return Integer.parseInt(id.substring(id.lastIndexOf('-') + 1));
    }

    @Override
    protected void throwFailure(@Nullable Exception failure) throws IOException {
        throw failure instanceof IOException known
                ? known
                : new IOException(
                        "the broker at " + settings.url() + " has confirmed nothing within "
                                + settings.get(AmqpOptions.TIMEOUT),
                        failure);
    }

    private AmqpLink link() throws IOException {
        AmqpLink opening;
        synchronized (lock) {
            if (ended) {
                throw new IOException("the sink is closed");
            }
            AmqpLink existing = link;
            if (existing != null && existing.isOpen()) {
                return existing;
            }
            opening = new AmqpLink(settings, delivery);
            link = opening;
        }
        // Without the lock: closing the sink meanwhile ends it.
        opening.connect(stream);
        return opening;
    }

    @Override
    protected void end() {
        AmqpLink last;
        synchronized (lock) {
            ended = true;
            last = link;
        }
        if (last != null) {
            last.close();
        }
    }
}
