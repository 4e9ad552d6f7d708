package io.taktstrom.runtime.sink;

import java.io.IOException;

import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.SinkProvider;

/** A type of sink that can be opened; found by {@link java.util.ServiceLoader} as its {@link SinkProvider}. */
public interface SinkOpener extends SinkProvider {

    /**
     * Opens a sink of this type.
     *
     * @throws IOException when it cannot be used now: the message says what, where and what to do
     */
    OpenSink open(SinkConfig config, SinkSurroundings surroundings) throws IOException;

    /**
     * Finds out whether a sink of this type could be opened, and leaves nothing behind.
     *
     * @throws IOException as {@link #open} would
     */
    default void check(SinkConfig config, SinkSurroundings surroundings) throws IOException {
        open(config, surroundings).close();
    }
}
