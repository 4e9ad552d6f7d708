package io.taktstrom.opcua.subscribe;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.session.SessionTicket;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** What a lost connection leaves to the one that takes its place. Thread-safe. */
public final class SessionTransfer {

    /** Of a connection without a predecessor. */
    public static final SessionTransfer NONE = new SessionTransfer(null, "", List.of());

    private final @Nullable SessionTicket ticket;
    private final String runningSince;
    private final List<DetachedSubscription> detached;

    /**
     * @param ticket of the session; null for none
     * @param runningSince when the server began to run; empty when it did not say
     * @param detached subscriptions that the server keeps
     */
    SessionTransfer(@Nullable SessionTicket ticket, String runningSince, List<DetachedSubscription> detached) {
        this.ticket = ticket;
        this.runningSince = runningSince;
        this.detached = new ArrayList<>(detached);
    }

    public @Nullable SessionTicket ticket() {
        return ticket;
    }

    /** Whether it is of the same run of the server: after a restart, numbers of subscriptions mean others. */
    boolean isOfRun(String since) {
        return !runningSince.isEmpty() && runningSince.equals(since);
    }

    /** A subscription of these points like this, which is taken out; null for none. */
    synchronized @Nullable DetachedSubscription claim(ResolvedPoints group, SubscriptionSettings settings) {
        for (DetachedSubscription each : detached) {
            if (each.isFor(group, settings)) {
                detached.remove(each);
                return each;
            }
        }
        return null;
    }

    synchronized void giveBack(DetachedSubscription unclaimed) {
        detached.add(unclaimed);
    }

    /** What has not been claimed. */
    synchronized List<DetachedSubscription> unclaimed() {
        return List.copyOf(detached);
    }
}
