package io.taktstrom.simulation;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The connections of a simulated device, from when they are accepted until they end. Thread-safe.
 *
 * @param <C> what a connection is
 */
public final class Connections<C extends ClientConnection> {

    private final List<C> open = new ArrayList<>();
    private long accepted;
    private boolean closed;

    /**
     * Takes a connection.
     *
     * @throws IOException once the device is closed
     */
    public synchronized C add(C connection) throws IOException {
        if (closed) {
            throw new IOException("the simulator is closed");
        }
        open.add(connection);
        accepted++;
        return connection;
    }

    /** Forgets a connection that has ended; false if it was not there. */
    public synchronized boolean remove(C connection) {
        return open.remove(connection);
    }

    /** Whether it is there. */
    public synchronized boolean contains(C connection) {
        return open.contains(connection);
    }

    /** Those that are there now. */
    public synchronized List<C> list() {
        return List.copyOf(open);
    }

    /** How many there are now. */
    public synchronized int size() {
        return open.size();
    }

    /** How many there have been so far, those that are there now included. */
    public synchronized long accepted() {
        return accepted;
    }

    /** Closes all; clients may connect again at once. */
    public void drop() {
        list().forEach(connection -> connection.close("dropped"));
    }

    /** No connection is taken any more. */
    public synchronized void end() {
        closed = true;
    }

    /** Whether no connection is taken any more. */
    public synchronized boolean isEnded() {
        return closed;
    }
}
