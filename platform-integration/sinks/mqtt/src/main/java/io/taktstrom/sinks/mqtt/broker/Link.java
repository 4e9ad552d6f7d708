package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.util.List;

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
     * Has the broker send us what comes in under a filter; {@link SessionCallbacks#received} gets it.
     *
     * @throws IOException when the broker does not allow it, or is away
     */
    void subscribe(String filter) throws IOException;
}
