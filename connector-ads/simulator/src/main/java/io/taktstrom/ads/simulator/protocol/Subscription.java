package io.taktstrom.ads.simulator.protocol;

import io.taktstrom.ads.simulator.plc.Device;
import io.taktstrom.ads.simulator.plc.Watch;

/** One notification handle. Guarded by the simulation's lock. */
final class Subscription {

    final int handle;
    final Subscriber subscriber;
    final Device device;
    final Watch watch;
    final boolean onChange;
    final long cycles;
    final long maxDelayCycles;
    /** The value last sent. */
    final byte[] last;
    /** Cycle of the next sample. */
    long nextCycle = Long.MIN_VALUE;

    boolean sentOnce;

    /**
     * @param cycles from one sample to the next
     * @param maxDelayCycles how long a sample may wait for others
     */
    Subscription(
            int handle,
            Subscriber subscriber,
            Device device,
            Watch watch,
            boolean onChange,
            long cycles,
            long maxDelayCycles) {
        this.handle = handle;
        this.subscriber = subscriber;
        this.device = device;
        this.watch = watch;
        this.onChange = onChange;
        this.cycles = cycles;
        this.maxDelayCycles = maxDelayCycles;
        this.last = new byte[onChange ? watch.bytes() : 0];
    }
}
