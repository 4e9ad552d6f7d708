package io.taktstrom.opcua.simulator;

import java.util.Arrays;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.taktstrom.simulation.ClientConnection;
import io.taktstrom.simulation.Connections;
import org.jspecify.annotations.Nullable;

/**
 * A client's connection, in front of Milo, which accepts ten thousand of them without a request. It is known with its
 * first {@code MSG}: hello and secure channel alone are no request. Its event loop's thread, but for {@link ClientConnection}.
 *
 * <pre>
 *  0            3       4        8
 *  +------------+-------+--------+- - - - -
 *  | HEL OPN MSG| chunk | length | length - 8 bytes      (Part 6, 6.7.2.2; little-endian)
 *  +------------+-------+--------+- - - - -
 * </pre>
 */
final class ConnectionGuard extends ChannelInboundHandlerAdapter implements ClientConnection {

    private static final int HEADER_BYTES = 8;
    private static final byte[] REQUEST = {'M', 'S', 'G'};

    private final Connections<ConnectionGuard> connections;
    private final byte[] header = new byte[HEADER_BYTES];
    private int headerBytes;
    /** Of the chunk whose header is complete. */
    private long left;

    private volatile @Nullable ChannelHandlerContext context;
    private volatile boolean known;
    private volatile long lastHeardNanos = System.nanoTime();

    ConnectionGuard(Connections<ConnectionGuard> connections) {
        this.connections = connections;
    }

    @Override
    public boolean isKnown() {
        return known;
    }

    @Override
    public long lastHeardNanos() {
        return lastHeardNanos;
    }

    @Override
    public void close(String reason) {
        ChannelHandlerContext current = context;
        if (current != null) {
            var unused = current.close();
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        context = ctx;
        if (connections.admit(this, System.nanoTime())) {
            ctx.fireChannelActive();
        } else {
            var unused = ctx.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        connections.remove(this);
        ctx.fireChannelInactive();
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (message instanceof ByteBuf bytes) {
            if (!known) {
                look(bytes);
            }
            if (known) {
                lastHeardNanos = System.nanoTime();
            }
        }
        ctx.fireChannelRead(message);
    }

    private void look(ByteBuf bytes) {
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex() && !known) {
            if (left > 0) {
                long step = Math.min(left, bytes.writerIndex() - at);
                left -= step;
                at += (int) step;
            } else {
                header[headerBytes++] = bytes.getByte(at++);
                if (headerBytes == HEADER_BYTES) {
                    open();
                }
            }
        }
    }

    private void open() {
        known = Arrays.equals(header, 0, REQUEST.length, REQUEST, 0, REQUEST.length);
        headerBytes = 0;
        long length = 0;
        for (int i = HEADER_BYTES - 1; i >= 4; i--) {
            length = length << Byte.SIZE | (header[i] & 0xFF);
        }
        left = Math.max(0, length - HEADER_BYTES);
    }
}
