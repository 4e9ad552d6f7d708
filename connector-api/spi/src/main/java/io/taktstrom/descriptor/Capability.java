package io.taktstrom.descriptor;

/** What a connector can do by itself. Where {@link #SUBSCRIBE} is missing, the stream polls. */
public enum Capability {
    READ,
    WRITE,
    /** The device pushes samples. */
    SUBSCRIBE,
    BROWSE
}
