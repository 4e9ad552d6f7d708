package io.taktstrom.opcua.stack;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.structured.CloseSecureChannelRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.RequestHeader;
import org.eclipse.milo.opcua.stack.core.util.Unit;
import org.eclipse.milo.opcua.stack.transport.client.AbstractUascClientTransport;
import org.eclipse.milo.opcua.stack.transport.client.ClientApplicationContext;
import org.eclipse.milo.opcua.stack.transport.client.tcp.OpcTcpClientTransportConfig;
import org.eclipse.milo.opcua.stack.transport.client.uasc.ClientSecureChannel;
import org.eclipse.milo.opcua.stack.transport.client.uasc.InboundUascResponseHandler.DelegatingUascResponseHandler;
import org.eclipse.milo.opcua.stack.transport.client.uasc.UascClientAcknowledgeHandler;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/**
 * One secure channel over one TCP connection. Unlike Milo's own transport it never connects a second time, and answers
 * come in their order, on the one thread of its event loop.
 */
final class OneLifeTransport extends AbstractUascClientTransport {

    private final OpcTcpClientTransportConfig tcpConfig;
    private final CompletableFuture<Channel> opened = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile @Nullable Channel tcp;
    private volatile boolean givenUp;
    private volatile String reason = "";

    private OneLifeTransport(OpcTcpClientTransportConfig config) {
        super(config);
        this.tcpConfig = config;
    }

    static OneLifeTransport create(Duration connectTimeout) {
        EventLoop loop = Threads.LOOPS.next();
        return new OneLifeTransport(OpcTcpClientTransportConfig.newBuilder()
                .setConnectTimeout(uint(connectTimeout.toMillis()))
                .setAcknowledgeTimeout(uint(connectTimeout.toMillis()))
                .setEventLoop(loop)
                .setExecutor(loop)
                .setScheduledExecutor(loop)
                .setWheelTimer(Threads.TIMER)
                .build());
    }

    EventLoop loop() {
        return (EventLoop) tcpConfig.getEventLoop();
    }

    /** Completes when the TCP connection is gone, whoever ended it; never if there was none. */
    CompletableFuture<Void> ended() {
        return ended;
    }

    @Override
    public OpcTcpClientTransportConfig getConfig() {
        return tcpConfig;
    }

    @Override
    public CompletableFuture<Unit> connect(ClientApplicationContext application) {
        throw new UnsupportedOperationException("the address may differ from the endpoint's URL: use connectTo");
    }

    /** Opens the secure channel at this address, whatever the endpoint's URL says. */
    CompletableFuture<Channel> connectTo(InetSocketAddress address, Application application) {
        CompletableFuture<ClientSecureChannel> handshake = new CompletableFuture<>();
        ChannelFuture connecting = new Bootstrap()
                .channel(NioSocketChannel.class)
                .group(tcpConfig.getEventLoop())
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(
                        ChannelOption.CONNECT_TIMEOUT_MILLIS,
                        tcpConfig.getConnectTimeout().intValue())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        channel.pipeline()
                                .addLast(new MessageBound(
                                        application.settings().messageLimit(), OneLifeTransport.this::broken))
                                .addLast(new DelegatingUascResponseHandler(OneLifeTransport.this))
                                .addLast(new UascClientAcknowledgeHandler(
                                        tcpConfig, application, requestId::getAndIncrement, handshake));
                    }
                })
                .connect(address);
        Channel channel = connecting.channel();
        tcp = channel;
        var unusedDial = connecting.addListener(connected -> {
            Throwable cause = connected.cause();
            if (cause != null) {
                handshake.completeExceptionally(cause);
            } else {
                var unusedEnd = channel.closeFuture().addListener(closed -> hungUp(handshake));
            }
        });
        var unusedResult = handshake.whenComplete((secure, failure) -> {
            if (failure != null || givenUp) {
                var unused = channel.close();
                opened.completeExceptionally(
                        failure != null ? failure : new UaException(StatusCodes.Bad_ConnectionClosed));
            } else {
                opened.complete(secure.getChannel());
            }
        });
        return opened;
    }

    /** Whoever waits for an answer hears why there will be none. */
    private void broken(UaException why) {
        reason = ": " + why.getMessage();
        handleChannelError(why);
    }

    /** Why the connection ended, to follow what says that it did; empty when that is not known. */
    String reason() {
        return reason;
    }

    private void hungUp(CompletableFuture<ClientSecureChannel> handshake) {
        handshake.completeExceptionally(new UaException(StatusCodes.Bad_ConnectionClosed, "the server hung up"));
        ended.complete(null);
    }

    @Override
    protected CompletableFuture<Channel> getChannel() {
        return opened;
    }

    /** Tells the server that the channel ends, then ends it. */
    @Override
    public CompletableFuture<Unit> disconnect() {
        Channel channel = opened.isCompletedExceptionally() ? null : opened.getNow(null);
        if (channel == null) {
            abort();
            return CompletableFuture.completedFuture(Unit.VALUE);
        }
        RequestHeader header =
                new RequestHeader(NodeId.NULL_VALUE, DateTime.now(), uint(0), uint(0), null, uint(0), null);
        loop().execute(() -> channel.pipeline().fireUserEventTriggered(new CloseSecureChannelRequest(header)));
        return ended.thenApply(nothing -> Unit.VALUE);
    }

    /** Ends the TCP connection without a word. */
    void abort() {
        givenUp = true;
        opened.completeExceptionally(new UaException(StatusCodes.Bad_ConnectionClosed, "given up"));
        Channel channel = tcp;
        if (channel != null) {
            var unused = channel.close();
        }
    }
}
