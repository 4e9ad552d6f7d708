package io.taktstrom.opcua.stack;

import java.util.function.Consumer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;

/**
 * Ends a connection whose server sends a message that is too large, while it comes: Milo looks only when all its chunks are
 * there, and the number of chunks alone cannot bound it, because a server chooses their size.
 *
 * <pre>
 *   chunk: "MSG" | 'C' more follow, 'F' the last | size 4, with this header | ...       (OPC 10000-6, 6.7.2 and 7.1.2)
 * </pre>
 */
final class MessageBound extends ChannelInboundHandlerAdapter {

    private static final int HEADER = 8;
    private static final int KIND = 3;
    private static final int SIZE = 4;

    /** No chunk's headers, padding and signature take more; and each chunk that waits takes as much of our memory. */
    private static final int OVERHEAD = 128;

    private final MessageLimit limit;
    private final Consumer<UaException> tooLarge;

    private final byte[] header = new byte[HEADER];
    private int headerBytes;
    private long left;
    private long message;
    private boolean acknowledging;
    private boolean acknowledged;

    /** @param tooLarge hears of a message that is larger, before the connection ends */
    MessageBound(MessageLimit limit, Consumer<UaException> tooLarge) {
        this.limit = limit;
        this.tooLarge = tooLarge;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object received) {
        if (received instanceof ByteBuf bytes && !isBounded(bytes)) {
            ReferenceCountUtil.release(received);
            UaException reason = new UaException(
                    StatusCodes.Bad_TcpMessageTooLarge,
                    "an answer has more than " + limit.bytes() + " bytes; " + limit.remedy()
                            + ", or lower maxNodesPerRequest");
            tooLarge.accept(reason);
            context.fireExceptionCaught(reason);
            return;
        }
        context.fireChannelRead(received);
        if (acknowledged) {
            acknowledged = false;
            context.executor().execute(() -> stayFirst(context));
        }
    }

    /** Milo answers an Acknowledge by putting the handler of all further messages before whatever there is, in a task. */
    private void stayFirst(ChannelHandlerContext context) {
        if (context.isRemoved()) {
            // The connection was given up meanwhile.
            return;
        }
        MessageBound next = new MessageBound(limit, tooLarge);
        System.arraycopy(header, 0, next.header, 0, HEADER);
        next.headerBytes = headerBytes;
        next.left = left;
        next.message = message;
        context.pipeline().addFirst(next);
        context.pipeline().remove(this);
    }

    private boolean isBounded(ByteBuf bytes) {
        int at = bytes.readerIndex();
        while (at < bytes.writerIndex()) {
            if (left > 0) {
                int taken = (int) Math.min(left, bytes.writerIndex() - at);
                at += taken;
                left -= taken;
                atChunkEnd();
            } else {
                header[headerBytes] = bytes.getByte(at);
                headerBytes++;
                at++;
                if (headerBytes == HEADER && !next()) {
                    return false;
                }
            }
        }
        return true;
    }

    private void atChunkEnd() {
        if (left == 0 && acknowledging) {
            acknowledging = false;
            acknowledged = true;
        }
    }

    /** A chunk begins; false when it makes the message too large. A size that makes no sense is for Milo to refuse. */
    private boolean next() {
        headerBytes = 0;
        acknowledging = header[0] == 'A';
        long size = (header[SIZE] & 0xFF)
                | (header[SIZE + 1] & 0xFF) << 8
                | (header[SIZE + 2] & 0xFF) << 16
                | (header[SIZE + 3] & 0xFFL) << 24;
        left = Math.max(0, size - HEADER);
        atChunkEnd();
        message += Math.max(OVERHEAD, size - OVERHEAD);
        boolean bounded = message <= limit.bytes();
        if (header[KIND] != 'C') {
            message = 0;
        }
        return bounded;
    }
}
