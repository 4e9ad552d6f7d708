package io.taktstrom.modbus;

import java.nio.ByteBuffer;
import java.util.Arrays;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.kit.tcp.RequestLink;
import io.taktstrom.spi.MalformedFrameException;

/**
 * One request and its answer (Modbus Application Protocol 1.1b3, 6; Modbus Messaging on TCP/IP 1.0b, 3.1.3). Reused; allocates
 * nothing.
 *
 * <pre>
 *   0 transaction | 2 protocol 0 | 4 length | 6 unit | 7 function | 8 ...
 *   1 to 4    read            8 first | 10 count                        --&gt;  8 bytes | 9 values
 *   15, 16    write           8 first | 10 count | 12 bytes | 13 values --&gt;  8 first | 10 count
 *   function with bit 7 set   8 exception
 * </pre>
 */
class ModbusRequest implements RequestLink.Frames {

    static final int MAX_BYTES = 260;

    private static final int FUNCTION_AT = 7;
    private static final int DATA_AT = 8;
    private static final int READ_AT = 9;
    private static final int WRITTEN_BYTES = 12;
    private static final int VALUE_AT = 13;
    private static final int REFUSED = 0x80;

    private final ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
    /** A value to be written: bits have a byte each. */
    private final ByteBuffer value = ByteBuffer.allocate(2048);

    private ModbusArea area = ModbusArea.HR;
    private int units;
    private boolean reads;
    private ByteBuffer image = value;
    private int imageAt;
    private int status;

    /** Begins a read whose answer goes into the image. */
    ByteBuffer read(int number, int unit, SpanPlan.Piece piece, ByteBuffer into) {
        image = into;
        imageAt = piece.imageAt();
        return begin(number, unit, piece.span(), true);
    }

    /** Room for a value, all zero. */
    ByteBuffer value() {
        Arrays.fill(value.array(), (byte) 0);
        return value;
    }

    /** Begins a write of the {@link #value}. */
    ByteBuffer write(int number, int unit, Span span) {
        return begin(number, unit, span, false);
    }

    private ByteBuffer begin(int number, int unit, Span span, boolean read) {
        reads = read;
        units = span.length();
        area = ModbusArea.of(span.area());
        int data = read ? 0 : area.dataBytes(units);
        bytes.clear().putShort((short) number).putShort((short) 0).putShort((short) (read ? 6 : 7 + data));
        bytes.put((byte) unit).put((byte) (read ? area.readFunction() : area.writeFunction()));
        bytes.putShort((short) span.offset()).putShort((short) units);
        if (!read) {
            bytes.put((byte) data).put(value.array(), 0, data);
        }
        for (int bit = 0; !read && area.isBits() && bit < units; bit++) {
            int at = VALUE_AT + bit / 8;
            int before = bit % 8 == 0 ? 0 : bytes.get(at);
            bytes.put(at, (byte) (before | value.get(bit) << bit % 8));
        }
        return bytes.flip();
    }

    /** Whether an answer with this transaction number is that of this request. */
    boolean isAnsweredBy(short number) {
        return number == bytes.getShort(0);
    }

    /** Good, or why the device refused. */
    int status() {
        return status;
    }

    @Override
    public boolean take(ByteBuffer in, int from, int to) throws MalformedFrameException {
        int function = to - from < READ_AT ? 0 : in.get(from + FUNCTION_AT) & 0xFF;
        if (function == 0 || !isAnsweredBy(in.getShort(from))) {
            throw new MalformedFrameException("an answer with the transaction number of another request", 0);
        }
        int data = reads ? area.dataBytes(units) : 0;
        if (function == (bytes.get(FUNCTION_AT) | REFUSED)) {
            status = statusOf(in.get(from + DATA_AT));
        } else if (function != bytes.get(FUNCTION_AT)
                || to - from != (reads ? READ_AT + data : WRITTEN_BYTES)
                || (reads && (in.get(from + DATA_AT) & 0xFF) != data)) {
            throw new MalformedFrameException(
                    "an answer of " + (to - from) + " bytes with function " + function, FUNCTION_AT);
        } else {
            for (int bit = 0; reads && area.isBits() && bit < units; bit++) {
                image.put(imageAt + bit, (byte) (in.get(from + READ_AT + bit / 8) >> bit % 8 & 1));
            }
            if (reads && !area.isBits()) {
                image.put(imageAt, in, from + READ_AT, data);
            }
            status = StatusCode.GOOD;
        }
        return true;
    }

    private static int statusOf(int exception) {
        return switch (exception) {
            case 1 -> StatusCode.BAD_NOT_SUPPORTED;
            case 2 -> StatusCode.BAD_NODE_ID_UNKNOWN;
            case 3 -> StatusCode.BAD_OUT_OF_RANGE;
            default -> StatusCode.BAD_DEVICE_FAILURE;
        };
    }
}
