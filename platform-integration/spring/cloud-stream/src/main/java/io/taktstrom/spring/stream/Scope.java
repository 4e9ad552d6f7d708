package io.taktstrom.spring.stream;

import java.io.IOException;

import io.taktstrom.sinks.message.MessageInlet;

/** What a binder puts around the messages of one unit, all of one thread, so that they arrive in their order. */
@FunctionalInterface
interface Scope {

    /** For binders that keep the order of themselves. */
    Scope NONE = MessageInlet.Sends::run;

    /**
     * Sends them.
     *
     * @throws IOException when one cannot be sent, or the way to the broker is gone before the first
     */
    void around(MessageInlet.Sends sends) throws IOException;
}
