package io.taktstrom.opcua.server;

import java.io.IOException;
import java.net.InetAddress;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;

import io.netty.channel.ChannelPipeline;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfigBuilder;
import org.eclipse.milo.opcua.stack.core.channel.EncodingLimits;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransport;
import org.eclipse.milo.opcua.stack.transport.server.tcp.OpcTcpServerTransportConfig;

/** Makes servers of Milo, and has them listen. */
public final class ServerSetup {

    private static final int MAX_MESSAGE_BYTES = 128 << 20;

    private ServerSetup() {}

    /**
     * A server that does not listen yet.
     *
     * @param config with all but who may connect, threads and sizes
     * @param pipeline may add handlers to that of each connection
     */
    public static OpcUaServer of(
            OpcUaServerConfigBuilder config,
            ServerSecurity security,
            ServerThreads threads,
            Consumer<ChannelPipeline> pipeline)
            throws IOException {
        config.setCertificateManager(security.certificates())
                .setIdentityValidator(security.identities())
                .setEncodingLimits(new EncodingLimits(
                        EncodingLimits.DEFAULT_MAX_CHUNK_SIZE,
                        2 * MAX_MESSAGE_BYTES / EncodingLimits.DEFAULT_MAX_CHUNK_SIZE,
                        MAX_MESSAGE_BYTES,
                        EncodingLimits.DEFAULT_MAX_RECURSION_DEPTH))
                .setExecutor(threads.work)
                .setScheduledExecutor(threads.timer());
        return new OpcUaServer(
                config.build(),
                profile -> new OpcTcpServerTransport(OpcTcpServerTransportConfig.newBuilder()
                        .setExecutor(threads.work)
                        .setEventLoop(threads.loops)
                        .setChannelPipelineCustomizer(pipeline)
                        .build()));
    }

    /**
     * Begins to listen.
     *
     * @throws IOException if the port is taken, or the address not of this machine
     */
    public static void listen(OpcUaServer server, InetAddress address, int port) throws IOException {
        try {
            server.startup().get();
        } catch (ExecutionException e) {
            throw new IOException(
                    "cannot listen at " + address.getHostAddress() + ":" + port
                            + ": the port is taken, or the address is not of this machine; choose another",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the server started", e);
        }
    }
}
