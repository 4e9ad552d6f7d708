package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.opcua.server.ServerHosts;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.simulation.SimulatorBuilder;
import org.jspecify.annotations.Nullable;

/** How a simulator shall be; made by {@link OpcUaSimulator#builder}. How many sessions it takes is in the model. */
public final class OpcUaSimulatorBuilder extends SimulatorBuilder<OpcUaModel, OpcUaSimulatorBuilder> {

    private @Nullable Path certificates;
    private boolean offersNone = true;
    private boolean knownClientsOnly;

    OpcUaSimulatorBuilder() {
        super(OpcUaModel.of(List.of()));
    }

    /**
     * Offers secure endpoints, with certificates made at the start by an authority of its own.
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
    @Override
    public OpcUaSimulator start() throws IOException {
        InetSocketAddress bind = bind();
        Authority authority =
                certificates == null ? null : new Authority(certificates, ServerHosts.of(bind.getAddress()));
        return new OpcUaSimulator(
                new ServerState(model, seed, clock, connectionLimits),
                new Security(authority, offersNone, knownClientsOnly),
                bind.getAddress(),
                bind.getPort());
    }
}
