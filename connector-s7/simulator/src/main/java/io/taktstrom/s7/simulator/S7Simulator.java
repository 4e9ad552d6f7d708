package io.taktstrom.s7.simulator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;

import io.taktstrom.s7.simulator.model.CpuAccess;
import io.taktstrom.s7.simulator.model.CpuLimits;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.DeviceFaults;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.simulation.SocketSimulator;

/**
 * A CPU that behaves like a S7-300, on a socket. Many may run in one process. Thread-safe.
 *
 * <pre>{@code
 * try (S7Simulator cpu = S7Simulator.builder().model(S7Model.dints(10)).start()) {
 *     System.out.println(cpu.endpointUri());   // s7://127.0.0.1:40123?rack=0&slot=1
 *     cpu.set("v3", 42);
 *     cpu.set("DB1.DBD0:DINT", 7);
 * }
 * }</pre>
 */
public final class S7Simulator extends SocketSimulator<S7Connection> {

    private final Cpu cpu;

    S7Simulator(Cpu cpu, InetSocketAddress wanted, Connections<S7Connection> connections) throws IOException {
        super(S7Connection.NAME, wanted, connections);
        this.cpu = cpu;
        start();
    }

    /** A CPU without data blocks on 127.0.0.1 and any free port. */
    public static S7SimulatorBuilder builder() {
        return new S7SimulatorBuilder();
    }

    @Override
    protected S7Connection connect(SocketChannel channel) throws IOException {
        return new S7Connection(cpu, connections, channel);
    }

    /** Where clients find the CPU: {@code s7://127.0.0.1:40123?rack=0&slot=1}. */
    @Override
    public String endpointUri() {
        return "s7://" + Simulator.hostAndPort(address()) + "?rack=" + cpu.model.rack() + "&slot=" + cpu.model.slot();
    }

    /**
     * The value of a point of the model, or of an address with a type, as {@code io.taktstrom.data.Values} gives it.
     *
     * @throws IllegalArgumentException for an unknown point that is not an address in the CPU's memory
     */
    @Override
    public Object get(String nameOrAddress) {
        return cpu.get(nameOrAddress);
    }

    /**
     * Sets a point or an address. A point with a waveform keeps the value until the next CPU cycle.
     *
     * @throws IllegalArgumentException for an unknown point or address, or a value that does not fit
     */
    @Override
    public void set(String nameOrAddress, Object value) {
        cpu.set(nameOrAddress, value);
    }

    /** Number of the CPU's last cycle; a counter waveform is at its start plus step times this. */
    public long cycle() {
        return cpu.currentCycle();
    }

    /** Whether it is in RUN; otherwise in STOP. */
    public boolean isRunning() {
        return cpu.isRunning();
    }

    /** Into STOP: values do not change, clients may still read them. */
    public void stop() {
        cpu.setRunning(false);
    }

    /** Into RUN. */
    public void run() {
        cpu.setRunning(true);
    }

    /** As after a download: first values, and all connections are closed. */
    public void restart() {
        cpu.restart();
        dropConnections();
    }

    /** What connections from now on are granted; the number of items counts at once. */
    public void setLimits(CpuLimits limits) {
        cpu.limits = limits;
    }

    /** Changes the access rights at once. */
    public void setAccess(CpuAccess access) {
        cpu.access = access;
    }

    /** Connection resources in use. */
    @Override
    public int openConnections() {
        return cpu.usedSlots();
    }

    public long count(S7Counter counter) {
        return cpu.counters.get(counter);
    }

    /** Active faults. */
    public DeviceFaults faults() {
        return cpu.faults;
    }
}
