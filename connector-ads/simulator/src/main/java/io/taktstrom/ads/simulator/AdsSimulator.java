package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.plc.Plc;
import io.taktstrom.ads.simulator.protocol.AdsCounter;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.DeviceFaults;
import io.taktstrom.simulation.MethodBody;
import io.taktstrom.simulation.Simulator;
import io.taktstrom.simulation.SocketSimulator;
import org.jspecify.annotations.Nullable;

/**
 * A PLC that behaves like TwinCAT 3, on a socket. Many may run in one process. Thread-safe.
 *
 * <pre>{@code
 * try (AdsSimulator plc = AdsSimulator.builder().symbols(AdsModel.dints(10).symbols()).start()) {
 *     System.out.println(plc.endpointUri());   // ads://127.0.0.1:40123/192.0.2.1.1.1:851
 *     plc.set("MAIN.v3", 42);
 * }
 * }</pre>
 */
public final class AdsSimulator extends SocketSimulator<PlcConnection> {

    private final SimulatedPlc simulation;
    private volatile boolean oneConnectionPerHost;
    private @Nullable SystemServiceListener udp;

    private final @Nullable SecureServer secure;

    /** @param secure null for a PLC that speaks plain ADS */
    AdsSimulator(
            SimulatedPlc simulation,
            InetSocketAddress wanted,
            Connections<PlcConnection> connections,
            long spinNanos,
            @Nullable SecureServer secure)
            throws IOException {
        super(simulation.name, wanted, connections);
        this.simulation = simulation;
        this.secure = secure;
        start();
        simulation.threads.start(new PlcTask(simulation, spinNanos), simulation.name + "-task");
    }

    /** A PLC without variables on 127.0.0.1 and any free port. */
    public static AdsSimulatorBuilder builder() {
        return new AdsSimulatorBuilder();
    }

    @Override
    protected PlcConnection connect(SocketChannel channel) throws IOException {
        PlcConnection connection = new PlcConnection(
                simulation, connections, channel, secure == null ? channel : new SecureClientChannel(channel, secure));
        if (oneConnectionPerHost) {
            for (PlcConnection older : connections.list()) {
                if (older.peer().getAddress().equals(connection.peer().getAddress())) {
                    older.close("replaced by " + connection);
                }
            }
        }
        return connection;
    }

    void listenOnUdp(InetSocketAddress wanted, String user, String password) throws IOException {
        SystemServiceListener listener = new SystemServiceListener(simulation, wanted, user, password);
        udp = listener;
        simulation.threads.start(listener, simulation.name + "-udp");
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
        return simulation.address;
    }

    /** Where clients find the PLC: {@code ads://127.0.0.1:40123/192.0.2.1.1.1:851}; they add what they need for its security. */
    @Override
    public String endpointUri() {
        return "ads://" + Simulator.hostAndPort(address()) + "/" + amsAddress()
                + (secure == null ? "" : "?security=" + secure.mode());
    }

    /**
     * The value of a variable, or of a part of one ({@code MAIN.axis.speed}, {@code MAIN.values[2]}), as
     * {@code io.taktstrom.data.Values} gives it.
     *
     * @throws IllegalArgumentException for an unknown variable
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
     * @throws IllegalArgumentException for an unknown variable, or a value that does not fit its type
     */
    @Override
    public void set(String name, Object value) {
        locked(plc -> plc.program().set(variable(name), value));
    }

