package io.taktstrom.ads.simulator;

import io.taktstrom.ads.simulator.model.Burst;

/** What the simulator offers beyond TwinCAT. */
public final class SimulatorExtension {

    /**
     * Index group of the burst: a notification on it, of 4 or 8 bytes, gets the numbers 0, 1, 2 ... as fast as it goes.
     * Each sample is one number, whatever its transmission mode.
     *
     * <p>A cycle time other than 0 is the time of one sample and overrides the model's rate; an index offset other than
     * 0 is the number of samples in one frame. Read, it gives the number to be sent next, 8 bytes.
     */
    public static final int BURST_GROUP = Burst.GROUP;

    /** The burst as a symbol, a UDINT, so that clients find it by name. */
    public static final String BURST_SYMBOL = Burst.SYMBOL;

    private SimulatorExtension() {}
}
