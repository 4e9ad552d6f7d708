package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Reads variables, several at once.
 *
 * <pre>
 *  request   10     11      12
 *            +------+-------+-----------+-----------+- - -
 *            | 0x04 | count | VarItem   | VarItem   |
 *            +------+-------+-----------+-----------+- - -
 *  answer    12     13      14
 *            +------+-------+-----------+-----------+- - -
 *            | 0x04 | count | DataItem  | DataItem  |
 *            +------+-------+-----------+-----------+- - -
 * </pre>
 *
 * <p>Source: captures s7-300-connect-setup-read-write frames 9 and 10, s7-300-wincc-multiread-write frames 6 and 9.
 */
public final class ReadVar {

    /** Size of a request before its items. */
    public static final int REQUEST_BYTES = S7Header.REQUEST_BYTES + 2;
    /** Size of an answer before its items. */
    public static final int ANSWER_BYTES = S7Header.ANSWER_BYTES + 2;
    /** The count is one byte. */
    public static final int MAX_ITEMS = 255;

    private static final int COUNT = 1;

    private ReadVar() {}

    /** Writes a request but for its items, which stand at {@link #item}. */
    public static void writeRequest(ByteBuffer buffer, int pdu, int reference, int items) {
        S7Header.write(buffer, pdu, S7Header.JOB, reference, 2 + items * VarItem.BYTES, 0);
        buffer.put(pdu + S7Header.REQUEST_BYTES, (byte) S7Function.READ_VAR);
        buffer.put(pdu + S7Header.REQUEST_BYTES + COUNT, (byte) items);
    }

    /** Position of a request's item. */
    public static int item(int pdu, int item) {
        return pdu + REQUEST_BYTES + item * VarItem.BYTES;
    }

    /**
     * Checks an answer without an error in its header: it has this many items, and all of them are inside. Then walk them
     * with {@link #firstItem} and {@link #next}; the bytes of each stand behind its header.
     */
    public static void checkAnswer(ByteBuffer buffer, int pdu, int items) throws MalformedFrameException {
        S7Function.checkAnswer(buffer, pdu, S7Function.READ_VAR, 2);
        int count = buffer.get(pdu + S7Header.ANSWER_BYTES + COUNT) & 0xFF;
        if (count != items) {
            throw new MalformedFrameException(
                    "an answer with " + count + " items to a read of " + items
                            + "; if the device takes fewer at once, set the option maxItems",
                    S7Header.ANSWER_BYTES + COUNT);
        }
        int end = S7Header.data(buffer, pdu) + S7Header.dataBytes(buffer, pdu);
        int at = firstItem(pdu);
        for (int i = 0; i < items; i++) {
            int bytes = DataItem.check(buffer, at, end, at - pdu);
            at += DataItem.HEADER_BYTES + (i < items - 1 ? DataItem.padded(bytes) : bytes);
        }
        // A last item of odd length may be filled up too.
        if (at < end - 1) {
            throw new MalformedFrameException((end - at) + " bytes behind the last item", at - pdu);
        }
    }

    public static int firstItem(int pdu) {
        return pdu + ANSWER_BYTES;
    }

    /** Position of the item behind this one. */
    public static int next(ByteBuffer buffer, int at) {
        return at + DataItem.HEADER_BYTES + DataItem.padded(DataItem.bytes(buffer, at));
    }
}
