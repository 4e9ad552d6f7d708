package io.taktstrom.benchmarks.ads;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

import io.taktstrom.benchmarks.worker.Operation;

/**
 * The speed of light: the same bytes back and forth over a blocking channel, nothing parsed but the length and the
 * request's number.
 */
public final class RawSocket implements Operation {

    private static final int LENGTH = 2;
    private static final int INVOKE_ID = 34;
    private static final int TCP_HEADER = 6;

    private final SocketChannel channel;
    private final ByteBuffer[] requests;
    private final ByteBuffer response = ByteBuffer.allocateDirect(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    private int next;
    private int invokeId;

    /**
     * @param requests whole frames, AMS/TCP header included, sent in turn
     */
    public RawSocket(InetSocketAddress address, byte[]... requests) throws IOException {
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        this.requests = new ByteBuffer[requests.length];
        for (int i = 0; i < requests.length; i++) {
            this.requests[i] = ByteBuffer.allocateDirect(requests[i].length).order(ByteOrder.LITTLE_ENDIAN);
            this.requests[i].put(0, requests[i]);
        }
    }

    @Override
    public void once() throws IOException {
        ByteBuffer request = requests[next];
        next = next + 1 == requests.length ? 0 : next + 1;
        request.putInt(INVOKE_ID, ++invokeId).clear();
        while (request.hasRemaining()) {
            channel.write(request);
        }
        response.clear();
        int wanted = TCP_HEADER;
        while (response.position() < wanted) {
            if (channel.read(response) < 0) {
                throw new EOFException("the server closed the connection");
            }
            if (response.position() >= TCP_HEADER) {
                wanted = TCP_HEADER + response.getInt(LENGTH);
            }
        }
        if (response.getInt(INVOKE_ID) != invokeId) {
            throw new IOException("answer " + response.getInt(INVOKE_ID) + " to request " + invokeId);
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
