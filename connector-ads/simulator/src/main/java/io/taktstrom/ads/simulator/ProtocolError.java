package io.taktstrom.ads.simulator;

import java.io.IOException;

/** The bytes are not AMS: where the next frame starts is unknown, so the connection ends. */
final class ProtocolError extends IOException {

    ProtocolError(String message) {
        super(message);
    }
}
