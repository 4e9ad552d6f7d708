package io.taktstrom.ads.adslib;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Frames between us and the process that has the library, both ways, little-endian:
 *
 * <pre>
 *   0        4      8          12                             40
 *   length   lane   operation  seven arguments, 4 bytes each   data, up to the length
 * </pre>
 *
 * <p>A lane carries one call at a time. An answer has its result in the first argument and a number in the second; samples
 * come on lane {@link #SAMPLES}. The length counts from its end; the most is fixed, whoever says otherwise is not obeyed.
 * Hot: allocates only for a longer frame than ever before. Sending is thread-safe, receiving is one thread's.
 */
final class Wire {

    static final int SAMPLES = -1;
    static final int ARGUMENTS = 7;

    // What a lane is asked for: a command of ADS by its number, or one of these.
    static final int LOAD = 16;
    static final int ADD_ROUTE = 17;
    static final int DELETE_ROUTE = 18;
    static final int SET_LOCAL_NET_ID = 19;
    static final int OPEN_PORT = 20;
    static final int CLOSE_PORT = 21;
    static final int SET_TIMEOUT = 22;
    static final int LOCAL_ADDRESS = 23;

    /** More than any request may have: a whole symbol table. */
    static final int MAX_BYTES = 256 * 1024 * 1024;

    /** Enough for whatever answer has no length of its own. */
    static final int FIRST_ANSWER_BYTES = 4_096;

    private static final int LENGTH = 4;
    private static final int HEADER = 40;
    private static final int FIRST_BYTES = 64 * 1024;

    private final InputStream from;
    private final OutputStream to;
    private byte[] sent = new byte[FIRST_BYTES];
    private ByteBuffer sending = little(sent);
    private byte[] received = new byte[FIRST_BYTES];
    private ByteBuffer receiving = little(received);
    private int dataBytes;

    Wire(InputStream from, OutputStream to) {
        this.from = from;
        this.to = to;
    }

    private static ByteBuffer little(byte[] array) {
        return ByteBuffer.wrap(array).order(ByteOrder.LITTLE_ENDIAN);
    }

    // ---- sending

    void send(int lane, int operation, int[] arguments, ByteBuffer data, int bytes) throws IOException {
        synchronized (to) {
            int length = HEADER + bytes;
            if (sent.length < length) {
                sent = new byte[Math.max(length, Math.min(MAX_BYTES, 2 * sent.length))];
                sending = little(sent);
            }
            sending.putInt(0, length - LENGTH).putInt(4, lane).putInt(8, operation);
            for (int i = 0; i < ARGUMENTS; i++) {
                sending.putInt(12 + 4 * i, arguments[i]);
            }
            sending.put(HEADER, data, 0, bytes);
            to.write(sent, 0, length);
            to.flush();
        }
    }

    // ---- receiving

    /** Waits for the next frame. */
    void receive() throws IOException {
        fill(0, LENGTH);
        int length = receiving.getInt(0);
        if (length < HEADER - LENGTH || length > MAX_BYTES) {
            throw new MalformedFrameException("a frame of " + length + " bytes from the library's process", 0);
        }
        if (received.length < length + LENGTH) {
            received = Arrays.copyOf(received, length + LENGTH);
            receiving = little(received);
        }
        fill(LENGTH, length);
        dataBytes = length + LENGTH - HEADER;
    }

    private void fill(int at, int bytes) throws IOException {
        int end = at + bytes;
        for (int next = at; next < end; ) {
            int count = from.read(received, next, end - next);
            if (count < 0) {
                throw new EOFException("the other process has ended");
            }
            next += count;
        }
    }

    int lane() {
        return receiving.getInt(4);
    }

    int operation() {
        return receiving.getInt(8);
    }

    int argument(int index) {
        return receiving.getInt(12 + 4 * index);
    }

    int dataBytes() {
        return dataBytes;
    }

    void copyData(ByteBuffer into, int bytes) {
        into.put(0, receiving, HEADER, bytes);
    }

    int dataInt(int at) {
        return receiving.getInt(HEADER + at);
    }

    long dataLong(int at) {
        return receiving.getLong(HEADER + at);
    }

    void copyData(int at, byte[] into, int to, int bytes) {
        System.arraycopy(received, HEADER + at, into, to, bytes);
    }
}
