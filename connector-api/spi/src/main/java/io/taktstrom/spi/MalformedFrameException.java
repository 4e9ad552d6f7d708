package io.taktstrom.spi;

import io.taktstrom.data.StatusCode;

/**
 * Bytes from a peer do not follow the protocol. The connection that delivered them cannot be trusted any more.
 *
 * <p>Byte-level code may throw this one class of the SPI, and no other.
 */
public final class MalformedFrameException extends ConnectorException {

    private final long offset;

    /**
     * @param message what is wrong, with the value found and the values allowed
     * @param offset where in the frame, in bytes from its first byte
     */
    public MalformedFrameException(String message, long offset) {
        super(message + " (at byte " + offset + ")", null);
        this.offset = offset;
    }

    /** The same, with what stands before its message: what was going on, and with whom. */
    public MalformedFrameException(String context, MalformedFrameException cause) {
        super(context + ": " + cause.getMessage(), cause);
        this.offset = cause.offset;
    }

    /** Where in the frame, in bytes from its first byte. */
    public long offset() {
        return offset;
    }

    @Override
    public int status() {
        return StatusCode.BAD_DECODING_ERROR;
    }
}
