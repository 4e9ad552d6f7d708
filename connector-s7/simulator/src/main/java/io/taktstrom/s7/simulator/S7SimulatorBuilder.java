package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.SimulatorModel;
import io.taktstrom.simulation.ConnectionLimits;

/** How a simulator shall be; made by {@link S7Simulator#builder}. */
public final class S7SimulatorBuilder {

    private InetAddress bindAddress = InetAddress.getLoopbackAddress();
    private int bindPort;
    private SimulatorModel model = SimulatorModel.of(List.of());
    private ConnectionLimits connectionLimits = ConnectionLimits.DEFAULT;
    private long seed = 1;
    private EpochNanoClock clock = EpochNanoClock.system();

    S7SimulatorBuilder() {}

    /** Address to listen on; 127.0.0.1 by default. */
    public S7SimulatorBuilder bindAddress(InetAddress newAddress) {
        bindAddress = newAddress;
        return this;
    }

    /** TCP port to listen on; by default 0: any free one. */
    public S7SimulatorBuilder bindPort(int newPort) {
        bindPort = newPort;
        return this;
    }

    /** Everything about the CPU; what is set afterwards overrides it. */
    public S7SimulatorBuilder model(SimulatorModel newModel) {
        model = newModel;
        return this;
    }

    public S7SimulatorBuilder limits(CpuLimits limits) {
        model = model.withLimits(limits);
        return this;
    }

    public S7SimulatorBuilder access(CpuAccess access) {
        model = model.withAccess(access);
        return this;
    }

    /**
     * How many TCP connections it bears, and for how long those that ask for nothing; {@link ConnectionLimits#DEFAULT} by
     * default. What a CPU grants of them is in {@link CpuLimits}.
     */
    public S7SimulatorBuilder connectionLimits(ConnectionLimits limits) {
        connectionLimits = limits;
        return this;
    }

    /** Of the random waveforms; the same seed gives the same values. */
    public S7SimulatorBuilder seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    public S7SimulatorBuilder clock(EpochNanoClock newClock) {
        clock = newClock;
        return this;
    }

    /**
     * Starts the simulator.
     *
     * @throws IOException if the address is taken or not of this machine
     */
    public S7Simulator start() throws IOException {
        return new S7Simulator(
                new Simulation(model, seed, clock), new InetSocketAddress(bindAddress, bindPort), connectionLimits);
    }
}
