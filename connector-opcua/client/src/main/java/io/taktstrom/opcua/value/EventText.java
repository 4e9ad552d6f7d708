package io.taktstrom.opcua.value;

import java.lang.reflect.Array;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.Matrix;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * The selected fields of an event as a JSON object. Times are RFC 3339, byte strings base64, identifiers in the standard's
 * text form; a field that the event does not have is null, and so is a structure.
 */
public final class EventText {

    private static final int BUILTIN = 0x3F;

    private final StringBuilder text = new StringBuilder();
    private long time = SampleBatch.NO_TIME;

    /**
     * Reads the fields, each a Variant, of which the last is the event's time.
     *
     * @return the JSON object
     */
    public String read(List<String> names, WireReader in) throws MalformedFrameException {
        text.setLength(0);
        time = SampleBatch.NO_TIME;
        int fields = Math.max(0, in.count(1));
        text.append('{');
        for (int i = 0; i < fields; i++) {
            if (i < names.size()) {
                text.append(i == 0 ? "" : ",");
                string(names.get(i));
                text.append(':');
                variant(in);
            } else {
                time(in);
            }
        }
        return text.append('}').toString();
    }

    /** When the event that was read last happened, in epoch nanoseconds; NO_TIME when it does not say. */
    public long time() {
        return time;
    }

    private void time(WireReader in) throws MalformedFrameException {
        int start = in.position();
        if (in.u8() == Builtin.DATE_TIME) {
            time = UaTime.toEpochNanos(in.i64(), SampleBatch.NO_TIME);
        } else {
            in.position(start);
            in.skipValues(Builtin.VARIANT, 1);
        }
    }

    private void variant(WireReader in) throws MalformedFrameException {
        int start = in.position();
        in.skipValues(Builtin.VARIANT, 1);
        value(MiloEncoding.value(in.buffer(), start, in.position()), in.buffer().get(start) & 0xFF);
    }

    /** @param type built-in type of the value, with other bits for an array */
    private void value(@Nullable Object value, int type) {
        if (value == null) {
            text.append(TextLayout.isText(type) ? "\"\"" : "null");
        } else if (value instanceof Matrix matrix) {
            value(matrix.getElements(), type);
        } else if (value.getClass().isArray()) {
            text.append('[');
            for (int i = 0; i < Array.getLength(value); i++) {
                text.append(i == 0 ? "" : ",");
                value(Array.get(value, i), type & BUILTIN);
            }
            text.append(']');
        } else if (value instanceof StatusCode status) {
            text.append(status.value());
        } else if (value instanceof Float || value instanceof Double) {
            // JSON has no number that is none.
            double number = ((Number) value).doubleValue();
            text.append(Double.isFinite(number) ? String.valueOf(number) : "null");
        } else if (value instanceof Boolean || value instanceof Number) {
            text.append(value);
        } else if (value instanceof DateTime date) {
            date(date.utcTime());
        } else if (value instanceof ByteString bytes && bytes.bytes() != null) {
            string(Base64.getEncoder().encodeToString(bytes.bytes()));
        } else {
            string(TextForm.text(value));
        }
    }

    private void date(long ticks) {
        long nanos = UaTime.toEpochNanos(ticks, SampleBatch.NO_TIME);
        string(
                nanos == SampleBatch.NO_TIME
                        ? null
                        : Instant.ofEpochSecond(0, nanos).toString());
    }

    private void string(@Nullable String value) {
        if (value == null) {
            text.append("null");
            return;
        }
        text.append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append("\\u%04x".formatted((int) c));
            } else {
                text.append(c);
            }
        }
        text.append('"');
    }
}
