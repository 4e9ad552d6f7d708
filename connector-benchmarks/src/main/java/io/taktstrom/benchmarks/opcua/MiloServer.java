package io.taktstrom.benchmarks.opcua;

import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import io.taktstrom.benchmarks.worker.ServerLoop;
import org.eclipse.milo.opcua.sdk.server.EndpointConfig;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfig;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfigLimits;
import org.eclipse.milo.opcua.sdk.server.identity.AnonymousIdentityValidator;
import org.eclipse.milo.opcua.stack.core.channel.EncodingLimits;
import org.eclipse.milo.opcua.stack.core.security.DefaultCertificateManager;
import org.eclipse.milo.opcua.stack.core.security.MemoryCertificateQuarantine;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.transport.TransportProfile;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransport;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransportConfig;

/**
 * The server that all contenders talk to, Eclipse Milo's: HOST PORT and a {@link Served}. Prints {@code ready URI}, ends
 * with its input.
 */
final class MiloServer {

    /** For arrays of a million elements; Milo's own limit is 2 MiB. */
    private static final int MESSAGE_BYTES = 64 << 20;

    static final EncodingLimits LIMITS = new EncodingLimits(
            EncodingLimits.DEFAULT_MAX_CHUNK_SIZE,
            MESSAGE_BYTES / EncodingLimits.DEFAULT_MAX_CHUNK_SIZE * 2,
            MESSAGE_BYTES,
            EncodingLimits.DEFAULT_MAX_RECURSION_DEPTH);

    private MiloServer() {}

    public static void main(String[] args) throws Exception {
        String host = args[0];
        int port = Integer.parseInt(args[1]);
        Served served = Served.parse(args[2]);
        EndpointConfig endpoint = EndpointConfig.newBuilder()
                .setBindAddress(host)
                .setBindPort(port)
                .setHostname(host)
                .setPath("/bench")
                .addTokenPolicies(OpcUaServerConfig.USER_TOKEN_POLICY_ANONYMOUS)
                .setSecurityPolicy(SecurityPolicy.None)
                .setSecurityMode(MessageSecurityMode.None)
                .setTransportProfile(TransportProfile.TCP_UASC_UABINARY)
                .build();
        OpcUaServerConfig config = OpcUaServerConfig.builder()
                .setApplicationUri(CountingNamespace.URI)
                .setApplicationName(LocalizedText.english("benchmark"))
                .setProductUri(CountingNamespace.URI)
                .setEndpoints(Set.of(endpoint))
                .setEncodingLimits(LIMITS)
                .setLimits(new OpcUaServerConfigLimits() {
                    @Override
                    public Double getMinPublishingInterval() {
                        return 1.0;
                    }
                })
                .setCertificateManager(new DefaultCertificateManager(new MemoryCertificateQuarantine()))
                .setIdentityValidator(AnonymousIdentityValidator.INSTANCE)
                .build();
        OpcUaServer server = new OpcUaServer(
                config,
                profile -> new OpcTcpServerTransport(
                        OpcTcpServerTransportConfig.newBuilder().build()));
        CountingNamespace namespace = new CountingNamespace(server, served);
        namespace.startup();
        server.startup().get();
        ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor();
        if (served.tickMillis() > 0) {
            var unused = ticker.scheduleAtFixedRate(namespace::tick, 0, served.tickMillis(), TimeUnit.MILLISECONDS);
        }
        ServerLoop.serve("opc.tcp://" + host + ":" + port + "/bench");
        System.exit(0);
    }
}
