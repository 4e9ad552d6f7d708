package io.taktstrom.ads.simulator;

/** What arrived is no AMS: nobody can tell where the next frame starts, so the connection ends. */
final class ProtocolError extends Exception {

    ProtocolError(String message) {
        super(message);
    }
}
