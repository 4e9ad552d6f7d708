package io.taktstrom.opcua.simulator;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.opcua.simulator.model.OpcUaLimits;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.opcua.simulator.model.SimulatedPoint;
import io.taktstrom.simulation.ConnectionLimits;
import io.taktstrom.simulation.Counters;
import io.taktstrom.simulation.MethodBody;
import org.jspecify.annotations.Nullable;

/** What of a simulator outlives a restart, shared between its threads. */
final class ServerState {

    final OpcUaModel model;
    final EpochNanoClock clock;
    final Counters<OpcUaCounter> counters = new Counters<>(OpcUaCounter.class);
    final List<UaVariable> variables = new ArrayList<>();
    private final Map<String, UaVariable> byName = new HashMap<>();
    private final Map<String, MethodBody> bodies = new ConcurrentHashMap<>();
    final ConnectionLimits connectionLimits;
    private volatile OpcUaLimits limits;
    private volatile boolean closed;

    ServerState(OpcUaModel model, long seed, EpochNanoClock clock, ConnectionLimits connectionLimits) {
        this.connectionLimits = connectionLimits;
        this.model = model;
        this.clock = clock;
        limits = model.limits();
        long startNanos = clock.nanoTime();
        long startEpochNanos = clock.epochNanos();
        for (SimulatedPoint point : model.points()) {
            long cycleNanos = (point.cycle() == null ? model.cycle() : point.cycle()).toNanos();
            CycleClock beat = new CycleClock(clock, startNanos, startEpochNanos, cycleNanos);
            for (int i = 0; i < point.count(); i++) {
                UaVariable variable = new UaVariable(point, i, beat, clock, seed);
                variables.add(variable);
                byName.put(variable.name, variable);
            }
        }
    }

    /** @throws IllegalArgumentException if there is none of this name */
    UaVariable variable(String name) {
        UaVariable variable = byName.get(name);
        if (variable == null) {
            throw new IllegalArgumentException(name + ": the simulated server has no such point; check the model");
        }
        return variable;
    }

    OpcUaLimits limits() {
        return limits;
    }

    void setLimits(OpcUaLimits newLimits) {
        limits = newLimits;
    }

    @Nullable
    MethodBody body(String method) {
        return bodies.get(method);
    }

    void setBody(String method, MethodBody body) {
        if (model.methods().stream().noneMatch(each -> each.name().equals(method))) {
            throw new IllegalArgumentException(method + ": the simulated server has no such method; check the model");
        }
        bodies.put(method, body);
    }

    boolean isClosed() {
        return closed;
    }

    void close() {
        closed = true;
    }
}
