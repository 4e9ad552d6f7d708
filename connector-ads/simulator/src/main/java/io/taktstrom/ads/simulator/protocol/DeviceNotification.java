package io.taktstrom.ads.simulator.protocol;

import io.taktstrom.ads.simulator.plc.NotificationSource;

/** One notification handle. Guarded by the simulation's lock. */
final class DeviceNotification {

    final int handle;
    final Subscriber subscriber;
    final NotificationSource source;
    final boolean onChange;
    /** From one sample to the next. */
    final long cycles;
    /** How long a sample may wait for others. */
    final long maxDelayCycles;
    /** The value last sent. */
    final byte[] last;
    /** Cycle of the next sample. */
    long nextCycle = Long.MIN_VALUE;

    boolean sentOnce;

    DeviceNotification(
            int handle,
            Subscriber subscriber,
            NotificationSource source,
            boolean onChange,
            long cycles,
            long maxDelayCycles) {
        this.handle = handle;
        this.subscriber = subscriber;
        this.source = source;
        this.onChange = onChange;
        this.cycles = cycles;
        this.maxDelayCycles = maxDelayCycles;
        this.last = new byte[onChange ? source.bytes() : 0];
    }
}
