package io.taktstrom.kit.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.spi.ConnectFailedException;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * A new TCP connection: non-blocking, registered for reading, without delay, kept alive. Its owner closes it; that
 * wakes all threads that wait on it. Deadlines are times of {@link System#nanoTime}.
 *
 * @param secured what the bytes go through, such as TLS; null for the socket alone
 */
public record Dialed(
        SocketChannel channel, Selector selector, @Nullable BufferedChannel secured) {

    private static final long PAUSE_NANOS = 50_000;

    /**
     * Connects, until the deadline.
     *
     * @param what whom, for messages, for example {@code 10.0.0.5:502 (unit 1)}
     * @param remedy what to check beside host, port and firewall, for example {@code that the CPU is switched on}
     * @throws ConnectFailedException when the host does not answer or refuses; the message names the remedy
     */
    public static Dialed to(String host, int port, String what, String remedy, long deadline)
            throws ConnectFailedException {
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new ConnectFailedException("connect to " + what + ": unknown host; check the name");
        }
        Dialed dialed = null;
        try {
            dialed = new Dialed(SocketChannel.open(), Selector.open(), null);
            dialed.connect(address, deadline);
            return dialed;
        } catch (IOException e) {
            if (dialed != null) {
                dialed.close();
            }
            throw new ConnectFailedException(
                    "connect to " + what + ": " + e.getMessage() + "; check the address, " + remedy
                            + ", and the firewall (TCP " + port + ")",
                    e);
        }
    }

    private void connect(InetSocketAddress address, long deadline) throws IOException {
        channel.configureBlocking(false);
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
        SelectionKey key = channel.register(selector, SelectionKey.OP_CONNECT);
        boolean interrupted = false;
        channel.connect(address);
        while (!channel.finishConnect()) {
            if (deadline - System.nanoTime() <= 0) {
                throw new IOException("no answer in time");
            }
            select(deadline);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        key.interestOps(SelectionKey.OP_READ);
    }

    /** The same connection, through this, which closes the socket when it is closed. */
    public Dialed through(BufferedChannel channelOnIt) {
        return new Dialed(channel, selector, channelOnIt);
    }

    /** Where a protocol reads. */
    ReadableByteChannel input() {
        return secured == null ? channel : secured;
    }

    /** Writes as much as is possible without waiting; whether that is all. */
    boolean send(ByteBuffer bytes) throws IOException {
        if (secured == null) {
            channel.write(bytes);
            return !bytes.hasRemaining();
        }
        secured.write(bytes);
        return !bytes.hasRemaining() && secured.isFlushed();
    }

    /** Waits until there is something to read, or it is time, or the thread is interrupted, or the selector is woken. */
    public void select(long deadline) throws IOException {
        if (secured != null && secured.hasMore()) {
            return;
        }
        selector.select(Dialed::ready, Math.max(1, (deadline - System.nanoTime()) / NANOS_PER_MILLI));
    }

    private static void ready(SelectionKey key) {
        // There is but one channel, so there is nothing to choose.
    }

    /** Writes all, if the peer takes it before the deadline; false when it does not. One thread at a time. */
    public boolean write(ByteBuffer bytes, long deadline) throws IOException {
        while (true) {
            if (send(bytes)) {
                return true;
            }
            if (deadline - System.nanoTime() <= 0) {
                return false;
            }
            LockSupport.parkNanos(this, PAUSE_NANOS);
        }
    }

    /** Whether the connection stays on this machine. */
    public boolean toThisMachine() throws ConnectFailedException {
        try {
            InetAddress remote = ((InetSocketAddress) channel.getRemoteAddress()).getAddress();
            InetAddress local = ((InetSocketAddress) channel.getLocalAddress()).getAddress();
            return remote.isLoopbackAddress() || remote.equals(local);
        } catch (IOException e) {
            throw new ConnectFailedException("connection broke: " + e.getMessage(), e);
        }
    }

    /** Closes all parts. Idempotent. */
    public void close() {
        try (selector;
                channel;
                secured) {
            // All are closed, whatever one of them says.
        } catch (IOException e) {
            System.getLogger(Dialed.class.getName()).log(System.Logger.Level.DEBUG, "closing a connection", e);
        }
    }
}
