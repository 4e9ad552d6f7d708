package io.taktstrom.ads.simulator.protocol;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.TransmissionMode;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.plc.AmsDevice;
import io.taktstrom.ads.simulator.plc.NotificationSource;
import io.taktstrom.ads.simulator.plc.Refused;

/**
 * All notifications, sampled once per task cycle. Guarded by the simulation's lock; a cycle allocates nothing.
 *
 * <p>TwinCAT's rules: cycle times are rounded up to multiples of the task cycle; the first value is sent at once; a sample
 * may wait for others until its maximum delay is over.
 */
public final class NotificationTable {

    private static final long NANOS_PER_TICK = 100;
    private static final int MAX_WATCH_BYTES = 1 << 20;

    private final long cycleNanos;
    private final long awayCycles;
    private final List<Subscriber> subscribers = new ArrayList<>();
    private final Map<Integer, DeviceNotification> byHandle = new HashMap<>();
    /** Those that are sampled by cycles. */
    private final List<DeviceNotification> active = new ArrayList<>();

    private int limit;
    private int lastHandle;
    /** How many subscribers are disconnected. */
    private int away;

    private long nextCycle = Long.MAX_VALUE;

    /**
     * @param awayNanos how long a client may be disconnected
     * @param limit of a connection
     */
    public NotificationTable(long cycleNanos, long awayNanos, int limit) {
        this.limit = limit;
        this.cycleNanos = cycleNanos;
        this.awayCycles = awayNanos / cycleNanos;
    }

    /** From now on. */
    public void setLimit(int newLimit) {
        limit = newLimit;
    }

    /** How often and how late; times in 100 ns, unsigned 32 bits. */
    record Timing(int mode, long maxDelay, long cycleTime) {}

    /** Returns the handle. */
    int add(Outbox outbox, long client, long server, NotificationSource source, Timing timing) throws Refused {
        boolean onChange =
                timing.mode() == TransmissionMode.ON_CHANGE || timing.mode() == TransmissionMode.ON_CHANGE_IN_CONTEXT;
        boolean inContext = timing.mode() == TransmissionMode.CYCLIC_IN_CONTEXT
                || timing.mode() == TransmissionMode.ON_CHANGE_IN_CONTEXT;
        if (!onChange && !inContext && timing.mode() != TransmissionMode.CYCLIC) {
            throw new Refused(AdsErrorCode.TRANSMISSION_MODE_NOT_SUPPORTED);
        }
        if (source.bytes() > MAX_WATCH_BYTES) {
            throw new Refused(AdsErrorCode.INVALID_WATCH_SIZE);
        }
        if (count(outbox) >= limit) {
            throw new Refused(AdsErrorCode.NO_MORE_HANDLES);
        }
        Subscriber subscriber = subscriber(outbox, client, server);
        subscriber.notifications++;
        // In a task's context the field is the task's number instead of a time, and the cycle is that of the task.
        long cycleTime = inContext ? 0 : timing.cycleTime() * NANOS_PER_TICK;
        DeviceNotification notification = new DeviceNotification(
                nextHandle(),
                subscriber,
                source,
                onChange,
                Math.max(1, (cycleTime + cycleNanos - 1) / cycleNanos),
                timing.maxDelay() * NANOS_PER_TICK / cycleNanos);
        byHandle.put(notification.handle, notification);
        Burst burst = source.burst();
        if (burst != null) {
            Burst timed = burst.withSampleTicks(timing.cycleTime());
            outbox.addBurst(client, server, notification.handle, source.bytes(), timed);
        } else {
            outbox.hold();
            active.add(notification);
            nextCycle = Long.MIN_VALUE;
        }
        return notification.handle;
    }

    private int nextHandle() {
        do {
            lastHandle = lastHandle == Integer.MAX_VALUE ? 1 : lastHandle + 1;
        } while (byHandle.containsKey(lastHandle));
        return lastHandle;
    }

    private int count(Outbox outbox) {
        int count = 0;
        for (Subscriber subscriber : subscribers) {
            count += subscriber.outbox == outbox ? subscriber.notifications : 0;
        }
        return count;
    }

    public boolean anyOf(Outbox outbox) {
        return count(outbox) > 0;
    }

    private Subscriber subscriber(Outbox outbox, long client, long server) {
        for (Subscriber subscriber : subscribers) {
            if (subscriber.outbox == outbox && subscriber.client == client && subscriber.server == server) {
                return subscriber;
            }
        }
        Subscriber subscriber = new Subscriber(outbox, client, server);
        subscribers.add(subscriber);
        return subscriber;
    }

    /** Returns false if this client has no such notification. */
    boolean delete(Outbox outbox, long client, int handle) {
        DeviceNotification notification = byHandle.get(handle);
        if (notification == null
                || notification.subscriber.outbox != outbox
                || notification.subscriber.client != client) {
            return false;
        }
        byHandle.remove(handle);
        active.remove(notification);
        release(notification);
        return true;
    }

    /** Removes those on a device. */
    public void removeOf(AmsDevice device) {
        removeIf(notification -> notification.source.device() == device);
    }

    /** Removes those of a connection. */
    public void removeOf(Outbox outbox) {
        removeIf(notification -> notification.subscriber.outbox == outbox);
    }

    private void removeIf(Predicate<DeviceNotification> condition) {
        active.removeIf(condition);
        byHandle.values().removeIf(notification -> {
            if (!condition.test(notification)) {
                return false;
            }
            release(notification);
            return true;
        });
    }

    /**
     * A client's connection has ended. To the PLC a client is an AMS address: its notifications continue, unsent, until
     * it connects again with the same one ({@link #reconnect}) or was disconnected for too long.
     */
    public void leave(Outbox outbox, long cycle) {
        removeIf(notification -> notification.subscriber.outbox == outbox && notification.source.burst() != null);
        for (Subscriber subscriber : subscribers) {
            if (subscriber.outbox == outbox) {
                subscriber.awaySince = cycle;
                away++;
            }
        }
    }

    /** Samples go to the connection of this request, if its sender was disconnected. */
    void reconnect(long client, Outbox outbox) {
        if (away == 0) {
            return;
        }
        for (Subscriber subscriber : subscribers) {
            if (subscriber.awaySince != Subscriber.PRESENT && subscriber.client == client) {
                subscriber.awaySince = Subscriber.PRESENT;
                subscriber.outbox = outbox;
                away--;
            }
        }
    }

    private void release(DeviceNotification notification) {
        if (--notification.subscriber.notifications == 0) {
            subscribers.remove(notification.subscriber);
            away -= notification.subscriber.awaySince == Subscriber.PRESENT ? 0 : 1;
        }
        if (notification.source.burst() != null) {
            notification.subscriber.outbox.stopBurst(notification.handle);
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
            removeIf(notification -> notification.subscriber.awaySince < cycle - awayCycles);
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
            DeviceNotification notification = active.get(i);
            if (notification.nextCycle <= cycle) {
                notification.nextCycle = cycle + notification.cycles;
                if (!notification.subscriber.add(notification, cycle, fileTime)) {
                    active.remove(i--);
                    continue;
                }
            }
            next = Math.min(next, notification.nextCycle);
        }
        nextCycle = next;
    }
}
