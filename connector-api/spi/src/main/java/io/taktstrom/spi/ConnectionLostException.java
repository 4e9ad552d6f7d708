package io.taktstrom.spi;

import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/** The connection is gone, closed by us, by the peer or by the network. It will not come back; open a new one. */
public final class ConnectionLostException extends ConnectorException {

    public ConnectionLostException(String message) {
        this(message, null);
    }

    public ConnectionLostException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public int status() {
        return StatusCode.BAD_CONNECTION_CLOSED;
    }
}
