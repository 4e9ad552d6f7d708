package io.taktstrom.kit.tcp;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/** Where the frames of a protocol end. Stateless. */
public interface Framing {

    /** More bytes must come first. */
    int INCOMPLETE = -1;

    /**
     * Where the frame that begins at {@code from} ends: behind its last byte, or {@link #INCOMPLETE}. Hot; no byte may be
     * trusted.
     *
     * @param in big-endian; what has come is from {@code from} to before {@code to}
     * @throws MalformedFrameException when no frame begins like this; the connection ends with it
     */
    int end(ByteBuffer in, int from, int to) throws MalformedFrameException;

    /** The most bytes that a frame has; a longer one ends the connection. */
    int maxBytes();

    /** Lines of text; a frame is a line with its line feed. */
    static Framing lines(int maxBytes) {
        return new Framing() {
            @Override
            public int end(ByteBuffer in, int from, int to) {
                for (int i = from; i < to; i++) {
                    if (in.get(i) == '\n') {
                        return i + 1;
                    }
                }
                return INCOMPLETE;
            }

            @Override
            public int maxBytes() {
                return maxBytes;
            }
        };
    }

    /**
     * Frames with their length in two bytes, big-endian, as in the header of Modbus/TCP: {@code counted(4, 6, 260)}.
     *
     * @param lengthAt where the length is, from the frame's first byte
     * @param uncounted bytes of the frame that the length does not count
     */
    static Framing counted(int lengthAt, int uncounted, int maxBytes) {
        return new Framing() {
            @Override
            public int end(ByteBuffer in, int from, int to) throws MalformedFrameException {
                if (to - from < lengthAt + Short.BYTES) {
                    return INCOMPLETE;
                }
                int bytes = uncounted + Short.toUnsignedInt(in.getShort(from + lengthAt));
                if (bytes > maxBytes || bytes < lengthAt + Short.BYTES) {
                    throw new MalformedFrameException(
                            "a frame of " + bytes + " bytes; " + (lengthAt + Short.BYTES) + " to " + maxBytes
                                    + " are allowed",
                            lengthAt);
                }
                return bytes <= to - from ? from + bytes : INCOMPLETE;
            }

            @Override
            public int maxBytes() {
                return maxBytes;
            }
        };
    }
}
