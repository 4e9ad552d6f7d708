package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BiConsumer;

/** A session that lives. For the thread that was given it, during the call. */
public interface Link {

    /**
     * Publishes in order, and returns when the broker has all.
     *
     * @param refused hears of messages that the broker will never take
     * @throws IOException when it may not have them all: the session is given up
     */
    void deliver(List<Message> messages, Refusal refused) throws IOException;

    /**
     * Has the broker send us what comes in under a filter.
     *
     * @param received topic and payload; called by the session's I/O thread, so it is quick and waits for nothing
     * @throws IOException when the broker does not allow it, or is away
     */
    void subscribe(String filter, BiConsumer<String, ByteBuffer> received) throws IOException;
}
