package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandingSink;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.opcua.server.ServerHosts;
import io.taktstrom.opcua.server.ServerSetup;
import io.taktstrom.opcua.server.ServerThreads;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfig;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.structured.BuildInfo;

/** An OPC UA server that has what was published last of each point. */
final class OpcUaServerSink implements CommandingSink {

    /** All threads of a server are named so. */
    static final String THREADS = "takt-opcua-server";

    private static final String PRODUCT = "urn:taktstrom:opcua-server";
    /** Requests at once; more wait in their sockets. */
    static final int MAX_REQUESTS = 64;

    /** How long clients may take to be sent what is in their queues. */
    private static final Duration LAST_VALUES = Duration.ofSeconds(1);

    private final ServerThreads threads = new ServerThreads(THREADS, MAX_REQUESTS);
    private final OpcUaServer server;
    private final PointSpace space;
    private final ServerSettings settings;
    private final SinkContext context;
    private final Consumer<String> onVariable;
    /** Guarded by this. */
    private boolean listens;

    private volatile boolean closed;

    OpcUaServerSink(ServerSettings settings, SinkContext context, Consumer<String> onVariable) throws IOException {
        // Milo says less of why not.
        settings.bind(LAST_VALUES.multipliedBy(2)).close();
        context.observer()
                .onCertificate(
                        CertificateHolder.SELF,
                        settings.identity().certificate().getNotAfter().toInstant());
        server = ServerSetup.of(
                OpcUaServerConfig.builder()
                        .setApplicationName(LocalizedText.english("Taktstrom"))
                        .setApplicationUri(settings.identity().applicationUri())
                        .setProductUri(PRODUCT)
                        .setBuildInfo(new BuildInfo(PRODUCT, "Taktstrom", "Taktstrom", "", "", DateTime.now()))
                        .setEndpoints(settings.security()
                                .endpoints(
                                        settings.address().getHostAddress(),
                                        settings.port(),
                                        ServerHosts.of(settings.address())))
                        .setLimits(settings.limits()),
                settings.security(),
                threads,
                pipeline -> {});
        this.settings = settings;
        this.context = context;
        space = new PointSpace(server, settings, context.clock());
        this.onVariable = onVariable;
        space.startup();
    }

    @Override
    public void acceptCommands(CommandGate gate) {
        space.acceptCommands(gate);
    }

    /** Clients that were cut off by a restart look for their nodes at once: there are some before the server listens. */
    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
        VariableInlet inlet = new VariableInlet(space, points, () -> closed);
        try {
            listen();
        } catch (IOException e) {
            inlet.close();
            throw e;
        }
        inlet.tellVariables(onVariable);
        return inlet;
    }

    private synchronized void listen() throws IOException {
        if (!listens && !closed) {
            ServerSetup.listen(server, settings.address(), settings.port());
            listens = true;
            context.observer()
                    .onNotice("sink " + context.name() + ": listens at "
                            + new Endpoint("opc.tcp", settings.address().getHostAddress(), settings.port(), Map.of()));
        }
    }

    @Override
    public Duration closeTime() {
        return LAST_VALUES.plusSeconds(3);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            space.awaitSent(LAST_VALUES);
            space.shutdown();
            // It has done all when it returns.
            var unused = server.shutdown();
            threads.close();
        }
    }
}
