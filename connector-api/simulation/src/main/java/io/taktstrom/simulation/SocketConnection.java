package io.taktstrom.simulation;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ByteChannel;
import java.nio.channels.SocketChannel;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.spi.MalformedFrameException;

/**
 * One client of a simulated device, served by one thread until either of them closes the connection. The thread reads all
 * frames that have arrived, answers each, and writes the answers together.
 *
 * <pre>
 *  socket --> [ in: frames ] --> frameBytes, answer --> [ out: answers ] --> socket
 *                                        |                                      ^
 *                                  apply: a fault            write: other threads
 * </pre>
 */
public abstract class SocketConnection implements ClientConnection, Runnable {

    private static final Logger LOG = System.getLogger(SocketConnection.class.getName());
    private static final long PAUSE_NANOS = 10_000_000;
    /** Buffers that had to grow beyond this are released. */
    private static final int KEPT_BYTES = 1 << 20;

    private final Connections<?> connections;
    private final ByteChannel channel;
    private final InetSocketAddress peer;
    private final String name;
    private final int bufferBytes;
    private final ByteOrder order;
    private final ReentrantLock writing = new ReentrantLock();
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean known;
    private volatile long lastHeardNanos = System.nanoTime();
    private ByteBuffer in;
    private ByteBuffer out;
    /** Bytes of {@link #out} that are sent. */
    private int sent;

    /**
     * A client that has connected.
     *
     * @param device that is simulated, for the names of threads
     * @param connections which it leaves when it is closed
     * @param bufferBytes initial size of each buffer
     * @param order of the protocol's numbers
     */
    protected SocketConnection(
            String device, Connections<?> connections, SocketChannel channel, int bufferBytes, ByteOrder order)
            throws IOException {
        this(device, connections, channel, channel, bufferBytes, order);
    }

    /**
     * The same, through something that lies on the channel, as TLS.
     *
     * @param stream blocks; closes the channel
     */
    protected SocketConnection(
            String device,
            Connections<?> connections,
            SocketChannel channel,
            ByteChannel stream,
            int bufferBytes,
            ByteOrder order)
            throws IOException {
        this.connections = connections;
        this.channel = stream;
        this.bufferBytes = bufferBytes;
        this.order = order;
        peer = (InetSocketAddress) channel.getRemoteAddress();
        name = device + "-client-" + peer.getAddress().getHostAddress() + ":" + peer.getPort();
        in = buffer(bufferBytes);
        out = buffer(bufferBytes);
    }

    private ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(order);
    }

    /**
     * Size of the frame at a position if it is complete, otherwise 0.
     *
     * @throws MalformedFrameException for bytes of another protocol, or a frame that is too large
     */
    protected abstract int frameBytes(ByteBuffer in, int start, int available) throws MalformedFrameException;

    /** Answers a frame, in what {@link #room} returns. */
    protected abstract void answer(ByteBuffer in, int start, int bytes) throws IOException;

    /** Called after the frames that were read together, before their answers are sent. */
    protected void answered() {}

    /** Called after answers were sent. */
    protected void flushed() {}

    /** Called for a frame that the protocol does not know, before the connection is closed. */
    protected abstract void onMalformedFrame();

    /** Called once, before the channel is closed: a client that sees the end of one connection may ask for another. Any thread. */
    protected abstract void onClose();

    /** Address of the client. */
    public final InetSocketAddress peer() {
        return peer;
    }

    /** Records that the client has sent a complete request. */
    protected final void heard() {
        known = true;
        lastHeardNanos = System.nanoTime();
    }

    protected final boolean isClosed() {
        return closed.get();
    }

    @Override
    public final boolean isKnown() {
        return known;
    }

    @Override
    public long lastHeardNanos() {
        return lastHeardNanos;
    }

    @Override
    public final void run() {
        String reason = "closed by client";
        try {
            boolean open = true;
            while (open) {
                open = channel.read(in) >= 0;
                answerFrames();
            }
        } catch (MalformedFrameException e) {
            onMalformedFrame();
            reason = String.valueOf(e.getMessage());
        } catch (IOException e) {
            reason = String.valueOf(e.getMessage());
        } finally {
            close(reason);
        }
    }

    private void answerFrames() throws IOException {
        int start = 0;
        int end = in.position();
        for (int bytes = frameBytes(in, start, end); bytes > 0; bytes = frameBytes(in, start, end - start)) {
            answer(in, start, bytes);
            start += bytes;
        }
        answered();
        flush();
        in.flip().position(start);
        in.compact();
        if (!in.hasRemaining()) {
            in = buffer(2 * in.capacity()).put(in.flip());
        } else if (in.position() == 0 && in.capacity() > KEPT_BYTES) {
            in = buffer(bufferBytes);
        }
        if (out.capacity() > KEPT_BYTES) {
            out = buffer(bufferBytes);
        }
    }

    /** Where the next answer goes, with room for it; earlier answers are sent if needed. */
    protected final ByteBuffer room(int bytes) throws IOException {
        if (out.remaining() < bytes) {
            flush();
            if (out.capacity() < bytes) {
                out = buffer(bytes);
            }
        }
        return out;
    }

    private void flush() throws IOException {
        if (out.position() > sent) {
            write(out.flip().position(sent));
            out.clear();
            sent = 0;
            flushed();
        }
    }

    /** Sends whole frames; waits until the network has taken them. Any thread. */
    public final void write(ByteBuffer frames) throws IOException {
        writing.lock();
        try {
            while (frames.hasRemaining()) {
                channel.write(frames);
            }
        } finally {
            writing.unlock();
        }
    }

    /** Applies a fault to the answer between a position of {@link #room} and its end. */
    protected final void apply(DeviceFault fault, int at) throws IOException {
        if (fault instanceof DeviceFault.Delay delay) {
            if (at > sent) {
                write(out.duplicate().limit(at).position(sent));
                sent = at;
            }
            pause(delay.time().toNanos());
        } else if (fault instanceof DeviceFault.Ignore) {
            out.position(at);
        } else if (fault instanceof DeviceFault.Hangup) {
            out.position(at);
            hangUp("fault: hang-up");
        } else if (fault instanceof DeviceFault.HalfAnswer) {
            out.position(at + (out.position() - at) / 2);
            hangUp("fault: half an answer");
        } else if (fault instanceof DeviceFault.Garbage garbage) {
            out.position(at);
            byte[] bytes = HexFormat.of().parseHex(garbage.hex());
            room(bytes.length).put(bytes);
        }
    }

    /** Sends the answers so far, and closes the connection. */
    protected final void hangUp(String reason) throws IOException {
        flush();
        close(reason);
        throw new IOException(reason);
    }

    /** Waits, unless the connection is closed. */
    protected final void pause(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0 && !closed.get(); left = end - System.nanoTime()) {
            LockSupport.parkNanos(Math.min(left, PAUSE_NANOS));
        }
    }

    /** Closing the channel also wakes up threads that read or write it. */
    @Override
    public final void close(String reason) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        LOG.log(Level.DEBUG, "{0}: {1}", name, reason);
        connections.remove(this);
        onClose();
        try {
            channel.close();
        } catch (IOException e) {
            LOG.log(Level.DEBUG, name + ": cannot close", e);
        }
    }

    @Override
    public final String toString() {
        return name;
    }
}
