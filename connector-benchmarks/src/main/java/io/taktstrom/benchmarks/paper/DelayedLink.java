package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.LockSupport;

/**
 * A line that is long: bytes come out so much later than they went in, in each direction, and as many may be on their
 * way as the line holds. Each wait ends spinning, so that the delay is exact.
 */
final class DelayedLink {

    private static final int CHUNK_BYTES = 4096;
    private static final long SPIN_NANOS = 100_000;

    private final InetSocketAddress target;
    private final long delayNanos;

    private DelayedLink(InetSocketAddress target, Duration delay) {
        this.target = target;
        this.delayNanos = delay.toNanos();
    }

    private record Chunk(long due, ByteBuffer bytes) {}

    /** Listens at one address for clients of another, until the process ends. */
    static void open(InetSocketAddress at, InetSocketAddress target, Duration delay) throws IOException {
        DelayedLink link = new DelayedLink(target, delay);
        ServerSocket server = new ServerSocket();
        server.setReuseAddress(true);
        server.bind(at);
        start("accept", () -> link.accept(server));
    }

    private void accept(ServerSocket server) {
        try {
            while (true) {
                Socket client = server.accept();
                Socket device = new Socket(target.getAddress(), target.getPort());
                client.setTcpNoDelay(true);
                device.setTcpNoDelay(true);
                lane(client, device);
                lane(device, client);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the link to " + target, e);
        }
    }

    private void lane(Socket from, Socket to) {
        BlockingQueue<Chunk> onTheWay = new LinkedBlockingQueue<>();
        start("in", () -> take(from, onTheWay));
        start("out", () -> hand(to, onTheWay));
    }

    private void take(Socket from, BlockingQueue<Chunk> onTheWay) {
        byte[] buffer = new byte[CHUNK_BYTES];
        try {
            InputStream in = from.getInputStream();
            for (int count = in.read(buffer); count > 0; count = in.read(buffer)) {
                onTheWay.add(new Chunk(System.nanoTime() + delayNanos, ByteBuffer.wrap(buffer.clone(), 0, count)));
            }
        } catch (IOException e) {
            // As good as its end.
        }
        onTheWay.add(new Chunk(System.nanoTime() + delayNanos, ByteBuffer.allocate(0)));
    }

    private static void hand(Socket to, BlockingQueue<Chunk> onTheWay) {
        try (to) {
            WritableByteChannel out = Channels.newChannel(to.getOutputStream());
            for (Chunk chunk = onTheWay.take(); chunk.bytes.hasRemaining(); chunk = onTheWay.take()) {
                for (long left = chunk.due - System.nanoTime(); left > 0; left = chunk.due - System.nanoTime()) {
                    if (left > SPIN_NANOS) {
                        LockSupport.parkNanos(left - SPIN_NANOS);
                    } else {
                        Thread.onSpinWait();
                    }
                }
                out.write(chunk.bytes);
            }
        } catch (IOException e) {
            // The other side has gone; the lane ends.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void start(String name, Runnable run) {
        Thread thread = new Thread(run, "link-" + name);
        thread.setDaemon(true);
        thread.start();
    }
}
