package io.taktstrom.ads.simulator;

import io.taktstrom.ads.simulator.memory.RingWriter;

/**
 * What can go wrong with a ring of samples in the simulated PLC, on demand. Thread-safe.
 *
 * @see AdsSimulator#ring
 */
public final class BlockRing {

    private final Simulation simulation;
    private final String name;

    BlockRing(Simulation simulation, String name) {
        this.simulation = simulation;
        this.name = name;
    }

    private RingWriter writer() {
        RingWriter writer = simulation.plc.program().ring(name);
        if (writer == null) {
            throw new IllegalArgumentException("no ring " + name + " in the simulated PLC; give it waveform ring");
        }
        return writer;
    }

    /** The task of the ring, at the present cycle. */
    private RingWriter refreshed() {
        simulation.taskClock.look();
        RingWriter writer = writer();
        writer.refresh(simulation.plc.cycle());
        return writer;
    }

    /** The task that fills the ring stands still, or goes on; what it did not sample is nowhere. */
    public BlockRing stall(boolean on) {
        synchronized (simulation) {
            refreshed().setStalled(on);
        }
        return this;
    }

    /** The task writes so many samples at once, on top of those of its cycle. */
    public BlockRing overrun(long samples) {
        synchronized (simulation) {
            refreshed().write(samples);
        }
        return this;
    }

    /** The counter starts again at 0. */
    public BlockRing restart() {
        synchronized (simulation) {
            refreshed().restart();
        }
        return this;
    }

    /** While each of the next so many reads is under way, the task does its work. */
    public BlockRing tear(int reads) {
        synchronized (simulation) {
            refreshed().tear(reads);
        }
        return this;
    }
}
