package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;

import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.simulation.ConnectionLimits;
import io.taktstrom.simulation.Faults;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.simulation.SocketListener;
import org.jspecify.annotations.Nullable;

/**
 * A CPU that behaves like a S7-300, on a socket. Many may live in one process. Thread-safe.
 *
 * <pre>{@code
 * try (S7Simulator cpu = S7Simulator.builder().model(SimulatorModel.dints(10)).start()) {
 *     System.out.println(cpu.endpointUri());   // s7://127.0.0.1:40123?rack=0&slot=1
 *     cpu.set("v3", 42);
 *     cpu.set("DB1.DBD0:DINT", 7);
 * }
 * }</pre>
 */
public final class S7Simulator implements Simulator {

    private final Simulation simulation;
    private final InetSocketAddress address;
    private final ConnectionLimits connectionLimits;
    private @Nullable SocketListener listener;

    S7Simulator(Simulation simulation, InetSocketAddress wanted, ConnectionLimits connectionLimits) throws IOException {
        this.simulation = simulation;
        this.connectionLimits = connectionLimits;
        SocketListener first = listen(wanted);
        listener = first;
        address = first.address();
        first.start();
    }

    private SocketListener listen(InetSocketAddress wanted) throws IOException {
        return new SocketListener(
                Simulation.NAME,
                wanted,
                connectionLimits,
                channel -> simulation.connections.add(new Connection(simulation, channel)));
    }

    /** A CPU without data blocks on 127.0.0.1 and any free port. */
    public static S7SimulatorBuilder builder() {
        return new S7SimulatorBuilder();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /** Where clients find the CPU: {@code s7://127.0.0.1:40123?rack=0&slot=1}. */
    @Override
    public String endpointUri() {
        return "s7://" + Simulator.hostAndPort(address) + "?rack=" + simulation.model.rack() + "&slot="
                + simulation.model.slot();
    }

    /**
     * The value of a point of the model, or of an address with a type, as {@code io.taktstrom.data.Values} gives it.
     *
     * @throws IllegalArgumentException if there is no such point, nor is it an address in the CPU's memory
     */
    @Override
    public Object get(String nameOrAddress) {
        return simulation.cpu.get(nameOrAddress);
    }

    /**
     * Sets a point or an address. A point with a waveform keeps the value until the next CPU cycle.
     *
     * @throws IllegalArgumentException if there is no such point or address, or the value does not fit
     */
    @Override
    public void set(String nameOrAddress, Object value) {
        simulation.cpu.set(nameOrAddress, value);
    }

    /** Number of the CPU's last cycle; a counter waveform is at its start plus step times this. */
    public long cycle() {
        return simulation.cpu.look();
    }

    /** Whether it is in RUN; otherwise in STOP. */
    public boolean isRunning() {
        return simulation.cpu.isRunning();
    }

    /** Into STOP: values stand still, clients may read on. */
    public void stop() {
        simulation.cpu.setRunning(false);
    }

    /** Into RUN. */
    public void run() {
        simulation.cpu.setRunning(true);
    }

    /** As after a download: first values, and all connections are gone. */
    public void restart() {
        simulation.cpu.restart();
        dropConnections();
    }

    /** Stops listening and closes all connections. Idempotent. */
    public synchronized void powerOff() {
        SocketListener current = listener;
        if (current != null) {
            listener = null;
            try {
                current.close();
            } catch (IOException e) {
                throw new UncheckedIOException("cannot close " + endpointUri(), e);
            }
        }
    }

    /**
     * Listens again, on the same port. Idempotent.
     *
     * @throws IOException if somebody else has taken it meanwhile
     */
    public synchronized void powerOn() throws IOException {
        if (listener == null) {
            SocketListener next = listen(address);
            listener = next;
            next.start();
        }
    }

    /** Closes all connections; clients may connect again at once. */
    public void dropConnections() {
        simulation.connections.drop();
    }

    /** What connections from now on are granted; the number of items counts at once. */
    public void setLimits(CpuLimits limits) {
        simulation.setLimits(limits);
    }

    /** Changes at once who may do what. */
    public void setAccess(CpuAccess access) {
        simulation.setAccess(access);
    }

    /** What has happened so far. */
    public Counters counters() {
        return simulation.counters();
    }

    /** Armed faults. */
    public Faults faults() {
        return simulation.faults;
    }

    @Override
    public void close() {
        simulation.connections.end();
        powerOff();
    }
}
