package io.taktstrom.spi;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/**
 * A request as a whole failed. A failure of one item among many is not an exception but that item's status.
 *
 * <p>The message says what was tried, where, with which code, and what to do about it, for example
 * {@code read MAIN.x at 5.32.116.5.1.1:851: 0x710 symbol not found; check the name, or browse}.
 */
public abstract sealed class ConnectorException extends IOException
        permits ConnectFailedException,
                ConnectionLostException,
                DeviceErrorException,
                InvalidRequestException,
                MalformedFrameException,
                RequestTimeoutException {

    ConnectorException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /** The OPC UA status code (Part 4, 7.39) that samples of the points concerned get. Never Good. */
    public abstract int status();
}
