package io.taktstrom.s7.simulator;

import java.util.HashSet;
import java.util.Set;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.SimulatorModel;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.Faults;
import io.taktstrom.simulation.SocketConnection;

/** Everything that one simulator shares between its threads, which are those of its listener. */
final class Simulation {

    /** Of threads, and in the log. */
    static final String NAME = "takt-simulator-s7";

    final SimulatorModel model;
    final Cpu cpu;
    final EpochNanoClock clock;
    final Meter meter = new Meter();
    final Faults faults = new Faults(() -> {});
    final Connections<SocketConnection> connections = new Connections<>();
    private final Set<SocketConnection> slots = new HashSet<>();
    private volatile CpuLimits limits;
    private volatile CpuAccess access;

    Simulation(SimulatorModel model, long seed, EpochNanoClock clock) {
        this.model = model;
        this.clock = clock;
        cpu = new Cpu(model, seed, clock);
        limits = model.limits();
        access = model.access();
    }

    CpuLimits limits() {
        return limits;
    }

    void setLimits(CpuLimits newLimits) {
        limits = newLimits;
    }

    CpuAccess access() {
        return access;
    }

    void setAccess(CpuAccess newAccess) {
        access = newAccess;
    }

    Counters counters() {
        return meter.read(connections.accepted(), taken());
    }

    private synchronized int taken() {
        return slots.size();
    }

    synchronized void forget(SocketConnection connection) {
        connections.remove(connection);
        slots.remove(connection);
    }

    /** Gives a connection one of the CPU's connection resources, if there is one left and it has not ended meanwhile. */
    synchronized boolean takeSlot(SocketConnection connection) {
        if (slots.size() >= limits.connections() || !connections.contains(connection)) {
            return false;
        }
        return slots.add(connection);
    }
}
