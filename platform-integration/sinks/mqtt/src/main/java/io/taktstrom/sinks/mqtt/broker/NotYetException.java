package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;

/** The session is well, and nothing may be published in it now. */
public final class NotYetException extends IOException {

    private static final long serialVersionUID = 1;

    /** @param message for people: who is waited for */
    public NotYetException(String message) {
        super(message);
    }
}
