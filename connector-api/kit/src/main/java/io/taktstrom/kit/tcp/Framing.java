package io.taktstrom.kit.tcp;

import java.nio.ByteBuffer;

import io.taktstrom.spi.MalformedFrameException;

/** Where the frames of a protocol end. Stateless. */
@FunctionalInterface
public interface Framing {

    /**
     * Size of the frame that begins at a position, or 0 when more bytes must arrive first. Hot; no byte may be trusted.
     *
     * @param available number of bytes from there on, may be 0
     * @param maxBytes of a frame
     * @throws MalformedFrameException when no frame begins like this; the connection ends with it
     */
    int frameBytes(ByteBuffer in, int at, int available, int maxBytes) throws MalformedFrameException;

    /** Lines of text; a frame is a line with its line feed. */
    static Framing lines() {
        return (in, at, available, maxBytes) -> {
            int end = at + Math.min(available, maxBytes);
            for (int i = at; i < end; i++) {
                if (in.get(i) == '\n') {
                    return i + 1 - at;
                }
            }
            if (available >= maxBytes) {
                throw new MalformedFrameException("a frame that does not end after " + maxBytes + " bytes", maxBytes);
            }
            return 0;
        };
    }

    /**
     * Frames with their length in two bytes, as in the header of Modbus/TCP: {@code counted(4, 6)}.
     *
     * @param lengthAt where the length is, from the frame's first byte
     * @param uncounted bytes of the frame that the length does not count
     */
    static Framing counted(int lengthAt, int uncounted) {
        int header = lengthAt + Short.BYTES;
        return (in, at, available, maxBytes) -> {
            if (available < header) {
                return 0;
            }
            int bytes = uncounted + Short.toUnsignedInt(in.getShort(at + lengthAt));
            if (bytes > maxBytes || bytes < header) {
                throw new MalformedFrameException(
                        "a frame of " + bytes + " bytes; " + header + " to " + maxBytes + " are allowed", lengthAt);
            }
            return bytes <= available ? bytes : 0;
        };
    }
}
