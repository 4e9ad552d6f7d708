package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.opcua.simulator.model.SimulatorModel;
import io.taktstrom.simulation.ConnectionLimits;
import org.jspecify.annotations.Nullable;

/** How a simulator shall be; made by {@link OpcUaSimulator#builder}. */
public final class OpcUaSimulatorBuilder {

    private InetAddress bindAddress = InetAddress.getLoopbackAddress();
    private int bindPort;
    private SimulatorModel model = SimulatorModel.of(List.of());
    private ConnectionLimits connectionLimits = ConnectionLimits.DEFAULT;
    private long seed = 1;
    private EpochNanoClock clock = EpochNanoClock.system();
    private @Nullable Path certificates;
    private boolean offersNone = true;
    private boolean knownClientsOnly;

    OpcUaSimulatorBuilder() {}

    /** Address to listen on; 127.0.0.1 by default. */
    public OpcUaSimulatorBuilder bindAddress(InetAddress newAddress) {
        bindAddress = newAddress;
        return this;
    }

    /** TCP port to listen on; by default 0: any free one. */
    public OpcUaSimulatorBuilder bindPort(int newPort) {
        bindPort = newPort;
        return this;
    }

    public OpcUaSimulatorBuilder model(SimulatorModel newModel) {
        model = newModel;
        return this;
    }

    /**
     * How many TCP connections it bears, and for how long those that ask for nothing; {@link ConnectionLimits#DEFAULT} by
     * default. How many sessions is in the model.
     */
    public OpcUaSimulatorBuilder connectionLimits(ConnectionLimits limits) {
        connectionLimits = limits;
        return this;
    }

    /** Of the random waveforms; the same seed gives the same values. */
    public OpcUaSimulatorBuilder seed(long newSeed) {
        seed = newSeed;
        return this;
    }

    public OpcUaSimulatorBuilder clock(EpochNanoClock newClock) {
        clock = newClock;
        return this;
    }

    /**
     * Offers secure endpoints, with certificates made at the start by an authority that nobody else has.
     *
     * @param folder where {@code ca.der}, {@code ca.crl}, {@code server.der}, {@code client.pem} and {@code client.key.pem}
     *     are written for clients; made if it is not there
     */
    public OpcUaSimulatorBuilder certificates(Path folder) {
        certificates = folder;
        return this;
    }

    /** Whether a server with certificates offers connections without security, too; it does by default. */
    public OpcUaSimulatorBuilder offerNone(boolean offered) {
        offersNone = offered;
        return this;
    }

    /** Whether only clients are taken whose certificate the simulator's authority has made; by default, any is. */
    public OpcUaSimulatorBuilder knownClientsOnly(boolean known) {
        knownClientsOnly = known;
        return this;
    }

    /**
     * Starts the simulator.
     *
     * @throws IOException if the address is taken or not of this machine, or certificates cannot be written
     */
    public OpcUaSimulator start() throws IOException {
        Authority authority = certificates == null ? null : new Authority(certificates, Life.hosts(bindAddress));
        return new OpcUaSimulator(
                new Simulation(model, seed, clock, connectionLimits),
                new Security(authority, offersNone, knownClientsOnly),
                bindAddress,
                bindPort);
    }
}
