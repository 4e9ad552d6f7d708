package io.taktstrom.ads.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.TransmissionMode;

/**
 * All notifications, sampled once per task cycle. Guarded by the simulation's lock; a cycle allocates nothing.
 *
 * <p>TwinCAT's rules: cycle times are rounded up to multiples of the task cycle; the first value is sent at once; a sample
 * may wait for others until its maximum delay is over.
 */
final class Notifications {

    private static final long NANOS_PER_TICK = 100;
    private static final int MAX_WATCH_BYTES = 1 << 20;

    private final long cycleNanos;
    private final long awayCycles;
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final Map<Integer, Subscription> byHandle = new HashMap<>();
    /** Those that still have something to say. */
    private final List<Subscription> active = new ArrayList<>();

    private int lastHandle;
    /** How many subscribers are away. */
    private int away;

    private long nextCycle = Long.MAX_VALUE;

    /** @param awayNanos how long a client may be away */
    Notifications(long cycleNanos, long awayNanos) {
        this.cycleNanos = cycleNanos;
        this.awayCycles = awayNanos / cycleNanos;
    }

    /** How often and how late; times in 100 ns, unsigned 32 bits. */
    record Timing(int mode, long maxDelay, long cycleTime) {}

    /** Returns the handle. */
    int add(Caller caller, Watch watch, Timing timing, int limit) throws Refused {
        boolean onChange =
                timing.mode() == TransmissionMode.ON_CHANGE || timing.mode() == TransmissionMode.ON_CHANGE_IN_CONTEXT;
        boolean inContext = timing.mode() == TransmissionMode.CYCLIC_IN_CONTEXT
                || timing.mode() == TransmissionMode.ON_CHANGE_IN_CONTEXT;
        if (!onChange && !inContext && timing.mode() != TransmissionMode.CYCLIC) {
            throw new Refused(AdsErrorCode.TRANSMISSION_MODE_NOT_SUPPORTED);
        }
        if (watch.bytes() > MAX_WATCH_BYTES) {
            throw new Refused(AdsErrorCode.INVALID_WATCH_SIZE);
        }
        if (count(caller.connection()) >= limit) {
            throw new Refused(AdsErrorCode.NO_MORE_HANDLES);
        }
        Subscriber subscriber = subscriber(caller);
        subscriber.subscriptions++;
        // In a task's context the field is no time but the task's number, and the cycle is that of the task.
        long cycleTime = inContext ? 0 : timing.cycleTime() * NANOS_PER_TICK;
        Subscription subscription = new Subscription(
                nextHandle(),
                subscriber,
                caller.device(),
                watch,
                onChange,
                Math.max(1, (cycleTime + cycleNanos - 1) / cycleNanos),
                timing.maxDelay() * NANOS_PER_TICK / cycleNanos,
                timing.cycleTime());
        byHandle.put(subscription.handle, subscription);
        if (watch instanceof BurstWatch burst) {
            caller.connection().prepareBurst(subscription, burst);
        } else {
            caller.connection().holdNotifications();
            active.add(subscription);
            nextCycle = Long.MIN_VALUE;
        }
        return subscription.handle;
    }

    private int nextHandle() {
        do {
            lastHandle = lastHandle == Integer.MAX_VALUE ? 1 : lastHandle + 1;
        } while (byHandle.containsKey(lastHandle));
        return lastHandle;
    }

    private int count(Connection connection) {
        int count = 0;
        for (Subscriber subscriber : subscribers) {
            count += subscriber.connection == connection ? subscriber.subscriptions : 0;
        }
        return count;
    }

    boolean anyOf(Connection connection) {
        for (Subscriber subscriber : subscribers) {
            if (subscriber.connection == connection) {
                return true;
            }
        }
        return false;
    }

    private Subscriber subscriber(Caller caller) {
        for (Subscriber subscriber : subscribers) {
            if (subscriber.connection == caller.connection()
                    && subscriber.client == caller.client()
                    && subscriber.server == caller.server()) {
                return subscriber;
            }
        }
        Subscriber subscriber = new Subscriber(caller.connection(), caller.client(), caller.server());
        subscribers.add(subscriber);
        return subscriber;
    }

    /** Returns false if this client has no such notification. */
    boolean delete(Caller caller, int handle) {
        Subscription subscription = byHandle.get(handle);
        if (subscription == null
                || subscription.subscriber.connection != caller.connection()
                || subscription.subscriber.client != caller.client()) {
            return false;
        }
        byHandle.remove(handle);
        active.remove(subscription);
        release(subscription);
        return true;
    }

    void removeIf(Predicate<Subscription> condition) {
        active.removeIf(condition);
        byHandle.values().removeIf(subscription -> {
            if (!condition.test(subscription)) {
                return false;
            }
            release(subscription);
            return true;
        });
    }

    /**
     * A client's connection has ended. To the PLC a client is an AMS address: what it has asked for goes on, unsent, until
     * it comes back with the same one ({@link #welcomeBack}) or has been away for too long.
     */
    void leave(Connection connection, long cycle) {
        removeIf(subscription ->
                subscription.subscriber.connection == connection && subscription.watch instanceof BurstWatch);
        for (Subscriber subscriber : subscribers) {
            if (subscriber.connection == connection) {
                subscriber.awaySince = cycle;
                away++;
            }
        }
    }

    /** Samples go to where this request has come from, if its sender had been away. */
    void welcomeBack(Caller caller) {
        if (away == 0) {
            return;
        }
        for (Subscriber subscriber : subscribers) {
            if (subscriber.awaySince != Subscriber.PRESENT && subscriber.client == caller.client()) {
                subscriber.awaySince = Subscriber.PRESENT;
                subscriber.connection = caller.connection();
                away--;
            }
        }
    }

    /** Forgets those that have been away since before this cycle. */
    private void forgetThoseAwaySince(long cycle) {
        removeIf(subscription -> subscription.subscriber.awaySince < cycle);
    }

    private void release(Subscription subscription) {
        if (--subscription.subscriber.subscriptions == 0) {
            subscribers.remove(subscription.subscriber);
            away -= subscription.subscriber.awaySince == Subscriber.PRESENT ? 0 : 1;
        }
        if (subscription.watch instanceof BurstWatch) {
            subscription.subscriber.connection.stopBurst(subscription.handle);
        }
    }

    int size() {
        return byHandle.size();
    }

    /** Whether there is any reason to run the task. */
    boolean needCycles() {
        return !active.isEmpty();
    }

    /** Samples what is due in this cycle and sends what has waited long enough. */
    void cycle(long cycle, long fileTime) {
        if (away > 0) {
            forgetThoseAwaySince(cycle - awayCycles);
        }
        if (cycle >= nextCycle) {
            sample(cycle, fileTime);
        }
        for (int i = 0; i < subscribers.size(); i++) {
            subscribers.get(i).sendIfDue(cycle);
        }
    }

    private void sample(long cycle, long fileTime) {
        long next = Long.MAX_VALUE;
        for (int i = 0; i < active.size(); i++) {
            Subscription subscription = active.get(i);
            if (subscription.nextCycle <= cycle) {
                subscription.nextCycle = cycle + subscription.cycles;
                if (!subscription.subscriber.add(subscription, cycle, fileTime)) {
                    active.remove(i--);
                    continue;
                }
            }
            next = Math.min(next, subscription.nextCycle);
        }
        nextCycle = next;
    }
}
