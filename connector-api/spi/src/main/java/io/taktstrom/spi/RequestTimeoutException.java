package io.taktstrom.spi;

import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/** The device did not answer in time. Whether a write took effect is unknown. */
public final class RequestTimeoutException extends ConnectorException {

    public RequestTimeoutException(String message) {
        this(message, null);
    }

    public RequestTimeoutException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public int status() {
        return StatusCode.BAD_TIMEOUT;
    }
}
