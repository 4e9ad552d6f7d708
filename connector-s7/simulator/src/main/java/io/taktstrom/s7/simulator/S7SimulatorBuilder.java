package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.util.List;

import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.SimulatorModel;
import io.taktstrom.simulation.SimulatorBuilder;

/**
 * How a simulator shall be; made by {@link S7Simulator#builder}. How many of the connections of the socket a CPU grants
 * is in {@link CpuLimits}.
 */
public final class S7SimulatorBuilder extends SimulatorBuilder<SimulatorModel, S7SimulatorBuilder> {

    S7SimulatorBuilder() {
        super(SimulatorModel.of(List.of()));
    }

    @Override
    protected S7SimulatorBuilder self() {
        return this;
    }

    public S7SimulatorBuilder limits(CpuLimits limits) {
        return model(model().withLimits(limits));
    }

    public S7SimulatorBuilder access(CpuAccess access) {
        return model(model().withAccess(access));
    }

    @Override
    public S7Simulator start() throws IOException {
        return new S7Simulator(new Simulation(model(), seed(), clock()), bind(), connectionLimits());
    }
}
