package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** What a client publishes when a session begins and ends, and where received messages go. */
public interface SessionCallbacks {

    SessionCallbacks NONE = new SessionCallbacks() {};

    /** The last will, which the broker publishes when the session ends without DISCONNECT; asked for before each session. */
    default @Nullable Message will() {
        return null;
    }

    /**
     * What comes before all else. Called by the thread that publishes, once a session lives.
     *
     * @throws IOException when the session is of no use; it is closed
     */
    default void connected(MqttSession session) throws IOException {}

    /**
     * A message has come, from the moment on in which a session begins. Called by the session's I/O thread, so it is quick and
     * waits for nothing.
     */
    default void received(Received message) {
        message.acknowledge().run();
    }

    /** What is published before an orderly end. Called by the thread that closes. */
    default List<Message> lastMessages() {
        return List.of();
    }
}
