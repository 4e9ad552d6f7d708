package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.simulator.memory.Variable;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.ads.simulator.plc.Plc;
import io.taktstrom.simulation.Faults;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.simulation.SocketListener;
import org.jspecify.annotations.Nullable;

/**
 * A PLC that behaves like TwinCAT 3, on a socket. Many may live in one process. Thread-safe.
 *
 * <pre>{@code
 * try (AdsSimulator plc = AdsSimulator.builder().symbols(SimulatorModel.dints(10).symbols()).start()) {
 *     System.out.println(plc.endpointUri());   // ads://127.0.0.1:40123/192.0.2.1.1.1:851
 *     plc.set("MAIN.v3", 42);
 * }
 * }</pre>
 */
public final class AdsSimulator implements Simulator {

    private final Simulation simulation;
    private final SocketListener listener;
    private final AmsAddress amsAddress;
    private final InetSocketAddress address;
    private final @Nullable UdpListener udp;

    AdsSimulator(AdsSimulatorBuilder builder) throws IOException {
        amsAddress = builder.amsAddress();
        simulation = builder.simulation();
        listener = builder.listener(simulation);
        address = listener.address();
        simulation.routes.require(builder.routeRequired());
        try {
            udp = builder.udpListener(simulation);
        } catch (IOException e) {
            listener.close();
            throw e;
        }
        if (udp != null) {
            simulation.threads.start(udp, simulation.name + "-udp");
        }
        listener.start();
        simulation.threads.start(new Task(simulation, builder.spinNanos()), simulation.name + "-task");
    }

    /** A PLC without variables on 127.0.0.1 and any free port. */
    public static AdsSimulatorBuilder builder() {
        return new AdsSimulatorBuilder();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /**
     * Where its system service answers over UDP.
     *
     * @throws IllegalStateException if it does not
     */
    public InetSocketAddress udpAddress() {
        if (udp == null) {
            throw new IllegalStateException("this simulator does not listen on UDP; build it with udp(true)");
        }
        return udp.address();
    }

    public AmsAddress amsAddress() {
        return amsAddress;
    }

    /** Where clients find the PLC: {@code ads://127.0.0.1:40123/192.0.2.1.1.1:851}. */
    @Override
    public String endpointUri() {
        return "ads://" + Simulator.hostAndPort(address) + "/" + amsAddress;
    }

    /**
     * The value of a variable, or of a part of one ({@code MAIN.axis.speed}, {@code MAIN.values[2]}), as
     * {@code io.taktstrom.data.Values} gives it.
     *
     * @throws IllegalArgumentException if there is no such variable
     */
    @Override
    public Object get(String name) {
        synchronized (simulation) {
            return now().program().get(variable(name), simulation.plc.cycle());
        }
    }

    /**
     * Sets a variable, also one that clients may not write. A variable with a waveform keeps the value until the next
     * task cycle.
     *
     * @throws IllegalArgumentException if there is no such variable, or the value does not fit its type
     */
    @Override
    public void set(String name, Object value) {
        synchronized (simulation) {
            now().program().set(variable(name), value);
        }
    }

    /** The PLC at this moment; call under the lock. */
    private Plc now() {
        simulation.taskClock.look();
        return simulation.plc;
    }

    private void locked(Consumer<Plc> change) {
        synchronized (simulation) {
            change.accept(now());
        }
    }

    private Variable variable(String name) {
        Variable variable = simulation.plc.program().find(name);
        if (variable == null) {
            throw new IllegalArgumentException(
                    "no variable " + name + " in the simulated PLC " + amsAddress + "; check the name, or the model");
        }
        return variable;
    }

    /** Number of the last task cycle of the program; a counter waveform is at its start plus step times this. */
    public long cycle() {
        synchronized (simulation) {
            return now().cycle();
        }
    }

    /** Of the PLC: {@link AdsState#RUN}, {@link AdsState#STOP}, or {@link AdsState#CONFIG}: there is no PLC. */
    public int adsState() {
        synchronized (simulation) {
            return simulation.plc.isConfig()
                    ? AdsState.CONFIG
                    : simulation.plc.isRunning() ? AdsState.RUN : AdsState.STOP;
        }
    }

    /** What has happened so far. */
    public Counters counters() {
        synchronized (simulation) {
            return simulation.counters();
        }
    }

    /** Armed faults. */
    public Faults faults() {
        return simulation.faults;
    }

    /**
     * As when the programmer changes the running program: values stay, addresses move, the symbol version counts up, all
     * variable handles die (0x711), notifications made by handle send one last sample without data, those made by index
     * group and offset go on with whatever lies there now.
     */
    public void onlineChange() {
        locked(Plc::onlineChange);
    }

    /**
     * As {@link #onlineChange()}, to a program with other variables: those that it shares with the old one, by name and type,
     * keep their values. The task cycle stays.
     */
    public void onlineChange(SimulatorModel next) {
        locked(plc -> {
            plc.setModel(next);
            plc.onlineChange();
        });
    }

    /** As {@link #download()}, of a program with other variables. The task cycle stays. */
    public void download(SimulatorModel next) {
        locked(plc -> {
            plc.setModel(next);
            plc.restart();
        });
    }

    /** As after a download: first values except for persistent variables, all handles (0x710) and notifications dead. */
    public void download() {
        locked(Plc::restart);
    }

    /** Into CONFIG mode: the PLC's AMS port is gone (0x6), the system service is there. */
    public void enterConfig() {
        locked(Plc::enterConfig);
    }

    /** Stops the program: values stand still. */
    public void stop() {
        locked(Plc::stop);
    }

    /** Lets the program run again. */
    public void run() {
        locked(Plc::run);
    }

    /** The ring of samples of this name, for what may go wrong with it. */
    public BlockRing ring(String name) {
        return new BlockRing(simulation, name);
    }

    /** Closes all connections; clients may connect again at once. */
    public void dropConnections() {
        simulation.connections.drop();
    }

    /** Sends bytes to all clients, behind the last whole frame. */
    public void sendToAll(byte[] bytes) throws IOException {
        for (Connection connection : simulation.connections.list()) {
            connection.write(ByteBuffer.wrap(bytes));
        }
    }

    /** Whether a new connection closes older ones of the same host, as TwinCAT does. */
    public void setOneConnectionPerHost(boolean on) {
        simulation.setOneConnectionPerHost(on);
    }

    /**
     * Whether the connection of a client to whom there is no route is closed at its first request, as TwinCAT does. A
     * client that has asked for an AMS port, as one on the PLC's own machine does, needs no route.
     */
    public void setRouteRequired(boolean on) {
        simulation.routes.require(on);
    }

    /** The routes that it has now. */
    public List<RouteEntry> routes() {
        return simulation.routes.entries();
    }

    /** Tells all clients that its router has stopped (0), started (1) or gone (2). */
    public void sendRouterNote(int state) throws IOException {
        sendToAll(new byte[] {0x01, 0x10, 4, 0, 0, 0, (byte) state, 0, 0, 0});
    }

    /** From now on a connection may have so many notifications; those that exist stay. */
    public void setNotificationLimit(int limit) {
        synchronized (simulation) {
            simulation.commands.setNotificationLimit(limit);
        }
    }

    @Override
    public void close() {
        simulation.end();
        try {
            if (udp != null) {
                udp.close();
            }
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close " + endpointUri(), e);
        } finally {
            simulation.threads.awaitEnd();
        }
    }
}
