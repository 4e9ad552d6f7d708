package io.taktstrom.spring.stream;

import java.util.HashMap;
import java.util.Map;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.message.MessageUnit;
import io.taktstrom.sinks.message.Names;
import org.jspecify.annotations.Nullable;
import org.springframework.messaging.Message;
import org.springframework.messaging.MessageHeaders;
import org.springframework.messaging.support.GenericMessage;

/** Makes Spring's messages of a stream's samples. One thread. */
final class StreamMessages {

    private final MessageUnit<String> unit;
    private final boolean holdsMany;
    private final String name;
    private final long maxMessage;

    private StreamMessages(MessageUnit<String> unit, boolean holdsMany, String name, long maxMessage) {
        this.unit = unit;
        this.holdsMany = holdsMany;
        this.name = name;
        this.maxMessage = maxMessage;
    }

    static StreamMessages of(OptionValues options, String stream, String sink) {
        PayloadFormat format = PayloadFormat.of(options.get(SpringSinkOptions.FORMAT));
        FieldSelection fields = PayloadOptions.selection(options, stream);
        Template key = Names.known(options.get(SpringSinkOptions.KEY), sink, stream);
        long maxMessage = options.get(SpringSinkOptions.MAX_MESSAGE);
        MessageUnit<String> unit = new MessageUnit<>(
                format,
                () -> format.encoder(fields),
                (group, i) -> key.of(group.points().get(i)),
                Math.toIntExact(maxMessage));
        return new StreamMessages(unit, format.holdsMany(), StreamOutlets.name(stream, sink), maxMessage);
    }

    MessageUnit<String> unit() {
        return unit;
    }

    /** Why a message is too large; null when it is not. */
    @Nullable
    String tooLarge(int m) {
        return unit.tooLarge(m, 0, maxMessage, "at the broker");
    }

    Message<byte[]> message(int m, long unitNumber, int attempt) {
        Map<String, Object> headers = new HashMap<>();
        unit.headers(
                m,
                (header, text) ->
                        headers.put(header.equals("content-type") ? MessageHeaders.CONTENT_TYPE : header, text));
        if (!holdsMany) {
            headers.put(TaktHeaders.QUALITY, quality(unit.status(m)));
        }
        headers.put(TaktHeaders.KEY, unit.route(m));
        headers.put(TaktHeaders.STREAM, name);
        headers.put(TaktHeaders.UNIT, unitNumber);
        headers.put(TaktHeaders.MESSAGE, m);
        headers.put(TaktHeaders.ATTEMPT, attempt);
        return new GenericMessage<>(unit.payload(m), headers);
    }

    private static String quality(int status) {
        return StatusCode.isGood(status) ? "Good" : StatusCode.isUncertain(status) ? "Uncertain" : "Bad";
    }
}
