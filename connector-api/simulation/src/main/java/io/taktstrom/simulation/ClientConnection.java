package io.taktstrom.simulation;

/** A client's connection to a simulated device. Thread-safe. */
public interface ClientConnection {

    /** Whether it has sent a complete request; to connect, or to send half a request, does not count. */
    boolean isKnown();

    /** Time of its last request, or of its connect, on the clock of {@link System#nanoTime}; now, while it waits for notifications. */
    long lastHeardNanos();

    /** Closes the connection. Idempotent; never waits for the network, never fails. */
    void close(String reason);
}
