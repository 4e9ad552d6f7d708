package io.taktstrom.runtime.standby;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.lease.LeaseRecord;
import io.taktstrom.lease.LeaseStore;
import org.jspecify.annotations.Nullable;

/**
 * Acquires the lease, renews it, and knows whether it is held. No clock is compared with another one: who holds the lease counts
 * from the moment before the store was asked to renew it, who waits for it from the moment after the last renewal was seen.
 *
 * <pre>
 *   holder    |renew asked|------------ 2/3 ttl ------------| writes nothing from here on
 *   others         |renewal seen|------------------ ttl, version unchanged ------------------| may acquire, term + 1
 * </pre>
 *
 * <p>One thread calls {@link #doWork} and {@link #release}; the fence is asked by any.
 */
final class Election implements Fence {

    private static final String RELEASED = "released by ";

    private final LeaseStore store;
    private final String holder;
    private final long ttlNanos;
    private final EpochNanoClock clock;
    private final Consumer<String> notices;

    /** What is held, in one piece for those that ask. */
    private record Held(long term, long renewedAt, long renewedEpoch) {}

    private volatile @Nullable Held held;
    private volatile long lastTerm;
    private volatile long lastOfOthers = Long.MIN_VALUE;
    private volatile String other = "";
    private volatile String trouble = "";

    // Of the thread of the election.
    private String seenVersion = "";
    private long seenAt;
    private long notBefore;

    /** @param holder that no other instance has, nor this one after a restart */
    Election(LeaseStore store, String holder, Duration ttl, EpochNanoClock clock, Consumer<String> notices) {
        this.store = store;
        this.holder = holder;
        ttlNanos = ttl.toNanos();
        this.clock = clock;
        this.notices = notices;
        notBefore = clock.nanoTime();
    }

    /** Looks at the lease, and renews or acquires it; returns nanoseconds until the next look. */
    long doWork() {
        try {
            look(clock.nanoTime(), clock.epochNanos());
            if (!trouble.isEmpty()) {
                notices.accept("lease " + store + ": reachable again");
                trouble = "";
            }
        } catch (IOException e) {
            if (trouble.isEmpty()) {
                notices.accept("lease " + store + ": " + e.getMessage() + "; trying again every "
                        + Durations.format(Duration.ofNanos(ttlNanos / 8)));
            }
            trouble = String.valueOf(e.getMessage());
        }
        return ttlNanos / 8;
    }

    private void look(long at, long epoch) throws IOException {
        LeaseRecord now = store.read();
        if (now != null && now.holder().equals(holder)) {
            // Also after an answer that was lost: the holder's name is no one else's.
            if (store.replace(now, holder, now.term())) {
                hold(now.term(), at, epoch, false);
            }
            return;
        }
        if (held != null) {
            held = null;
            notices.accept(
                    "lease " + store + ": lost to " + (now == null ? "no one: its record was deleted" : now.holder()));
        }
        other = now == null ? "" : now.holder();
        if (isFree(now, at) && at - notBefore >= 0) {
            long term = Math.max(lastTerm, now == null ? 0 : now.term()) + 1;
            if (store.replace(now, holder, term)) {
                hold(term, at, epoch, other.equals(RELEASED + holder));
            }
        }
    }

    /** @param isOurs whether no other instance has held it since this one did */
    private void hold(long term, long at, long epoch, boolean isOurs) {
        if (term > lastTerm && term > 1 && !isOurs) {
            lastOfOthers = clock.epochNanos();
        }
        lastTerm = term;
        other = "";
        held = new Held(term, at, epoch);
    }

    /** Whether the record can be that of a holder that still believes in it. */
    private boolean isFree(@Nullable LeaseRecord now, long at) {
        if (now == null || now.holder().startsWith(RELEASED)) {
            return true;
        }
        if (!now.version().equals(seenVersion)) {
            seenVersion = now.version();
            // Not before it was read: its renewal may be as new.
            seenAt = clock.nanoTime();
            return false;
        }
        return at - seenAt >= ttlNanos;
    }

    /** Lets others have it for a while, as by an instance that could not become active. */
    void resign() {
        notBefore = clock.nanoTime() + ttlNanos;
        release();
    }

    /** Gives up what is held, so that another instance need not wait for its end. */
    void release() {
        if (held == null) {
            return;
        }
        held = null;
        try {
            LeaseRecord now = store.read();
            if (now != null && now.holder().equals(holder)) {
                store.replace(now, RELEASED + holder, now.term());
            }
        } catch (IOException e) {
            notices.accept("lease " + store + ": not released: " + e.getMessage() + "; others wait until it has ended");
        }
    }

    /** How long it is held without a renewal; 0 or less when it is not. By the system's clock, too: nanoTime stands still while a machine sleeps. */
    long leftNanos() {
        Held now = held;
        if (now == null) {
            return 0;
        }
        long limit = ttlNanos / 3 * 2;
        return limit - Math.max(clock.nanoTime() - now.renewedAt(), clock.epochNanos() - now.renewedEpoch());
    }

    @Override
    public String refusal() {
        return leftNanos() > 0 ? "" : "this instance is on standby: it does not hold the lease " + store;
    }

    @Override
    public long term() {
        return lastTerm;
    }

    @Override
    public long lastOfOthers() {
        return lastOfOthers;
    }

    /** Who holds it instead, for people; empty when it is held here, or not known. */
    String other() {
        return other;
    }

    /** Why the store could not be asked the last time; empty when it could. */
    String trouble() {
        return trouble;
    }

    /** Which lease, and where. */
    String where() {
        return store.toString();
    }
}
