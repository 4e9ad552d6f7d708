package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.util.List;

import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.SimulatorBuilder;

/**
 * Settings of a simulator; made by {@link S7Simulator#builder}. How many of the connections of the socket a CPU grants
 * is in {@link CpuLimits}.
 */
public final class S7SimulatorBuilder extends SimulatorBuilder<S7Model, S7SimulatorBuilder> {

    S7SimulatorBuilder() {
        super(S7Model.of(List.of()));
    }

    public S7SimulatorBuilder limits(CpuLimits limits) {
        return model(model.withLimits(limits));
    }

    public S7SimulatorBuilder access(CpuAccess access) {
        return model(model.withAccess(access));
    }

    @Override
    public S7Simulator start() throws IOException {
        return new S7Simulator(new Cpu(model, seed, clock), bind(), new Connections<>(connectionLimits));
    }
}
