package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.simulation.Connections;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfig;
import org.eclipse.milo.opcua.stack.core.channel.EncodingLimits;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.structured.BuildInfo;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransport;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransportConfig;

/** One run of the server: from when it listens until it stops. */
final class ServerRun implements AutoCloseable {

    private static final String PRODUCT = "urn:taktstrom:simulator:opcua";
    private static final int MAX_MESSAGE_BYTES = 128 << 20;

    /** How often it looks for connections that ask for nothing. */
    private static final int SWEEP_MILLIS = 1000;

    private final ServerThreads threads = new ServerThreads();
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
        OpcUaServerConfig config = OpcUaServerConfig.builder()
                .setApplicationName(LocalizedText.english("Taktstrom OPC UA simulator"))
                .setApplicationUri(Authority.SERVER_URI)
                .setProductUri(PRODUCT)
                .setBuildInfo(new BuildInfo(PRODUCT, "Taktstrom", "OPC UA simulator", "", "", DateTime.now()))
                .setEndpoints(security.endpoints(address.getHostAddress(), port, hosts(address), model.users()))
                .setCertificateManager(security.certificates())
                .setIdentityValidator(Security.identities(model.users()))
                .setLimits(new MiloLimits(simulation))
                .setEncodingLimits(new EncodingLimits(
                        EncodingLimits.DEFAULT_MAX_CHUNK_SIZE,
                        2 * MAX_MESSAGE_BYTES / EncodingLimits.DEFAULT_MAX_CHUNK_SIZE,
                        MAX_MESSAGE_BYTES,
                        EncodingLimits.DEFAULT_MAX_RECURSION_DEPTH))
                .setExecutor(threads.work)
                .setScheduledExecutor(threads.timer)
                .build();
        server = new OpcUaServer(
                config,
                profile -> new OpcTcpServerTransport(OpcTcpServerTransportConfig.newBuilder()
                        .setExecutor(threads.work)
                        .setEventLoop(threads.loops)
                        .setChannelPipelineCustomizer(pipeline -> pipeline.addFirst(new ConnectionGuard(connections)))
                        .build()));
        server.addServiceSet(Security.PATH, new CheckedItems(server));
        for (int i = 0; i < namespacesBefore; i++) {
            server.getNamespaceTable().add(model.namespace() + ":before:" + i);
        }
        space = new ModelNamespace(server, simulation, firstNumber);
        space.startup();
        events = new EventSource(server, simulation);
        pace = new CycleThread(simulation.variables, simulation.counters);
        try {
            server.startup().get();
        } catch (ExecutionException e) {
            close();
            throw new IOException(
                    "cannot listen at " + address.getHostAddress() + ":" + port
                            + ": the port is taken, or the address is not of this machine; choose another",
                    e);
        } catch (InterruptedException e) {
            close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the simulator started", e);
        }
        // It ends with the timer.
        var unused = threads.timer.scheduleWithFixedDelay(
                () -> connections.sweep(System.nanoTime()), SWEEP_MILLIS, SWEEP_MILLIS, TimeUnit.MILLISECONDS);
        pace.start();
        events.start(model.events(), threads.timer);
    }

    /** The names by which clients may know the server. */
    static List<String> hosts(InetAddress address) {
        Set<String> hosts = new LinkedHashSet<>();
        if (!address.isAnyLocalAddress()) {
            hosts.add(address.getHostAddress());
        }
        if (address.isAnyLocalAddress() || address.isLoopbackAddress()) {
            hosts.add("localhost");
        }
        if (address.isAnyLocalAddress()) {
            hosts.add("127.0.0.1");
            try {
                hosts.add(InetAddress.getLocalHost().getHostName());
            } catch (UnknownHostException e) {
                hosts.add("127.0.0.1");
            }
        }
        return List.copyOf(hosts);
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
