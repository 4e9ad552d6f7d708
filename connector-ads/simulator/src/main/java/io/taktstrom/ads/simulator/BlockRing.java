package io.taktstrom.ads.simulator;

import java.util.function.Consumer;

import io.taktstrom.ads.simulator.memory.RingWriter;

/**
 * What can go wrong with a ring of samples in the simulated PLC, on demand. Thread-safe.
 *
 * @see AdsSimulator#ring
 */
public final class BlockRing {

    private final SimulatedPlc simulation;
    private final String name;

    BlockRing(SimulatedPlc simulation, String name) {
        this.simulation = simulation;
        this.name = name;
    }

    /** The writer of the ring, at the present cycle. */
    private BlockRing change(Consumer<RingWriter> change) {
        synchronized (simulation) {
            simulation.taskClock.look();
            RingWriter writer = simulation.plc.program().ring(name);
            if (writer == null) {
                throw new IllegalArgumentException("no ring " + name + " in the simulated PLC; give it waveform ring");
            }
            writer.refresh(simulation.plc.cycle());
            change.accept(writer);
        }
        return this;
    }

    /** Stops the task that fills the ring, or lets it run again; samples are missing for the time between. */
    public BlockRing stall(boolean on) {
        return change(writer -> writer.setStalled(on));
    }

    /** The task writes so many samples at once, in addition to those of its cycle. */
    public BlockRing overrun(long samples) {
        return change(writer -> writer.write(samples));
    }

    /** The counter starts again at 0. */
    public BlockRing restart() {
        return change(RingWriter::restart);
    }

    /** The task writes during each of the next so many reads. */
    public BlockRing tear(int reads) {
        return change(writer -> writer.tear(reads));
    }
}
