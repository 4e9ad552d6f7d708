package io.taktstrom.sink;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;

/**
 * One type of sink. Found by {@link java.util.ServiceLoader}, stateless, thread-safe.
 *
 * <p>A provider has a public constructor without parameters and is listed in
 * {@code META-INF/services/io.taktstrom.sink.SinkProvider}.
 */
public interface SinkProvider {

    /** The same each time. */
    PartDescriptor descriptor();

    /**
     * Opens a sink of this type.
     *
     * @param options checked against the {@link #descriptor}; secrets are in them as they are, and get into no message
     * @throws IOException when it cannot be used at all: a folder that is not there, a password that is wrong. The message
     *     says what, where and what to do; nothing starts then. A receiver that is merely away now does not prevent that: the sink
     *     opens, and {@link SinkInlet#publish} fails until it is back
     */
    Sink open(OptionValues options, SinkContext context) throws IOException;

    /**
     * Finds out whether a sink of this type could be opened, and leaves nothing behind.
     *
     * @throws IOException as {@link #open} would
     */
    default void check(OptionValues options, SinkContext context) throws IOException {
        open(options, context).close();
    }
}
