package io.taktstrom.simulation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Whatever happens to one connection, the next is served. */
class SocketListenerIT {

    private static final InetSocketAddress ANY = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    private static final int LIMIT_MILLIS = 30_000;

    private interface Greeter extends ClientConnection, Runnable {}

    /** Sends one byte, or does what a test wants, and ends. */
    private static Greeter greeter(SocketChannel channel, Runnable before) {
        return new Greeter() {
            @Override
            public boolean isKnown() {
                return false;
            }

            @Override
            public long lastHeardNanos() {
                return System.nanoTime();
            }

            @Override
            public void run() {
                before.run();
                try {
                    channel.write(ByteBuffer.wrap(new byte[] {42}));
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }

            @Override
            public void close(String reason) {
                try {
                    channel.close();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
    }

    private static int greeting(SocketListener<Greeter> listener) throws IOException {
        try (Socket client =
                new Socket(listener.address().getAddress(), listener.address().getPort())) {
            client.setSoTimeout(LIMIT_MILLIS);
            return client.getInputStream().read();
        }
    }

    private static SocketListener<Greeter> listener(SocketListener.ConnectionFactory<Greeter> factory)
            throws IOException {
        SocketListener<Greeter> listener =
                new SocketListener<>("test", ANY, new Connections<>(ConnectionLimits.DEFAULT), factory);
        listener.start();
        return listener;
    }

    private static void assertSurvives(Supplier<Throwable> trouble) throws IOException {
        AtomicInteger first = new AtomicInteger();
        AtomicInteger second = new AtomicInteger();
        try (SocketListener<Greeter> listener = listener(channel -> {
            if (first.getAndIncrement() < 3) {
                throwAny(trouble.get());
            }
            return greeter(channel, () -> {
                if (second.getAndIncrement() < 3) {
                    throwAny(unchecked(trouble.get()));
                }
            });
        })) {
            for (int i = 0; i < 6; i++) {
                assertThat(greeting(listener)).as("connection " + i).isEqualTo(-1);
            }
            assertThat(greeting(listener)).isEqualTo(42);
        }
    }

    /** A connection's thread cannot throw others. */
    private static Throwable unchecked(Throwable e) {
        return e instanceof IOException io ? new UncheckedIOException(io) : e;
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void throwAny(Throwable e) throws T {
        throw (T) e;
    }

    @Test
    void aListenerSurvivesABug() throws IOException {
        assertSurvives(() -> new IllegalStateException("a bug"));
    }

    @Test
    void aListenerSurvivesALackOfMemoryOrThreads() throws IOException {
        assertSurvives(() -> new OutOfMemoryError("unable to create native thread"));
    }

    @Test
    void aListenerSurvivesALackOfFiles() throws IOException {
        assertSurvives(() -> new IOException("Too many open files"));
    }

    @Test
    void theEndFreesTheAddress() throws IOException {
        SocketListener<Greeter> listener = listener(channel -> greeter(channel, () -> {}));
        assertThat(greeting(listener)).isEqualTo(42);
        listener.close();
        listener.close();

        Connections<Greeter> connections = new Connections<>(ConnectionLimits.DEFAULT);
        try (SocketListener<Greeter> next =
                new SocketListener<>("test", listener.address(), connections, channel -> greeter(channel, () -> {}))) {
            assertThat(next.address()).isEqualTo(listener.address());
            assertThat(connections.size()).isZero();
        }
    }
}
