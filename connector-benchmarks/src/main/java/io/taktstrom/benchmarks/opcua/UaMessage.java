package io.taktstrom.benchmarks.opcua;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

/**
 * One chunk of a message as it is on the wire (OPC 10000-6, 6.7.2), without protection.
 *
 * <pre>
 *  type | final | size | channel | token | sequence | request | encoding of the body | body
 *   3      1      4      4         4       4          4         4: 01 00 and its number
 * </pre>
 */
record UaMessage(ByteBuffer bytes) {

    static final int FINAL = 3;
    static final int SIZE = 4;
    static final int SEQUENCE = 16;
    static final int REQUEST = 20;
    static final int HEADER = 24;

    private static final int TYPE_ID = 26;
    private static final int PREAMBLE = 8;

    /** Reads a chunk to its end. */
    static UaMessage read(SocketChannel from) throws IOException {
        ByteBuffer preamble = fill(from, ByteBuffer.allocate(PREAMBLE).order(ByteOrder.LITTLE_ENDIAN));
        ByteBuffer whole = ByteBuffer.allocate(preamble.getInt(SIZE)).order(ByteOrder.LITTLE_ENDIAN);
        return new UaMessage(fill(from, whole.put(preamble.flip())));
    }

    private static ByteBuffer fill(SocketChannel from, ByteBuffer buffer) throws IOException {
        while (buffer.hasRemaining()) {
            if (from.read(buffer) < 0) {
                throw new EOFException("the connection was closed");
            }
        }
        return buffer;
    }

    void write(SocketChannel to) throws IOException {
        bytes.clear();
        while (bytes.hasRemaining()) {
            to.write(bytes);
        }
    }

    int size() {
        return bytes.capacity();
    }

    boolean isFinal() {
        return bytes.get(FINAL) != 'C';
    }

    /** Whether it closes the channel, which has no response. */
    boolean isClose() {
        return bytes.get(0) == 'C';
    }

    int sequence() {
        return bytes.getInt(SEQUENCE);
    }

    /** Which request it is, -1 for what is none. */
    int typeId() {
        return bytes.get(0) == 'M' ? bytes.getShort(TYPE_ID) & 0xFFFF : -1;
    }
}
