package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.backend.Exchange;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/** What goes out over a link. One thread at a time sends; requests of several together go out in one write. Hot. */
final class Sending {

    private static final long PAUSE_NANOS = 50_000;

    private final RouterLink link;
    private final SocketChannel channel;
    private final InFlight inFlight;
    private final IncomingFrames inbox;
    private final SendLock lock = new SendLock();
    private final Sender sender = new Sender();

    Sending(RouterLink link, SocketChannel channel, InFlight inFlight, IncomingFrames inbox) {
        this.link = link;
        this.channel = channel;
        this.inFlight = inFlight;
        this.inbox = inbox;
    }

    /** Frames of this size are to be accepted. */
    void expect(int frameBytes) {
        lock.lock();
        try {
            inbox.expect(frameBytes);
        } finally {
            lock.unlock();
        }
    }

    /** Sends a frame whose answer nobody waits for. */
    void send(ByteBuffer frame, long deadline) throws ConnectorException {
        lock.lock();
        try {
            flush(frame, deadline);
        } finally {
            lock.unlock();
        }
    }

    /** Sends a farewell if that is possible at once: who gets it can do without. */
    void sendLast(ByteBuffer frame) {
        lock.lock();
        try {
            if (link.failure() == null) {
                channel.write(frame);
            }
        } catch (IOException e) {
            link.fail(link.broke(e));
        } finally {
            lock.unlock();
        }
    }

    /**
     * Sends a request; its answer is to be awaited.
     *
     * @param first index group, or ADS state
     * @param second index offset, or device state
     * @param hook called by the reading thread when the answer is there
     */
    Slot send(
            LinkUser owner,
            int command,
            int first,
            int second,
            @Nullable ByteBuffer from,
            @Nullable ByteBuffer into,
            Slot.@Nullable Answered hook,
            long deadline)
            throws ConnectorException {
        while (true) {
            lock.lock();
            try {
                sender.clear();
                Slot slot = add(owner, command, first, second, from, into, hook);
                if (slot != null) {
                    flush(sender.frames(), deadline);
                    return slot;
                }
            } finally {
                lock.unlock();
            }
            pauseForRoom(owner, command, deadline);
        }
    }

    /**
     * Sends several requests in as few writes as possible: those for which there is room, at least one.
     *
     * @return the number of the first that has not been sent
     */
    int send(LinkUser owner, Exchange[] exchanges, int from, int to, long deadline) throws ConnectorException {
        int next = from;
        while (true) {
            lock.lock();
            try {
                sender.clear();
                while (next < to && add(owner, exchanges[next], next > from, deadline)) {
                    next++;
                }
                if (next > from) {
                    flush(sender.frames(), deadline);
                    return next;
                }
            } finally {
                lock.unlock();
            }
            pauseForRoom(owner, command(exchanges[from]), deadline);
        }
    }

    /** Adds the frame of one of several requests; false when too many are on their way already. */
    private boolean add(LinkUser owner, Exchange exchange, boolean behindOthers, long deadline)
            throws ConnectorException {
        int command = command(exchange);
        if (behindOthers && !sender.hasRoom(command, exchange.from())) {
            flush(sender.frames(), deadline);
            sender.clear();
        }
        Slot slot = add(
                owner, command, exchange.indexGroup(), exchange.indexOffset(), exchange.from(), exchange.into(), null);
        exchange.begin(slot, deadline);
        return slot != null;
    }

    private static int command(Exchange exchange) {
        return exchange.from() == null ? AdsCommand.READ : AdsCommand.READ_WRITE;
    }

    /** Adds the frame of a request; null when too many are on their way already. */
    private @Nullable Slot add(
            LinkUser owner,
            int command,
            int first,
            int second,
            @Nullable ByteBuffer from,
            @Nullable ByteBuffer into,
            Slot.@Nullable Answered hook)
            throws ConnectorException {
        Slot slot = inFlight.claim(owner, command, first, second, into, hook, inbox.frames());
        if (slot != null) {
            checkOpen(slot, owner);
            int readLength = into != null ? into.remaining() : hook != null ? hook.most() : 0;
            inbox.expect(AmsHeader.BYTES + 2 * Integer.BYTES + readLength);
            sender.add(owner.target(), owner.source(), command, slot.invokeId(), first, second, from, readLength);
        }
        return slot;
    }

    private void pauseForRoom(LinkUser owner, int command, long deadline) throws RequestTimeoutException {
        if (System.nanoTime() - deadline >= 0) {
            throw new RequestTimeoutException(AdsCommand.name(command) + " at " + owner.target()
                    + ": too many requests are on their way already and none was answered in time");
        }
        pause();
    }

    /** Whoever fails the link looks at the slots afterwards, so either it sees ours or we see the failure. */
    private void checkOpen(Slot slot, LinkUser owner) throws ConnectionLostException {
        if (link.failure() != null || owner.isClosed()) {
            slot.withdraw();
            slot.release();
            link.requireOpen();
            throw new ConnectionLostException("connection to " + owner + " was closed");
        }
    }

    /** Writes all of it; only with the lock. */
    private void flush(ByteBuffer frames, long deadline) throws ConnectorException {
        try {
            while (true) {
                channel.write(frames);
                if (!frames.hasRemaining()) {
                    return;
                }
                if (System.nanoTime() - deadline >= 0) {
                    // Half a frame is on its way: nothing can follow it.
                    link.fail(new RequestTimeoutException(link + " takes no more bytes; the connection is given up"));
                    throw link.lost();
                }
                pause();
            }
        } catch (IOException e) {
            link.fail(link.broke(e));
            throw link.lost();
        }
    }

    /** A peer that takes nothing from us may first have to get rid of its answers. */
    private void pause() {
        link.reading().peek();
        LockSupport.parkNanos(this, PAUSE_NANOS);
    }
}
