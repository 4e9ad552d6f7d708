package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.model.SimulatorModel;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.simulation.SimulatorBuilder;
import io.taktstrom.simulation.SocketListener;
import org.jspecify.annotations.Nullable;

/** How a simulator shall be; made by {@link AdsSimulator#builder}. */
public final class AdsSimulatorBuilder extends SimulatorBuilder<SimulatorModel, AdsSimulatorBuilder> {

    private Duration spin = Duration.ofNanos(20_000);
    private boolean udp;
    private int udpPort;
    private Login login = Login.DEFAULT;
    private boolean routeRequired;
    private int notificationLimit = Limits.DEFAULT_NOTIFICATIONS;
    private Duration notificationsOutlive = Limits.DEFAULT_AWAY;
    private int maxFrameBytes = Limits.DEFAULT_FRAME_BYTES;

    AdsSimulatorBuilder() {
        super(SimulatorModel.of(List.of()));
    }

    @Override
    protected AdsSimulatorBuilder self() {
        return this;
    }

    public AdsSimulatorBuilder netId(AmsNetId netId) {
        return model(new SimulatorModel(
                netId, model().port(), model().taskCycle(), model().types(), model().symbols(), model().burst()));
    }

    public AdsSimulatorBuilder amsPort(int port) {
        return model(new SimulatorModel(
                model().netId(), port, model().taskCycle(), model().types(), model().symbols(), model().burst()));
    }

    public AdsSimulatorBuilder taskCycle(Duration taskCycle) {
        return model(new SimulatorModel(
                model().netId(), model().port(), taskCycle, model().types(), model().symbols(), model().burst()));
    }

    public AdsSimulatorBuilder symbols(List<Symbol> symbols) {
        return model(new SimulatorModel(
                model().netId(), model().port(), model().taskCycle(), model().types(), symbols, model().burst()));
    }

    /** Gives the PLC the symbol {@link SimulatorExtension#BURST_SYMBOL}. */
    public AdsSimulatorBuilder burst(Burst burst) {
        return model(new SimulatorModel(
                model().netId(), model().port(), model().taskCycle(), model().types(), model().symbols(), burst));
    }

    /** Most notifications of a connection, 65,536 by default. Through TwinCAT's own TcAdsDll a client has 550. */
    public AdsSimulatorBuilder notificationLimit(int limit) {
        notificationLimit = limit;
        return this;
    }

    /**
     * How long notifications outlive their connection, 5 s by default. A client that comes back with the same AMS address
     * gets their samples again, as from TwinCAT; one to which the router has given its port does not. 0 ends them at once.
     */
    public AdsSimulatorBuilder notificationsOutlive(Duration time) {
        notificationsOutlive = time;
        return this;
    }

    /** Largest request that is taken, 1 MiB by default; a larger one ends the connection. */
    public AdsSimulatorBuilder maxFrameBytes(int bytes) {
        maxFrameBytes = bytes;
        return this;
    }

    /** How long before each cycle the task stays awake to be on time; costs processor time while notifying. */
    public AdsSimulatorBuilder spin(Duration newSpin) {
        spin = newSpin;
        return this;
    }

    /** Whether the system service answers over UDP, see {@link #udpPort}; off by default. */
    public AdsSimulatorBuilder udp(boolean on) {
        udp = on;
        return this;
    }

    /** UDP port of the system service, at the address that TCP has; by default 0: any free one. TwinCAT has 48899. */
    public AdsSimulatorBuilder udpPort(int port) {
        udpPort = port;
        return udp(true);
    }

    /** Who may add routes; by default what TwinCAT 2 on Windows CE comes with: Administrator, 1. */
    public AdsSimulatorBuilder login(String user, String password) {
        login = new Login(user, password);
        return this;
    }

    /** See {@link AdsSimulator#setRouteRequired}; off by default. */
    public AdsSimulatorBuilder routeRequired(boolean on) {
        routeRequired = on;
        return this;
    }

    AmsAddress amsAddress() {
        return new AmsAddress(model().netId(), model().port());
    }

    Simulation simulation() {
        return new Simulation(
                model(),
                amsAddress(),
                seed(),
                clock(),
                new Limits(maxFrameBytes, notificationLimit, notificationsOutlive));
    }

    SocketListener listener(Simulation simulation) throws IOException {
        return new SocketListener(simulation.name, bind(), connectionLimits(), simulation::create);
    }

    /** Null when it shall not listen there. */
    @Nullable
    UdpListener udpListener(Simulation simulation) throws IOException {
        return udp ? new UdpListener(simulation, new InetSocketAddress(bind().getAddress(), udpPort), login) : null;
    }

    boolean routeRequired() {
        return routeRequired;
    }

    long spinNanos() {
        return spin.toNanos();
    }

    @Override
    public AdsSimulator start() throws IOException {
        return new AdsSimulator(this);
    }
}
