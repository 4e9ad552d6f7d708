package io.taktstrom.stream.source;

/** Where a {@link ManagedConnection} is in its life. */
public enum ConnectionState {
    CONNECTING,
    CONNECTED,
    WAITING,
    CLOSED
}
