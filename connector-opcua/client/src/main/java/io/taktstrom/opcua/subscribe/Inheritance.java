package io.taktstrom.opcua.subscribe;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.opcua.address.ResolvedPoints;
import io.taktstrom.opcua.stack.SessionTicket;
import io.taktstrom.spi.SubscriptionSettings;
import org.jspecify.annotations.Nullable;

/** What a lost connection leaves to the one that takes its place. Thread-safe. */
public final class Inheritance {

    /** Of a connection that takes nobody's place. */
    public static final Inheritance NONE = new Inheritance(null, "", List.of());

    private final @Nullable SessionTicket ticket;
    private final String runningSince;
    private final List<Parked> parked;

    /**
     * @param ticket of the session; null for none
     * @param runningSince when the server began to run; empty when it did not say
     * @param parked subscriptions that the server keeps
     */
    Inheritance(@Nullable SessionTicket ticket, String runningSince, List<Parked> parked) {
        this.ticket = ticket;
        this.runningSince = runningSince;
        this.parked = new ArrayList<>(parked);
    }

    public @Nullable SessionTicket ticket() {
        return ticket;
    }

    /** Whether it is of the same run of the server: after a restart, numbers of subscriptions mean others. */
    boolean isOfRun(String since) {
        return !runningSince.isEmpty() && runningSince.equals(since);
    }

    /** A subscription of these points like this, which is taken out; null when there is none. */
    synchronized @Nullable Parked claim(ResolvedPoints group, SubscriptionSettings settings) {
        for (Parked each : parked) {
            if (each.isFor(group, settings)) {
                parked.remove(each);
                return each;
            }
        }
        return null;
    }

    synchronized void giveBack(Parked unclaimed) {
        parked.add(unclaimed);
    }

    /** What nobody has claimed. */
    synchronized List<Parked> unclaimed() {
        return List.copyOf(parked);
    }
}
