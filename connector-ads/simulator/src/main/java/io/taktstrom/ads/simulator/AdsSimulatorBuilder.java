package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.ads.simulator.model.Burst;
import io.taktstrom.ads.simulator.model.Symbol;
import io.taktstrom.simulation.Connections;
import io.taktstrom.simulation.SimulatorBuilder;
import org.jspecify.annotations.Nullable;

/** Settings of a simulator; made by {@link AdsSimulator#builder}. */
public final class AdsSimulatorBuilder extends SimulatorBuilder<AdsModel, AdsSimulatorBuilder> {

    private Duration spin = Duration.ofNanos(20_000);
    private boolean udp;
    private int udpPort;
    private String user = "Administrator";
    private String password = "1";
    private boolean routeRequired;
    private AdsLimits limits = AdsLimits.DEFAULT;
    private SecureServer.@Nullable Settings security;

    AdsSimulatorBuilder() {
        super(AdsModel.of(List.of()));
    }

    public AdsSimulatorBuilder netId(AmsNetId netId) {
        return model(model.withAddress(netId, model.port()));
    }

    public AdsSimulatorBuilder amsPort(int port) {
        return model(model.withAddress(model.netId(), port));
    }

    public AdsSimulatorBuilder taskCycle(Duration taskCycle) {
        return model(model.withTaskCycle(taskCycle));
    }

    public AdsSimulatorBuilder symbols(List<Symbol> symbols) {
        return model(model.withSymbols(symbols));
    }

    /** Gives the PLC the symbol {@link Burst#SYMBOL}. */
    public AdsSimulatorBuilder burst(Burst burst) {
        return model(model.withBurst(burst));
    }

    /** Most notifications of a connection, 65,536 by default. Through TwinCAT's own TcAdsDll a client has 550. */
    public AdsSimulatorBuilder notificationLimit(int limit) {
        limits = new AdsLimits(limits.frameBytes(), limit, limits.away());
        return this;
    }

    /**
     * How long notifications outlive their connection, 5 s by default. A client that connects again with the same AMS address
     * gets their samples again, as from TwinCAT; one to which the router has given its port does not. 0 ends them at once.
     */
    public AdsSimulatorBuilder notificationsOutlive(Duration time) {
        limits = new AdsLimits(limits.frameBytes(), limits.notifications(), time);
        return this;
    }

    /** Largest request that is accepted, 1 MiB by default; a larger one closes the connection. */
    public AdsSimulatorBuilder maxFrameBytes(int bytes) {
        limits = new AdsLimits(bytes, limits.notifications(), limits.away());
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
    public AdsSimulatorBuilder login(String newUser, String newPassword) {
        user = newUser;
        password = newPassword;
        return this;
    }

    /** See {@link AdsSimulator#setRouteRequired}; off by default. */
    public AdsSimulatorBuilder routeRequired(boolean on) {
        routeRequired = on;
        return this;
    }

    /**
     * Speaks Secure ADS with a certificate that signs itself, and no plain ADS at all.
     *
     * @param pki folder with that certificate, made if there is none, and those of clients: unknown ones go into quarantine
     */
    public AdsSimulatorBuilder selfSigned(Path pki) {
        security = new SecureServer.Settings("self-signed", pki, null, null, "", "");
        return this;
    }

    /** The same with a certificate of an authority; those of clients need one that is trusted in the folder. */
    public AdsSimulatorBuilder certificate(Path pki, Path certificate, Path key) {
        security = new SecureServer.Settings("ca", pki, certificate, key, "", "");
        return this;
    }

    /** Speaks Secure ADS with one client that knows this password, and no plain ADS at all. */
    public AdsSimulatorBuilder preSharedKey(String identity, String newPassword) {
        security = new SecureServer.Settings("psk", null, null, null, identity, newPassword);
        return this;
    }

    @Override
    public AdsSimulator start() throws IOException {
        SimulatedPlc plc = new SimulatedPlc(model, seed, clock, limits);
        plc.routes.require(routeRequired);
        SecureServer server = security == null ? null : new SecureServer(plc, security, user, password);
        AdsSimulator simulator =
                new AdsSimulator(plc, bind(), new Connections<>(connectionLimits), spin.toNanos(), server);
        if (udp) {
            try {
                simulator.listenOnUdp(new InetSocketAddress(bind().getAddress(), udpPort), user, password);
            } catch (IOException e) {
                simulator.close();
                throw e;
            }
        }
        return simulator;
    }
}
