package io.taktstrom.sinks.amqp;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

import com.rabbitmq.client.AMQP;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.message.MessageUnit;
import io.taktstrom.sinks.message.Names;
import org.jspecify.annotations.Nullable;

/** Makes AMQP's messages of a stream's samples. One thread. */
final class AmqpMessages {

    private static final int MAX_ROUTING_KEY = 255;
    private static final int PERSISTENT = 2;
    private static final int TRANSIENT = 1;

    private final MessageUnit<String> unit;
    private final PayloadFormat format;
    private final MessageId ids;
    private final boolean headers;
    private final int deliveryMode;
    private final long maxMessage;

    AmqpMessages(OptionValues options, LinkSettings settings, String stream) {
        format = PayloadFormat.of(options.get(AmqpOptions.FORMAT));
        FieldSelection fields = PayloadOptions.selection(options, stream);
        Template key = Names.known(options.get(AmqpOptions.ROUTING_KEY), settings.name(), stream);
        headers = options.get(AmqpOptions.HEADERS);
        deliveryMode = settings.persistent() ? PERSISTENT : TRANSIENT;
        maxMessage = options.get(AmqpOptions.MAX_MESSAGE);
        ids = new MessageId(settings.name(), stream);
        unit = new MessageUnit<>(
                format,
                () -> format.encoder(fields),
                (group, i) -> key.of(group.points().get(i)),
                Math.toIntExact(maxMessage));
    }

    MessageUnit<String> unit() {
        return unit;
    }

    /** Why a message can never be sent; null when it can. */
    @Nullable
    String refusal(int m) {
        String tooLarge = unit.tooLarge(m, 0, maxMessage, "max_message_size at the broker");
        if (tooLarge != null) {
            return tooLarge;
        }
        String key = unit.route(m);
        // Letters take 3 bytes at most in a string of such a length.
        if (3 * key.length() > MAX_ROUTING_KEY && key.getBytes(StandardCharsets.UTF_8).length > MAX_ROUTING_KEY) {
            return "routing key of " + unit.point(m).name() + " is longer than " + MAX_ROUTING_KEY
                    + " bytes; choose another routingKey, such as '{connection}'";
        }
        return null;
    }

    AMQP.BasicProperties properties(long unitNumber, int m) {
        AMQP.BasicProperties.Builder properties = new AMQP.BasicProperties.Builder()
                .contentType(format.contentType())
                .deliveryMode(deliveryMode)
                .messageId(ids.of(unitNumber, m));
        if (headers) {
            Map<String, Object> all = new HashMap<>();
            unit.headers(m, (name, text) -> {
                if (!name.equals("content-type")) {
                    all.put(name, text);
                }
            });
            properties.headers(all);
        }
        return properties.build();
    }
}
