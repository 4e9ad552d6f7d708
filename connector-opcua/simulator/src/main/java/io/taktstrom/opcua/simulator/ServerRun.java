package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.TimeUnit;

import io.taktstrom.opcua.server.ServerHosts;
import io.taktstrom.opcua.server.ServerSecurity;
import io.taktstrom.opcua.server.ServerSetup;
import io.taktstrom.opcua.server.ServerThreads;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.simulation.Connections;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfig;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.structured.BuildInfo;

/** One run of the server: from when it listens until it stops. */
final class ServerRun implements AutoCloseable {

    private static final String PRODUCT = "urn:taktstrom:simulator:opcua";
    /** All threads of the simulator are named so. */
    static final String THREADS = "takt-opcua-simulator";

    /** How often it looks for connections that ask for nothing. */
    private static final int SWEEP_MILLIS = 1000;

    private final ServerThreads threads = new ServerThreads(THREADS, Integer.MAX_VALUE);
    private final int port;
    private final OpcUaServer server;
    private final ModelNamespace space;
    private final CycleThread pace;
    private final EventSource events;

    /**
     * Begins to listen.
     *
     * @param namespacesBefore how many others come before the model's, so that it has another number
     * @param firstNumber of numeric identifiers
     * @throws IOException if the port is taken, or the address not of this machine
     */
    ServerRun(
            ServerState simulation,
            Security security,
            InetAddress address,
            int port,
            int namespacesBefore,
            int firstNumber)
            throws IOException {
        this.port = port;
        OpcUaModel model = simulation.model;
        Connections<ConnectionGuard> connections = new Connections<>(simulation.connectionLimits);
        ServerSecurity offered = security.offered(model.users());
        server = ServerSetup.of(
                OpcUaServerConfig.builder()
                        .setApplicationName(LocalizedText.english("Taktstrom OPC UA simulator"))
                        .setApplicationUri(Authority.SERVER_URI)
                        .setProductUri(PRODUCT)
                        .setBuildInfo(new BuildInfo(PRODUCT, "Taktstrom", "OPC UA simulator", "", "", DateTime.now()))
                        .setEndpoints(offered.endpoints(address.getHostAddress(), port, ServerHosts.of(address)))
                        .setLimits(new MiloLimits(simulation)),
                offered,
                threads,
                pipeline -> pipeline.addFirst(new ConnectionGuard(connections)));
        server.addServiceSet(ServerSecurity.PATH, new CheckedItems(server));
        for (int i = 0; i < namespacesBefore; i++) {
            server.getNamespaceTable().add(model.namespace() + ":before:" + i);
        }
        space = new ModelNamespace(server, simulation, firstNumber);
        space.startup();
        events = new EventSource(server, simulation);
        pace = new CycleThread(simulation.variables, simulation.counters);
        try {
            ServerSetup.listen(server, address, port);
        } catch (IOException e) {
            close();
            throw e;
        }
        // It ends with the timer.
        var unused = threads.timer()
                .scheduleWithFixedDelay(
                        () -> connections.sweep(System.nanoTime()), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        pace.start();
        events.start(model.events(), threads.timer());
    }

    int port() {
        return port;
    }

    OpcUaServer server() {
        return server;
    }

    EventSource events() {
        return events;
    }

    /** Stops listening, closes all connections, and waits for all threads to end. Idempotent. */
    @Override
    public void close() {
        pace.close();
        space.shutdown();
        // It has done all when it returns.
        var unused = server.shutdown();
        threads.close();
    }
}
