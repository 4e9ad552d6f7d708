package io.taktstrom.benchmarks.s7;

import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.benchmarks.worker.Operation;

/**
 * The speed of light: the same bytes back and forth over a blocking channel. Of an answer it looks at nothing but the length,
 * the number and the error; the bytes of a block it copies, and compares as all contenders do.
 */
final class RawS7 implements Operation {

    private static final int TPKT_BYTES = 4;
    private static final int LENGTH = 2;

    private final SocketChannel channel;
    private final byte[][] requests;
    private final int window;
    private final byte[] expected;
    private final byte[] copy;
    private final ByteBuffer out;
    private final ByteBuffer in = ByteBuffer.allocateDirect(1 << 16);
    private int start;
    private int copied;

    /** @param window how many requests may be on their way at once */
    RawS7(InetSocketAddress address, S7Case work, int window) throws IOException {
        List<byte[]> frames = S7Frames.requests(work);
        requests = frames.toArray(byte[][]::new);
        this.window = window;
        expected = work.items().size() == 1 ? work.items().get(0).array() : new byte[0];
        copy = new byte[expected.length];
        out = ByteBuffer.allocateDirect(S7Server.JOBS * S7Server.PDU_BYTES);
        channel = SocketChannel.open(address);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        for (byte[] greeting : List.of(S7Frames.connect(), S7Frames.setup())) {
            channel.write(ByteBuffer.wrap(greeting));
            int bytes = frame();
            start += bytes;
        }
    }

    @Override
    public void once() throws IOException {
        copied = 0;
        int sent = 0;
        for (int answered = 0; answered < requests.length; answered++) {
            int until = Math.min(requests.length, answered + window);
            // What has come together is taken together, and then as much is sent.
            if (sent == answered || (sent < until && !hasFrame())) {
                sent = send(sent, until);
            }
            take(answered + 1);
        }
        if (!Arrays.equals(copy, expected)) {
            throw new IOException("the block is not what it must be");
        }
    }

    private int send(int from, int until) throws IOException {
        out.clear();
        for (int request = from; request < until; request++) {
            int at = out.position();
            out.put(requests[request]).putShort(at + S7Frames.REFERENCE, (short) (request + 1));
        }
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        return until;
    }

    private void take(int reference) throws IOException {
        int bytes = frame();
        if (in.getShort(start + S7Frames.REFERENCE) != reference || in.getShort(start + S7Frames.ERROR) != 0) {
            throw new IOException("answer " + in.getShort(start + S7Frames.REFERENCE) + " with error "
                    + in.getShort(start + S7Frames.ERROR) + " to request " + reference);
        }
        if (copy.length > 0) {
            in.get(start + S7Frames.FIRST_BYTES, copy, copied, bytes - S7Frames.FIRST_BYTES);
            copied += bytes - S7Frames.FIRST_BYTES;
        }
        start += bytes;
    }

    private boolean hasFrame() {
        int left = in.position() - start;
        return left >= TPKT_BYTES && left >= in.getShort(start + LENGTH);
    }

    /** Waits for the frame at {@link #start}; returns its size. */
    private int frame() throws IOException {
        while (!hasFrame()) {
            if (in.position() == start) {
                in.clear();
                start = 0;
            } else if (in.remaining() < S7Server.PDU_BYTES) {
                in.limit(in.position()).position(start);
                in.compact();
                start = 0;
            }
            if (channel.read(in) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return in.getShort(start + LENGTH);
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
