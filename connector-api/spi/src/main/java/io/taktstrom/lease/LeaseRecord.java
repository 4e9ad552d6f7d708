package io.taktstrom.lease;

/**
 * What a store has of a lease.
 *
 * @param holder the instance that is active; empty when it has released the lease
 * @param term how often the lease was acquired so far; never less than before
 * @param version changes with each {@link LeaseStore#replace}, renewals included; never the same again
 */
public record LeaseRecord(String holder, long term, String version) {}
