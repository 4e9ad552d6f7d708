package io.taktstrom.ads.simulator;

/** One notification handle. Guarded by the simulation's lock. */
final class Subscription {

    final int handle;
    final Subscriber subscriber;
    final Device device;
    final Watch watch;
    final boolean onChange;
    final long cycles;
    final long maxDelayCycles;
    /** As the client wrote it, in 100 ns. */
    final long cycleTime;
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
            long maxDelayCycles,
            long cycleTime) {
        this.handle = handle;
        this.subscriber = subscriber;
        this.device = device;
        this.watch = watch;
        this.onChange = onChange;
        this.cycles = cycles;
        this.maxDelayCycles = maxDelayCycles;
        this.cycleTime = cycleTime;
        this.last = new byte[onChange ? watch.bytes() : 0];
    }
}
