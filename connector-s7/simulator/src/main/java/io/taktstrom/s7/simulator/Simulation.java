package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.SimulatorModel;
import io.taktstrom.simulation.SocketGuest;

/** Everything that one simulator shares between its threads, which are those of its listener. */
final class Simulation {

    private final SimulatorModel model;
    private final Cpu cpu;
    private final EpochNanoClock clock;
    private final Meter meter = new Meter();
    private final Faults faults = new Faults();
    private final List<Connection> connections = new ArrayList<>();
    private final Set<Connection> slots = new HashSet<>();
    private volatile CpuLimits limits;
    private volatile CpuAccess access;
    private boolean closed;

    Simulation(SimulatorModel model, long seed, EpochNanoClock clock) {
        this.model = model;
        this.clock = clock;
        cpu = new Cpu(model, seed, clock);
        limits = model.limits();
        access = model.access();
    }

    SimulatorModel model() {
        return model;
    }

    Cpu cpu() {
        return cpu;
    }

    EpochNanoClock clock() {
        return clock;
    }

    Meter meter() {
        return meter;
    }

    Faults faults() {
        return faults;
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

    /** Returns false if the simulator is closed. */
    private synchronized boolean add(Connection connection) {
        if (closed) {
            return false;
        }
        connections.add(connection);
        meter.connections.increment();
        return true;
    }

    synchronized List<Connection> connections() {
        return List.copyOf(connections);
    }

    synchronized void forget(Connection connection) {
        if (connections.remove(connection) && slots.remove(connection)) {
            meter.openConnections.decrementAndGet();
        }
    }

    /** Gives a connection one of the CPU's connection resources, if there is one left and it has not ended meanwhile. */
    synchronized boolean takeSlot(Connection connection) {
        if (slots.size() >= limits.connections() || !connections.contains(connection)) {
            return false;
        }
        slots.add(connection);
        meter.openConnections.incrementAndGet();
        return true;
    }

    /** No connection is taken any more. */
    synchronized void close() {
        closed = true;
    }

    /** Makes a guest of a connection that was accepted. */
    SocketGuest welcome(SocketChannel channel) throws IOException {
        Connection connection = new Connection(this, channel);
        if (!add(connection)) {
            throw new IOException("the simulator is closed");
        }
        return connection;
    }
}
