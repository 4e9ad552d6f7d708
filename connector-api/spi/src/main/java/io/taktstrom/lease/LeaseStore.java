package io.taktstrom.lease;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

/** One lease in a store that several instances can reach. Called by one thread at a time; closed by any. */
public interface LeaseStore extends AutoCloseable {

    /**
     * What the store has now; null when it has no record. Never older than what a {@link #replace} has acknowledged before.
     *
     * @throws IOException when the store does not answer in time, or refuses: what, where and what to do
     */
    @Nullable
    LeaseRecord read() throws IOException;

    /**
     * Replaces the record, atomically, if the store still has the one that was read. Once this returns true it survives a crash of
     * the store.
     *
     * @param seen what {@link #read} has returned; null to create the record
     * @param holder of the new one; empty to release it
     * @return false when the store has another record by now
     * @throws IOException as {@link #read}; whether the record was replaced is not known then
     */
    boolean replace(@Nullable LeaseRecord seen, String holder, long term) throws IOException;

    /** Which lease, and where, for messages; without secrets. */
    @Override
    String toString();

    /** Disconnects; a call in progress fails. The record stays. Idempotent. */
    @Override
    void close();
}
