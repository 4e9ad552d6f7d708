package io.taktstrom.example.register;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.plan.Span;
import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.kit.tcp.RequestLink;
import io.taktstrom.spi.MalformedFrameException;

/**
 * One request and its answer (Modbus Application Protocol 1.1b3, 6.3 and 6.12; Modbus Messaging on TCP/IP 1.0b, 3.1.3).
 *
 * <pre>
 *   0 transaction | 2 protocol 0 | 4 length | 6 unit | 7 function | 8 ...
 *   3  read                   8 first register | 10 count             --&gt;  8 bytes | 9 values
 *   16 write                  8 first register | 10 count | 12 bytes | 13 values  --&gt;  8 first | 10 count
 *   function with bit 7 set   8 exception
 * </pre>
 */
class RegisterRequest implements RequestLink.Frames {

    static final int MAX_BYTES = 260;

    private static final int READ = 3;
    private static final int WRITE = 16;
    private static final int HEADER = 9;
    private static final int REFUSED = 0x80;

    private final ByteBuffer bytes = ByteBuffer.allocate(MAX_BYTES);
    private ByteBuffer image = ByteBuffer.allocate(0);
    private int imageAt;
    private int expected;
    private int status;

    void read(SpanPlan.Piece piece, ByteBuffer into) {
        image = into;
        imageAt = piece.imageAt();
        expected = 2 * piece.span().length();
        put(bytes.clear(), READ, piece.span(), 6);
        bytes.flip();
    }

    /** To be filled with a write. */
    ByteBuffer write() {
        expected = 0;
        return bytes.clear();
    }

    /** Puts a request to write a span; returns where the value goes. */
    static int putWrite(ByteBuffer out, Span span) {
        int value = 2 * span.length();
        put(out, WRITE, span, 7 + value);
        out.put((byte) value);
        out.position(out.position() + value);
        return out.position() - value;
    }

    private static void put(ByteBuffer out, int function, Span span, int length) {
        out.putShort((short) 0).putShort((short) 0).putShort((short) length);
        out.put((byte) 1).put((byte) function);
        out.putShort((short) span.offset()).putShort((short) span.length());
    }

    /** Gives the request its transaction number, which the answer repeats. */
    void number(int number) {
        bytes.putShort(0, (short) number);
    }

    /** Whether an answer with this transaction number is that of this request. */
    boolean isAnsweredBy(short number) {
        return number == bytes.getShort(0);
    }

    final ByteBuffer bytes() {
        return bytes;
    }

    /** Good, or why the device refused. */
    int status() {
        return status;
    }

    @Override
    public boolean take(ByteBuffer in, int from, int to) throws MalformedFrameException {
        int function = to - from < HEADER ? 0 : in.get(from + 7) & 0xFF;
        if (function == 0 || !isAnsweredBy(in.getShort(from))) {
            throw new MalformedFrameException("an answer with a transaction number of another request", 0);
        }
        if (function == (bytes.get(7) | REFUSED)) {
            status = statusOf(in.get(from + 8));
        } else if (function != bytes.get(7)
                || (function == READ && (in.get(from + 8) & 0xFF) != expected)
                || to - from - (function == READ ? HEADER : 12) != expected) {
            throw new MalformedFrameException("an answer of " + (to - from) + " bytes with function " + function, 7);
        } else {
            image.put(imageAt, in, from + HEADER, expected);
            status = StatusCode.GOOD;
        }
        return true;
    }

    private static int statusOf(int exception) {
        return switch (exception) {
            case 2 -> StatusCode.BAD_NODE_ID_UNKNOWN;
            case 3 -> StatusCode.BAD_OUT_OF_RANGE;
            default -> StatusCode.BAD_DEVICE_FAILURE;
        };
    }
}
