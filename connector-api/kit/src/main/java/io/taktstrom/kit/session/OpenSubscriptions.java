package io.taktstrom.kit.session;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.spi.ConnectorException;

/** The subscriptions of a connection that are open. Thread-safe. */
final class OpenSubscriptions<G extends ResolvedGroup> {

    private final Set<GuardedSubscription<G>> open = ConcurrentHashMap.newKeySet();

    void add(GuardedSubscription<G> one) {
        open.add(one);
    }

    void remove(GuardedSubscription<G> one) {
        open.remove(one);
    }

    List<GuardedSubscription<G>> all() {
        return List.copyOf(open);
    }

    List<GuardedSubscription<G>> of(ResolvedGroup group) {
        return open.stream().filter(one -> one.group() == group).toList();
    }

    long waitingBytes() {
        return open.stream().mapToLong(GuardedSubscription::waitingBytes).sum();
    }

    /** Tells each, once, that the connection is lost. */
    void lose(ConnectorException cause) {
        open.forEach(one -> one.loseOnce(cause));
    }

    /** Waits until all that has come is with the sinks, though no longer than this. */
    void deliverAll(Duration limit, EpochNanoClock clock) {
        long deadline = clock.nanoTime() + limit.toNanos();
        for (GuardedSubscription<G> one : open) {
            one.deliverAll(Duration.ofNanos(Math.max(0, deadline - clock.nanoTime())));
        }
    }

    /** Keeps sinks from being called, and forgets these; returns those that were not silenced before. */
    List<GuardedSubscription<G>> silence(List<GuardedSubscription<G>> some) {
        List<GuardedSubscription<G>> silenced =
                some.stream().filter(GuardedSubscription::silenceOnce).toList();
        silenced.forEach(open::remove);
        return silenced;
    }
}
