package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.simulator.protocol.AmsWire;
import io.taktstrom.ads.simulator.protocol.ClientChannel;
import io.taktstrom.ads.simulator.protocol.NotificationSender;
import io.taktstrom.simulation.SocketConnection;

/**
 * One TCP connection. Its thread reads whatever frames have arrived, answers them all, and writes the answers in one go.
 *
 * <pre>
 *  socket --> [ frames ] --> Exchange --> [ answers ] --> socket
 *                                                          ^   ^
 *                             task --> Outbox, own thread -+   +- BurstSender, own thread
 * </pre>
 */
final class Connection extends SocketConnection implements ClientChannel {

    private static final int BUFFER_BYTES = 65_536;
    /** Buffers that had to grow beyond this are given back. */
    private static final int KEPT_BYTES = 1 << 20;

    private final Simulation simulation;
    private final Exchange exchange;
    private final ReentrantLock writing = new ReentrantLock();
    private final NotificationSender notifications;
    /** The requests that came together have waited for their cycle; this connection's thread only. */
    private boolean cycleAwaited;

    private ByteBuffer in = AdsBuffers.direct(BUFFER_BYTES);
    private ByteBuffer out = AdsBuffers.direct(BUFFER_BYTES);

    Connection(Simulation simulation, SocketChannel channel) throws IOException {
        super(simulation.name, channel);
        this.simulation = simulation;
        this.notifications = new NotificationSender(this, simulation.meter, simulation.threads, simulation.clock);
        this.exchange = new Exchange(simulation, this);
    }

    /** Who has notifications waits for what it asked for. */
    @Override
    public long lastHeardNanos() {
        return simulation.hasNotifications(this) ? System.nanoTime() : super.lastHeardNanos();
    }

    @Override
    protected boolean serve() throws IOException {
        boolean open = channel().read(in) >= 0;
        cycleAwaited = false;
        try {
            answer();
        } catch (ProtocolError e) {
            simulation.meter.protocolErrors.increment();
            throw e;
        }
        return open;
    }

    /** Answers all frames that are complete. */
    private void answer() throws IOException {
        int start = 0;
        int end = in.position();
        for (int bytes = exchange.frame(in, start, end); bytes > 0; bytes = exchange.frame(in, start, end)) {
            exchange.answer(in, start, bytes);
            heard();
            start += bytes;
        }
        flush();
        in.flip().position(start);
        in.compact();
        fitBuffers();
    }

    /** Makes room for the rest of a frame that has begun; releases large buffers. */
    private void fitBuffers() {
        if (!in.hasRemaining()) {
            in = AdsBuffers.direct(AmsWire.TCP_HEADER + in.getInt(AmsWire.LENGTH))
                    .put(in.flip());
        } else if (in.position() == 0 && in.capacity() > KEPT_BYTES) {
            in = AdsBuffers.direct(BUFFER_BYTES);
        }
        if (out.capacity() > KEPT_BYTES) {
            out = AdsBuffers.direct(BUFFER_BYTES);
        }
    }

    /** Where the next answer goes, with room for it; earlier answers are sent if need be. */
    ByteBuffer room(int bytes) throws IOException {
        if (out.remaining() < bytes) {
            flush();
            if (out.capacity() < bytes) {
                out = AdsBuffers.direct(bytes);
            }
        }
        return out;
    }

    /** Sends the answers that have been gathered. */
    void flush() throws IOException {
        if (out.position() > 0) {
            write(out.flip());
            out.clear();
            if (notifications.isHeld()) {
                synchronized (simulation) {
                    notifications.release();
                }
            }
        }
    }

    @Override
    public void write(ByteBuffer frames) throws IOException {
        writing.lock();
        try {
            while (frames.hasRemaining()) {
                channel().write(frames);
            }
        } finally {
            writing.unlock();
        }
    }

    NotificationSender notifications() {
        return notifications;
    }

    /** Waits, once for all requests that have come together: those that wait for a cycle are answered in the same one. */
    void awaitCycle(long nanos) {
        if (!cycleAwaited) {
            pause(nanos);
            cycleAwaited = true;
        }
    }

    @Override
    protected void leave() {
        simulation.forget(this);
    }

    /** Whether its client's AMS port is one that the PLC's router has given it, and takes back with the connection. */
    boolean hasPortOfRouter() {
        return exchange.hasPortOfRouter();
    }

    /** Called by the simulation, under its lock, when all notifications are gone. */
    void stopThreads() {
        exchange.releasePort();
        notifications.close();
    }
}
