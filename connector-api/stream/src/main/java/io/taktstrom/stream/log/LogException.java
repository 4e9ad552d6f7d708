package io.taktstrom.stream.log;

import java.io.IOException;

/** A log that cannot be used, though its disk works: it is another's, of another version, or held by someone else. */
public final class LogException extends IOException {

    private static final long serialVersionUID = 1;

    LogException(String message) {
        super(message);
    }
}
