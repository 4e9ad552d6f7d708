package io.taktstrom.descriptor;

/** What a connector can do by itself. Where {@link #SUBSCRIBE} is missing, the stream polls. */
public enum Capability {
    READ,
    WRITE,
    /** The device pushes samples. Without it {@code Connection.subscribe} refuses, as its default does. */
    SUBSCRIBE,
    /** The device says what it has. Without it {@code Connection.browse} refuses, as its default does. */
    BROWSE
}
