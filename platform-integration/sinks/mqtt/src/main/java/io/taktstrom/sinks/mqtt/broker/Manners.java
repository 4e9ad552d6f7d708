package io.taktstrom.sinks.mqtt.broker;

import java.io.IOException;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** What is said at the begin and at the end of a session, and who listens in between. */
public interface Manners {

    Manners NONE = new Manners() {};

    /** What the broker says for us when we are gone without a goodbye; asked for before each session. */
    default @Nullable Message will() {
        return null;
    }

    /**
     * What comes before all else. Called by the thread that publishes, once a session lives.
     *
     * @throws IOException when the session is of no use; it is given up
     */
    default void greet(Link link) throws IOException {}

    /**
     * A message has come, from the moment on in which a session begins. Called by the session's I/O thread, so it is quick and
     * waits for nothing.
     */
    default void heard(Received message) {
        message.acknowledge().run();
    }

    /** What is said before an orderly end. Called by the thread that closes. */
    default List<Message> farewell() {
        return List.of();
    }
}
