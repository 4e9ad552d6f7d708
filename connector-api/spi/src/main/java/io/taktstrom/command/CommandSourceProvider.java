package io.taktstrom.command;

import java.io.IOException;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;

/**
 * One type of source of commands. Found by {@link java.util.ServiceLoader}, stateless, thread-safe.
 *
 * <p>A provider has a public constructor without parameters and is listed in
 * {@code META-INF/services/io.taktstrom.command.CommandSourceProvider}.
 */
public interface CommandSourceProvider {

    /** The same each time. */
    PartDescriptor descriptor();

    /**
     * Opens a source of this type, from which commands come at once.
     *
     * @param options checked against the {@link #descriptor}; secrets are in them as they are, and get into no message
     * @throws IOException when it cannot be used at all: a port that is taken. The message says what, where and what to do;
     *     nothing starts then. A broker that is merely away now does not prevent that
     */
    CommandSource open(OptionValues options, CommandContext context) throws IOException;

    /**
     * Finds out whether commands could come: that a port is free, that a broker is there, lets us in and has what is named. Takes no
     * command, keeps none from those that take them now, and leaves nothing behind. Waits as long as the options let it.
     *
     * @throws IOException when not: what, where and what to do
     */
    void check(OptionValues options, CommandContext context) throws IOException;
}
