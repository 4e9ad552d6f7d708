package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;

import io.taktstrom.opcua.server.ServerHosts;
import io.taktstrom.opcua.server.ServerSecurity;
import io.taktstrom.opcua.server.type.BuiltinType;
import io.taktstrom.opcua.simulator.model.OpcUaLimits;
import io.taktstrom.opcua.simulator.model.SimulatedEvent;
import io.taktstrom.simulation.MethodBody;
import io.taktstrom.simulation.Simulator;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.jspecify.annotations.Nullable;

/**
 * An OPC UA server on a socket, with the variables, methods and events of a model. Many may live in one process.
 * Thread-safe.
 *
 * <pre>{@code
 * try (OpcUaSimulator server = OpcUaSimulator.builder().model(OpcUaModel.demo()).start()) {
 *     server.url();                       // opc.tcp://127.0.0.1:40123/
 *     server.set("oven.target", 185.0);
 *     server.fire("doorOpen");
 *     server.restart(3);                  // its namespace has another number now
 * }
 * }</pre>
 */
public final class OpcUaSimulator implements Simulator {

    private static final int ATTEMPTS = 20;
    /** Numeric identifiers of one run do not come again in the next. */
    private static final int NUMBERS_OF_A_LIFE = 10_000_000;

    private final ServerState simulation;
    private final Security security;
    private final InetSocketAddress address;
    private int namespacesBefore;
    private int restarts;
    private @Nullable ServerRun life;

    OpcUaSimulator(ServerState simulation, Security security, InetAddress bindAddress, int bindPort)
            throws IOException {
        this.simulation = simulation;
        this.security = security;
        ServerRun first = listen(bindAddress, bindPort, bindPort == 0 ? ATTEMPTS : 1);
        life = first;
        address = new InetSocketAddress(bindAddress, first.port());
    }

    private static int freePort(InetAddress bindAddress) throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, bindAddress)) {
            return socket.getLocalPort();
        }
    }

    /** @param port 0 for any that is free, which can be taken by another process before we have it */
    private ServerRun listen(InetAddress bindAddress, int port, int attempts) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                return new ServerRun(
                        simulation,
                        security,
                        bindAddress,
                        port == 0 ? freePort(bindAddress) : port,
                        namespacesBefore,
                        1 + restarts * NUMBERS_OF_A_LIFE);
            } catch (IOException e) {
                if (attempt >= attempts) {
                    throw e;
                }
            }
        }
    }

    /** A server without variables on 127.0.0.1 and any free port. */
    public static OpcUaSimulatorBuilder builder() {
        return new OpcUaSimulatorBuilder();
    }

    @Override
    public InetSocketAddress address() {
        return address;
    }

    /** Where any client finds the server: {@code opc.tcp://127.0.0.1:40123/}. */
    public String url() {
        String host = ServerHosts.of(address.getAddress()).get(0);
        return "opc.tcp://" + ServerHosts.inUrl(host) + ":" + port() + ServerSecurity.PATH;
    }

    /** Where our own client finds it; without security, it says so: {@code opc.tcp://127.0.0.1:40123/?security=none}. */
    @Override
    public String endpointUri() {
        return security.authority() == null ? url() + "?security=none" : url();
    }

    /** The address of a point, method or folder with {@code ids: names}: {@code nsu=urn:taktstrom:simulator;s=oven.target}. */
    public String nodeId(String name) {
        return "nsu=" + simulation.model.namespace() + ";s=" + name;
    }

    /**
     * The value of a point, as {@code io.taktstrom.data.Values} gives it.
     *
     * @throws IllegalArgumentException for an unknown point
     */
    @Override
    public Object get(String name) {
        return simulation.variable(name).plain();
    }

    /**
     * Sets a point with status Good; who watches it has been told, or has it in its queue, when this returns. A point with a
     * waveform keeps the value until its next cycle.
     *
     * @throws IllegalArgumentException for an unknown point, or a value that does not fit
     */
    @Override
    public void set(String name, Object value) {
        simulation.variable(name).set(value, StatusCode.GOOD);
    }

    /** Gives a point another status, with the value it has; of a point with a waveform, until its next cycle. */
    public void setStatus(String name, int status) {
        simulation.variable(name).set(null, new StatusCode(Integer.toUnsignedLong(status)));
    }

    /**
     * Sets a point to what a device had at some time.
     *
     * @param value null to leave the value as it is
     * @param sourceTime epoch nanoseconds
     * @throws IllegalArgumentException for an unknown point, or a value that does not fit
     */
    public void set(String name, @Nullable Object value, int status, long sourceTime) {
        simulation
                .variable(name)
                .set(value, new StatusCode(Integer.toUnsignedLong(status)), BuiltinType.time(sourceTime));
    }

    /** Tells an event of the model now. */
    public void fire(String event) {
        fire(event, event(event).message());
    }

    /** Tells an event of the model now, with another message. Does nothing while the power is off. */
    public synchronized void fire(String event, String message) {
        SimulatedEvent told = event(event);
        if (life != null) {
            life.events().fire(told, message);
        }
    }

    private SimulatedEvent event(String name) {
        return simulation.model.events().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        name + ": the simulated server has no such event; check the model"));
    }

    /** From now on, calls of a method of the model run this. */
    public void onCall(String method, MethodBody body) {
        simulation.setBody(method, body);
    }

    /** Stops listening and closes all connections. Values stay. Idempotent. */
    public synchronized void powerOff() {
        if (life != null) {
            life.close();
            life = null;
        }
    }

    /**
     * Listens again, on the same port, with the values that there were; sessions and subscriptions are gone. Idempotent.
     *
     * @throws IOException if another process has taken the port meanwhile
     */
    public synchronized void powerOn() throws IOException {
        if (life == null) {
            life = listen(address.getAddress(), port(), ATTEMPTS);
        }
    }

    /** As {@link #restart(int)}, with the namespaces as they were. */
    public void restart() throws IOException {
        restart(namespacesBefore);
    }

    /**
     * As after a download: first values, no sessions, no history; with {@code ids: numbers}, other node ids.
     *
     * @param before how many other namespaces come before the model's now
     */
    public synchronized void restart(int before) throws IOException {
        powerOff();
        namespacesBefore = before;
        restarts++;
        simulation.variables.forEach(UaVariable::reset);
        powerOn();
    }

    /** Ends all subscriptions, and tells their clients so with Bad_Timeout; returns how many there were. */
    public synchronized int revokeSubscriptions() {
        return life == null ? 0 : Revocation.revoke(life.server(), StatusCodes.Bad_Timeout);
    }

    /**
     * What the server takes from now on. Its nodes go on saying what it took at the start: a server that takes less than it
     * says, or more.
     */
    public void setLimits(OpcUaLimits limits) {
        simulation.setLimits(limits);
    }

    public long count(OpcUaCounter counter) {
        return simulation.counters.get(counter);
    }

    /** Sessions now. */
    public synchronized int sessions() {
        return life == null
                ? 0
                : life.server().getSessionManager().getCurrentSessionCount().intValue();
    }

    /** Subscriptions now. */
    public synchronized int subscriptions() {
        return life == null ? 0 : life.server().getSubscriptions().size();
    }

    /** Monitored items now. */
    public synchronized long monitoredItems() {
        return life == null ? 0 : life.server().getMonitoredItemCount().get();
    }

    @Override
    public void close() {
        simulation.close();
        powerOff();
    }
}
