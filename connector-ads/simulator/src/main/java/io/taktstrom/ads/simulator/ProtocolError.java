package io.taktstrom.ads.simulator;

import java.io.IOException;

/** What arrived is no AMS: nobody can tell where the next frame starts, so the connection ends. */
final class ProtocolError extends IOException {

    ProtocolError(String message) {
        super(message);
    }
}
