package io.taktstrom.opcua.value;

import java.time.Instant;
import java.util.Base64;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.UaTime;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;

/**
 * The selected fields of an event as a JSON object. Times are RFC 3339, byte strings base64, identifiers in the standard's
 * text form; a field that the event does not have is null, and so is a structure.
 */
public final class EventText {

    private static final int ARRAY = 0x80;
    private static final int DIMENSIONS = 0x40;

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
        int mask = in.u8();
        int builtin = mask & 0x3F;
        if ((mask & ARRAY) == 0) {
            value(builtin, in);
        } else {
            array(builtin, in);
        }
        if ((mask & DIMENSIONS) != 0) {
            in.skip(Integer.BYTES * Math.max(0, in.count(Integer.BYTES)));
        }
    }

    private void array(int builtin, WireReader in) throws MalformedFrameException {
        int count = in.count(Math.max(1, Builtin.fixedBytes(builtin)));
        text.append(count < 0 ? "null" : "[");
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ",");
            value(builtin, in);
        }
        text.append(count < 0 ? "" : "]");
    }

    private void value(int builtin, WireReader in) throws MalformedFrameException {
        switch (builtin) {
            case 0 -> text.append("null");
            case Builtin.BOOLEAN -> text.append(in.u8() != 0);
            case Builtin.SBYTE -> text.append((byte) in.u8());
            case Builtin.BYTE -> text.append(in.u8());
            case Builtin.INT16 -> text.append((short) in.u16());
            case Builtin.UINT16 -> text.append(in.u16());
            case Builtin.INT32 -> text.append(in.i32());
            case Builtin.UINT32, Builtin.STATUS_CODE -> text.append(in.i32() & 0xFFFF_FFFFL);
            case Builtin.INT64 -> text.append(in.i64());
            case Builtin.UINT64 -> text.append(Long.toUnsignedString(in.i64()));
            case Builtin.FLOAT -> number(Float.intBitsToFloat(in.i32()));
            case Builtin.DOUBLE -> number(Double.longBitsToDouble(in.i64()));
            case Builtin.DATE_TIME -> date(in.i64());
            case Builtin.BYTE_STRING -> bytes(in);
            default -> {
                if (TextLayout.isText(builtin)) {
                    string(TextForm.read(builtin, in));
                } else {
                    in.skipValues(builtin, 1);
                    text.append("null");
                }
            }
        }
    }

    /** JSON has no number that is none. */
    private void number(double value) {
        if (Double.isFinite(value)) {
            text.append(value);
        } else {
            text.append("null");
        }
    }

    private void date(long ticks) {
        long nanos = UaTime.toEpochNanos(ticks, SampleBatch.NO_TIME);
        if (nanos == SampleBatch.NO_TIME) {
            text.append("null");
        } else {
            string(Instant.ofEpochSecond(0, nanos).toString());
        }
    }

    private void bytes(WireReader in) throws MalformedFrameException {
        byte[] bytes = in.byteString();
        if (bytes == null) {
            text.append("null");
        } else {
            string(Base64.getEncoder().encodeToString(bytes));
        }
    }

    private void string(String value) {
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
