package io.taktstrom.ads.simulator.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.TransmissionMode;
import io.taktstrom.ads.simulator.plc.BurstWatch;
import io.taktstrom.ads.simulator.plc.Device;
import io.taktstrom.ads.simulator.plc.Refused;
import io.taktstrom.ads.simulator.plc.Watch;

/**
 * All notifications, sampled once per task cycle. Guarded by the simulation's lock; a cycle allocates nothing.
 *
 * <p>TwinCAT's rules: cycle times are rounded up to multiples of the task cycle; the first value is sent at once; a sample
 * may wait for others until its maximum delay is over.
 */
public final class Notifications {

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
    public Notifications(long cycleNanos, long awayNanos) {
        this.cycleNanos = cycleNanos;
        this.awayCycles = awayNanos / cycleNanos;
    }

    /** How often and how late; times in 100 ns, unsigned 32 bits. */
    public record Timing(int mode, long maxDelay, long cycleTime) {}

    /** Returns the handle. */
    public int add(Caller caller, Watch watch, Timing timing, int limit) throws Refused {
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
        if (count(caller.notifications()) >= limit) {
            throw new Refused(AdsErrorCode.NO_MORE_HANDLES);
        }
        Subscriber subscriber = subscriber(caller);
        subscriber.subscriptions++;
        // In a task's context the field is the task's number instead of a time, and the cycle is that of the task.
        long cycleTime = inContext ? 0 : timing.cycleTime() * NANOS_PER_TICK;
        Subscription subscription = new Subscription(
                nextHandle(),
                subscriber,
                caller.device(),
                watch,
                onChange,
                Math.max(1, (cycleTime + cycleNanos - 1) / cycleNanos),
                timing.maxDelay() * NANOS_PER_TICK / cycleNanos);
        byHandle.put(subscription.handle, subscription);
        if (watch instanceof BurstWatch burst) {
            caller.notifications().addBurst(subscription, burst.burst(timing.cycleTime()));
        } else {
            caller.notifications().hold();
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

    private int count(NotificationSender sender) {
        int count = 0;
        for (Subscriber subscriber : subscribers) {
            count += subscriber.notifications == sender ? subscriber.subscriptions : 0;
        }
        return count;
    }

    public boolean anyOf(NotificationSender sender) {
        for (Subscriber subscriber : subscribers) {
            if (subscriber.notifications == sender) {
                return true;
            }
        }
        return false;
    }

    private Subscriber subscriber(Caller caller) {
        for (Subscriber subscriber : subscribers) {
            if (subscriber.notifications == caller.notifications()
                    && subscriber.client == caller.client()
                    && subscriber.server == caller.server()) {
                return subscriber;
            }
        }
        Subscriber subscriber = new Subscriber(caller.notifications(), caller.client(), caller.server());
        subscribers.add(subscriber);
        return subscriber;
    }

    /** Returns false if this client has no such notification. */
    public boolean delete(Caller caller, int handle) {
        Subscription subscription = byHandle.get(handle);
        if (subscription == null
                || subscription.subscriber.notifications != caller.notifications()
                || subscription.subscriber.client != caller.client()) {
            return false;
        }
        byHandle.remove(handle);
        active.remove(subscription);
        release(subscription);
        return true;
    }

    /** Removes those on a device. */
    public void removeOf(Device device) {
        removeIf(subscription -> subscription.device == device);
    }

    /** Removes those of a connection. */
    public void removeOf(NotificationSender sender) {
        removeIf(subscription -> subscription.subscriber.notifications == sender);
    }

    private void removeIf(Predicate<Subscription> condition) {
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
    public void leave(NotificationSender sender, long cycle) {
        removeIf(subscription ->
                subscription.subscriber.notifications == sender && subscription.watch instanceof BurstWatch);
        for (Subscriber subscriber : subscribers) {
            if (subscriber.notifications == sender) {
                subscriber.awaySince = cycle;
                away++;
            }
        }
    }

    /** Samples go to where this request has come from, if its sender had been away. */
    public void welcomeBack(Caller caller) {
        if (away == 0) {
            return;
        }
        for (Subscriber subscriber : subscribers) {
            if (subscriber.awaySince != Subscriber.PRESENT && subscriber.client == caller.client()) {
                subscriber.awaySince = Subscriber.PRESENT;
                subscriber.notifications = caller.notifications();
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
            subscription.subscriber.notifications.stopBurst(subscription.handle);
        }
    }

    public int size() {
        return byHandle.size();
    }

    /** Whether there is any reason to run the task. */
    public boolean needCycles() {
        return !active.isEmpty();
    }

    /** Samples what is due in this cycle and sends what has waited long enough. */
    public void cycle(long cycle, long fileTime) {
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
