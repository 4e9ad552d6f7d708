package io.taktstrom.lease;

import java.io.IOException;
import java.time.Duration;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.SinkContext;

/**
 * One type of store of a lease. Found by {@link java.util.ServiceLoader}, stateless, thread-safe. Listed in
 * {@code META-INF/services/io.taktstrom.lease.LeaseStoreProvider}; it is on the class path, and never in a plug-in.
 */
public interface LeaseStoreProvider {

    /** The same each time. */
    PartDescriptor descriptor();

    /**
     * Opens a store. Does not connect: a store that is away does not prevent a start.
     *
     * @param options checked against the {@link #descriptor}; secrets are in them as they are, and get into no message
     * @param context for paths and notices
     * @param limit how long each call may take
     * @throws IOException when it cannot be used at all: a file of certificates that cannot be read
     */
    LeaseStore open(OptionValues options, SinkContext context, Duration limit) throws IOException;
}
