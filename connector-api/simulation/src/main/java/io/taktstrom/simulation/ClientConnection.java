package io.taktstrom.simulation;

/** A client's connection to a simulated device, as {@link ConnectionAdmission} see it. Thread-safe. */
public interface ClientConnection {

    /** Whether it has asked for something that the device knows. Who only connects, or sends half a request, is a connection without a request. */
    boolean isKnown();

    /** When it asked last, or came, on the clock of {@link System#nanoTime}; now, while it waits for what it asked for. */
    long lastHeardNanos();

    /** Ends the connection. Idempotent; never waits for the network, never fails. */
    void close(String reason);
}
