package io.taktstrom.runtime;

import java.io.IOException;

/** A deployment that cannot take the place of the one that runs, and would start. */
final class RestartNeededException extends IOException {

    private static final long serialVersionUID = 1;

    RestartNeededException(String message) {
        super(message);
    }
}
