package io.taktstrom.s7.simulator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.s7.simulator.model.SimulatorModel;

/** Everything that one simulator shares between its threads. */
final class Simulation {

    /** None of them takes so long to notice. */
    private static final long THREAD_END_MILLIS = 5000;

    private final SimulatorModel model;
    private final Cpu cpu;
    private final EpochNanoClock clock;
    private final Meter meter = new Meter();
    private final Faults faults = new Faults();
    private final List<Connection> connections = new ArrayList<>();
    private final Set<Connection> slots = new HashSet<>();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
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
    synchronized boolean add(Connection connection) {
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

    /** Ends all connections, and waits for their threads. */
    void close() {
        synchronized (this) {
            closed = true;
        }
        connections().forEach(connection -> connection.close("simulator closed"));
        threads.forEach(Simulation::awaitEnd);
    }

    /** Waits until a thread has ended; not for the caller's own. */
    static void awaitEnd(Thread thread) {
        try {
            if (thread != Thread.currentThread()) {
                thread.join(THREAD_END_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Starts a thread of this simulator. */
    Thread start(Runnable work, String threadName) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } finally {
                        threads.remove(Thread.currentThread());
                    }
                },
                threadName);
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
        return thread;
    }
}
