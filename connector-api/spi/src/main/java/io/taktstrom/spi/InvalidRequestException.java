package io.taktstrom.spi;

import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/** The caller asked for something that can never work, whatever the device says: a closed group, a foreign group, an option out of range. */
public final class InvalidRequestException extends ConnectorException {

    public InvalidRequestException(String message) {
        this(message, null);
    }

    public InvalidRequestException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    @Override
    public int status() {
        return StatusCode.BAD_INVALID_ARGUMENT;
    }
}
