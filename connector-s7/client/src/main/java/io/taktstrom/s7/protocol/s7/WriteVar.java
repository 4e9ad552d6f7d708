package io.taktstrom.s7.protocol.s7;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Writes variables, several at once.
 *
 * <pre>
 *  request   10     11      12
 *            +------+-------+-----------+- - -+------------+- - -
 *            | 0x05 | count | VarItem   |     | DataItem   |
 *            +------+-------+-----------+- - -+------------+- - -
 *                            one for each      one for each, in the same order
 *  answer    12     13      14
 *            +------+-------+-------------+-------------+- - -
 *            | 0x05 | count | return code | return code |
 *            +------+-------+-------------+-------------+- - -
 * </pre>
 *
 * <p>Source: capture s7-300-cpu315-everything frames 53 and 54.
 */
public final class WriteVar {

    /** Size of a request before its items. */
    public static final int REQUEST_BYTES = S7Header.REQUEST_BYTES + 2;

    private static final int COUNT = 1;

    private WriteVar() {}

    /**
     * Writes a request but for its items, which stand at {@link #item}, and its data, which starts at {@link #data}.
     *
     * @param dataBytes of all data items with their headers, and filled up but for the last one
     */
    public static void writeRequest(ByteBuffer buffer, int pdu, int reference, int items, int dataBytes) {
        S7Header.write(buffer, pdu, S7Header.JOB, reference, 2 + items * VarItem.BYTES, dataBytes);
        buffer.put(pdu + S7Header.REQUEST_BYTES, (byte) S7Function.WRITE_VAR);
        buffer.put(pdu + S7Header.REQUEST_BYTES + COUNT, (byte) items);
    }

    /** Position of a request's item. */
    public static int item(int pdu, int item) {
        return pdu + REQUEST_BYTES + item * VarItem.BYTES;
    }

    /** Where the data of a request with that many items starts. */
    public static int data(int pdu, int items) {
        return item(pdu, items);
    }

    /**
     * Checks an answer without an error in its header: a return code for each item, or for the first of them, from devices
     * that take fewer at once and do not say so.
     *
     * @return how many items are answered, at least one
     */
    public static int checkAnswer(ByteBuffer buffer, int pdu, int items) throws MalformedFrameException {
        S7Function.checkAnswer(buffer, pdu, S7Function.WRITE_VAR, 2);
        int count = buffer.get(pdu + S7Header.ANSWER_BYTES + COUNT) & 0xFF;
        if (count < 1 || count > items || S7Header.dataBytes(buffer, pdu) != count) {
            throw new MalformedFrameException(
                    "an answer with " + count + " items and " + S7Header.dataBytes(buffer, pdu)
                            + " return codes to a write of " + items
                            + "; if the device takes fewer at once, set the option maxItems",
                    S7Header.ANSWER_BYTES + COUNT);
        }
        return count;
    }

    /** What became of an item, see {@link ReturnCode}. */
    public static int code(ByteBuffer buffer, int pdu, int item) {
        return buffer.get(S7Header.data(buffer, pdu) + item) & 0xFF;
    }
}
