package io.taktstrom.simulation;

/** A {@link Guest} on a socket. Its {@link #run} serves it, on a thread of its own, until the connection ends. */
public interface SocketGuest extends Guest, Runnable {}