    /**
     * From now on a call of a method runs this, between two task cycles: it must be quick, and must not call the simulator.
     *
     * @param method its function block and its name, {@code MAIN.fbPress#Start}
     * @throws IllegalArgumentException for an unknown method
     */
    public void onCall(String method, MethodBody body) {
        locked(plc -> plc.setBody(method, body));
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

    private PlcVariable variable(String name) {
        PlcVariable variable = simulation.plc.program().find(name);
        if (variable == null) {
            throw new IllegalArgumentException(
                    "no variable " + name + " in the simulated PLC " + amsAddress() + "; check the name, or the model");
        }
        return variable;
    }

    /**
     * Turns the clock that the simulator was built with, and runs all cycles that are due then before anything else happens:
     * however far it is turned, each cycle has its own time, and none is late.
     */
    public void turn(Runnable clock) {
        synchronized (simulation) {
            clock.run();
            while (simulation.taskClock.isLive() && simulation.taskClock.nanosToNext() <= 0) {
                simulation.cycle();
            }
        }
    }

    /** Number of the last task cycle of the program; a counter waveform is at its start plus step times this. */
    public long cycle() {
        synchronized (simulation) {
            return now().cycle();
        }
    }

    /** Of the PLC: {@link AdsState#RUN}, {@link AdsState#STOP}, or {@link AdsState#CONFIG} without a PLC. */
    public int adsState() {
        synchronized (simulation) {
            return simulation.plc.isConfig()
                    ? AdsState.CONFIG
                    : simulation.plc.isRunning() ? AdsState.RUN : AdsState.STOP;
        }
    }

    public long count(AdsCounter counter) {
        return simulation.counters.get(counter);
    }

    /** Requests of a command, see {@code AdsCommand}; those in sum commands are not counted one by one. */
    public long requests(int command) {
        return simulation.requests.get(command);
    }

    /** Requests by the name of their command, without those that are zero. */
    public Map<String, Long> requests() {
        Map<String, Long> byCommand = new TreeMap<>();
        for (int command = 0; command < simulation.requests.length(); command++) {
            if (requests(command) > 0) {
                byCommand.put(AdsCommand.name(command), requests(command));
            }
        }
        return byCommand;
    }

    /** Notifications that are registered now. */
    public int notifications() {
        synchronized (simulation) {
            return simulation.notifications.size();
        }
    }

    /** Active faults. */
    public DeviceFaults faults() {
        return simulation.faults;
    }

    /**
     * As when the programmer changes the running program: values stay, addresses move, the symbol version counts up, all
     * variable handles become invalid (0x711), notifications made by handle send one last sample without data, those made by
     * index group and offset continue with the bytes that are there now.
     */
    public void onlineChange() {
        locked(Plc::onlineChange);
    }

    /**
     * As {@link #onlineChange()}, to a program with other variables: those that it shares with the old one, by name and type,
     * keep their values. The task cycle stays.
     */
    public void onlineChange(AdsModel next) {
        locked(plc -> {
            plc.setModel(next);
            plc.onlineChange();
        });
    }

    /** As {@link #download()}, of a program with other variables. The task cycle stays. */
    public void download(AdsModel next) {
        locked(plc -> {
            plc.setModel(next);
            plc.restart();
        });
    }

    /** As after a download: first values except for persistent variables, all handles (0x710) and notifications invalid. */
    public void download() {
        locked(Plc::restart);
    }

    /** Into CONFIG mode: the PLC's AMS port is gone (0x6), the system service still answers. */
    public void enterConfig() {
        locked(Plc::enterConfig);
    }

    /** Stops the program: values do not change. */
    public void stop() {
        locked(Plc::stop);
    }

    /** Lets the program run again. */
    public void run() {
        locked(Plc::run);
    }

    /** The ring of samples of this name, to inject faults. */
    public BlockRing ring(String name) {
        return new BlockRing(simulation, name);
    }

    /** Sends bytes to all clients, behind the last whole frame. */
    public void sendToAll(byte[] bytes) throws IOException {
        for (PlcConnection connection : connections.list()) {
            connection.write(ByteBuffer.wrap(bytes));
        }
    }

    /** Whether a new connection closes older ones of the same host, as TwinCAT does. */
    public void setOneConnectionPerHost(boolean on) {
        oneConnectionPerHost = on;
    }

    /**
     * Whether the connection of a client without a route is closed at its first request, as TwinCAT does. A client that has
     * asked for an AMS port, as one on the PLC's own machine does, needs no route.
     */
    public void setRouteRequired(boolean on) {
        simulation.routes.require(on);
    }

    /** The routes that it has now. */
    public List<RouteEntry> routes() {
        return simulation.routes.entries();
    }

    /** Tells all clients that its router was stopped (0), started (1) or removed (2). */
    public void sendRouterNote(int state) throws IOException {
        sendToAll(new byte[] {0x01, 0x10, 4, 0, 0, 0, (byte) state, 0, 0, 0});
    }

    /** From now on a connection may have so many notifications; those that exist stay. */
    public void setNotificationLimit(int limit) {
        synchronized (simulation) {
            simulation.notifications.setLimit(limit);
        }
    }

    @Override
    public void close() {
        simulation.end();
        try {
            if (udp != null) {
                udp.close();
            }
            super.close();
        } finally {
            simulation.threads.awaitEnd();
        }
    }
}
