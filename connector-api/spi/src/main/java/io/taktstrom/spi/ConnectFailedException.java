package io.taktstrom.spi;

import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/** No connection came about: there was no answer, or the device refused us. */
public final class ConnectFailedException extends ConnectorException {

    public ConnectFailedException(String message) {
        this(message, null);
    }

    public ConnectFailedException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public int status() {
        return StatusCode.BAD_NO_COMMUNICATION;
    }
}
