package io.taktstrom.runtime.health;

import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * How an instance with a lease does. Immutable.
 *
 * @param isActive whether it samples, publishes and writes; otherwise it is on standby
 * @param since when it got this role, epoch nanoseconds
 * @param term of the lease that it holds, or held last; 0 for none
 * @param instance its name
 * @param lease which one, and where
 * @param other who holds it instead; empty when this one does, or it is not known
 * @param trouble why the store of the lease could not be asked the last time; empty when it could
 * @param leftNanos how long it is held without a renewal
 * @param failure why it could not become active the last time; empty when it could
 */
public record StandbyReport(
        boolean isActive,
        long since,
        long term,
        String instance,
        String lease,
        String other,
        String trouble,
        long leftNanos,
        String failure) {

    /** The role, since when, and the term, for people. */
    public String text() {
        return (isActive ? "active" : "on standby") + " since "
                + Instant.ofEpochSecond(0, since).truncatedTo(ChronoUnit.SECONDS) + ", term " + term;
    }
}
