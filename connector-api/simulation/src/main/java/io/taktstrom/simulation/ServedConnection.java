package io.taktstrom.simulation;

/** A {@link ClientConnection} on a socket. Its {@link #run} serves it, on a thread of its own, until the connection ends. */
public interface ServedConnection extends ClientConnection, Runnable {}
