package io.taktstrom.ads.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.NotificationFrame;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to a router, shared by all who talk to it. Hot.
 *
 * <p>Requests of all threads share the connection and are told apart by their invoke ids. Reading is a role that one
 * thread at a time holds: one that waits for its own answer (it leads; the others follow, parked, until it hands them
 * their answer or the role), or the receiver. The socket is non-blocking and the leader waits in a selector: so it keeps
 * its deadline, and an interrupt, which would close a blocking channel for everybody, does no harm.
 */
final class RouterLink {

    /** What a thread reads for. */
    interface Goal {
        boolean reached();
    }

    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long SHORT_NANOS = 50_000;

    private final String name;
    private final SocketChannel channel;
    private final Selector selector;
    private final long frameTimeoutNanos;

    private final SendLock sendLock = new SendLock();
    private final Sender sender = new Sender();
    private final Slot[] slots = new Slot[Slot.COUNT - 1];
    private int nextSlot;

    private final AtomicBoolean led = new AtomicBoolean();
    private final AtomicInteger followers = new AtomicInteger();
    private final Inbox inbox = new Inbox();

    private final CopyOnWriteArrayList<JavaBackend> backends = new CopyOnWriteArrayList<>();
    private final NotificationQueue queue = new NotificationQueue();
    private final StaleHandles stale = new StaleHandles();
    private volatile @Nullable Receiver receiver;
    private volatile int watchers;
    private volatile @Nullable ConnectorException failure;

    /**
     * @param channel connected and non-blocking
     * @param selector with the channel registered for reading
     * @param name for messages
     * @param frameTimeoutNanos how long a frame may take from its first byte to its last
     */
    RouterLink(SocketChannel channel, Selector selector, String name, long frameTimeoutNanos) {
        this.channel = channel;
        this.selector = selector;
        this.name = name;
        this.frameTimeoutNanos = frameTimeoutNanos;
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot(i);
        }
    }

    @Override
    public String toString() {
        return name;
    }

    // ---- requests

    /**
     * Sends a request; its answer is to be awaited.
     *
     * @param first index group, or ADS state
     * @param second index offset, or device state
     * @param hook called by the reading thread when the answer is there
     */
    Slot send(
            JavaBackend owner,
            int command,
            int first,
            int second,
            @Nullable ByteBuffer from,
            @Nullable ByteBuffer into,
            Slot.@Nullable Answered hook,
            long deadline)
            throws ConnectorException {
        while (true) {
            sendLock.lock();
            try {
                Slot slot = claim(owner, command, first, second, into, hook);
                if (slot != null) {
                    int readLength = into == null ? 0 : into.remaining();
                    inbox.expect(AmsHeader.BYTES + 2 * Integer.BYTES + readLength);
                    flush(
                            sender.frame(
                                    owner.target(),
                                    owner.source(),
                                    command,
                                    slot.invokeId(),
                                    first,
                                    second,
                                    from,
                                    readLength),
                            deadline);
                    return slot;
                }
            } finally {
                sendLock.unlock();
            }
            if (System.nanoTime() - deadline >= 0) {
                throw new RequestTimeoutException(AdsCommand.name(command) + " at " + owner.target() + ": "
                        + slots.length + " requests are on their way and none was answered in time");
            }
            pause();
        }
    }

    private @Nullable Slot claim(
            JavaBackend owner,
            int command,
            int first,
            int second,
            @Nullable ByteBuffer into,
            Slot.@Nullable Answered hook)
            throws ConnectorException {
        for (int tries = slots.length; tries > 0; tries--) {
            Slot slot = slots[nextSlot];
            nextSlot = nextSlot + 1 == slots.length ? 0 : nextSlot + 1;
            if (slot.claim(owner, command, first, second, into, hook, inbox.frames())) {
                // Whoever fails the link looks at the slots afterwards, so either it or we see the other.
                if (failure != null || owner.isClosed()) {
                    slot.withdraw();
                    slot.release();
                    throw lost();
                }
                return slot;
            }
        }
        return null;
    }

    private void flush(ByteBuffer frame, long deadline) throws ConnectorException {
        try {
            while (true) {
                channel.write(frame);
                if (!frame.hasRemaining()) {
                    return;
                }
                if (System.nanoTime() - deadline >= 0) {
                    // Half a frame is on its way: nothing can follow it.
                    fail(new RequestTimeoutException(name + " takes no more bytes; the connection is given up"));
                    throw lost();
                }
                pause();
            }
        } catch (IOException e) {
            fail(new ConnectionLostException("connection to " + name + " broke: " + e, e));
            throw lost();
        }
    }

    /** A peer that takes nothing from us may first have to get rid of its answers. */
    private void pause() {
        if (led.compareAndSet(false, true)) {
            try {
                receive();
            } finally {
                yieldLead();
            }
        }
        LockSupport.parkNanos(this, SHORT_NANOS);
    }

    /** Waits for the answer and gives the slot back; returns the ADS return code. */
    int await(Slot slot, long deadline) throws ConnectorException {
        boolean interrupted = Thread.interrupted();
        while (!slot.reached()) {
            if (led.compareAndSet(false, true)) {
                try {
                    lead(slot, deadline);
                } finally {
                    yieldLead();
                }
            } else {
                follow(slot, deadline);
            }
            interrupted |= Thread.interrupted();
            if (!slot.reached() && System.nanoTime() - deadline >= 0 && slot.withdraw()) {
                restore(interrupted);
                throw timedOut(slot);
            }
        }
        handOver();
        sweep();
        restore(interrupted);
        int result = slot.result();
        ConnectorException cause = slot.failure();
        slot.release();
        if (cause != null) {
            throw cause;
        }
        return result;
    }

    private static void restore(boolean interrupted) {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private RequestTimeoutException timedOut(Slot slot) {
        JavaBackend owner = slot.owner();
        boolean silent = slot.framesBefore() == inbox.frames();
        String what = slot + ": no answer in time";
        slot.release();
        if (silent && owner != null && owner.isConfirmed()) {
            fail(new RequestTimeoutException(what + ", nor anything else; the connection to " + name + " is given up"));
            return new RequestTimeoutException(what + ", nor anything else from " + name
                    + "; check the network and that the target runs. The connection is given up");
        }
        return new RequestTimeoutException(what + "; check that the target runs");
    }

    private void follow(Slot slot, long deadline) {
        slot.setWaiter(Thread.currentThread());
        followers.incrementAndGet();
        if (!slot.reached() && led.get()) {
            LockSupport.parkNanos(this, deadline - System.nanoTime());
        }
        followers.decrementAndGet();
        slot.setWaiter(null);
    }

    // ---- the read role

    /** Takes the role, if it is free, until the goal is reached or time is up; returns whether it was free. */
    boolean leadUntil(Goal goal, long deadline) {
        if (!led.compareAndSet(false, true)) {
            return false;
        }
        try {
            while (!goal.reached() && failure == null && deadline - System.nanoTime() > 0) {
                lead(goal, deadline);
                // Nobody has a reason to interrupt the receiver.
                Thread.interrupted();
            }
        } finally {
            yieldLead();
        }
        return true;
    }

    boolean isLed() {
        return led.get();
    }

    private void lead(Goal goal, long deadline) {
        while (!goal.reached() && failure == null) {
            long wait = deadline - System.nanoTime();
            if (wait <= 0) {
                return;
            }
            if (inbox.partial()) {
                long left = inbox.partialSince() + frameTimeoutNanos - System.nanoTime();
                if (left <= 0) {
                    fail(new RequestTimeoutException(name + " sent " + inbox.partialText()
                            + " of a frame and no more in time; the connection is given up"));
                    return;
                }
                wait = Math.min(wait, left);
            }
            try {
                selector.select(RouterLink::ready, Math.max(1, wait / NANOS_PER_MILLI));
            } catch (IOException e) {
                fail(new ConnectionLostException("connection to " + name + " broke: " + e, e));
            } catch (ClosedSelectorException e) {
                return;
            }
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
            receive();
        }
    }

    private static void ready(SelectionKey key) {
        // There is but one channel, so there is nothing to choose.
    }

    /** Takes what is there; only with the read role. */
    private void receive() {
        try {
            if (inbox.fill(channel) < 0) {
                fail(new ConnectionLostException(
                        "connection to " + name + " was closed by the peer; it does so without a"
                                + " route to us, and when another client connects from the same host"));
                return;
            }
            for (int bytes = inbox.frameBytes(); bytes > 0; bytes = inbox.frameBytes()) {
                take(inbox.buffer(), inbox.position(), bytes);
                inbox.skip(bytes);
            }
        } catch (MalformedFrameException e) {
            fail(e);
        } catch (IOException e) {
            fail(new ConnectionLostException("connection to " + name + " broke: " + e, e));
        }
    }

    private void take(ByteBuffer buffer, int frame, int bytes) throws MalformedFrameException {
        if (AmsHeader.isResponse(buffer, frame)) {
            int index = Slot.indexOf(AmsHeader.invokeId(buffer, frame));
            if (index < slots.length) {
                // An answer that nobody waits for came too late, or is none; the next one counts.
                slots[index].answer(buffer, frame);
            }
        } else if (AmsHeader.command(buffer, frame) == AdsCommand.DEVICE_NOTIFICATION) {
            NotificationFrame.check(buffer, frame);
            takeNotification(buffer, frame, bytes);
        }
    }

    private void takeNotification(ByteBuffer buffer, int frame, int bytes) {
        Receiver current = receiver;
        if (current == null) {
            foundStale(buffer, frame);
            return;
        }
        if (!queue.add(buffer, frame, bytes)) {
            JavaBackend backend = target(buffer, frame);
            if (backend != null) {
                backend.dropped(buffer, frame, queue);
            }
        }
        current.wake();
    }

    private void yieldLead() {
        led.set(false);
        handOver();
    }

    /** Sees to it that somebody reads, if anybody waits for something. */
    private void handOver() {
        if (led.get()) {
            return;
        }
        if (followers.get() > 0) {
            for (Slot slot : slots) {
                Thread waiter = slot.waiter();
                if (waiter != null && slot.isPending()) {
                    LockSupport.unpark(waiter);
                    return;
                }
            }
        }
        wakeReceiver();
    }

    /** Looks whether the peer has closed an idle connection, or sent something that nobody waits for. */
    void peek() {
        if (led.compareAndSet(false, true)) {
            try {
                receive();
            } finally {
                yieldLead();
            }
        }
    }

    // ---- notifications

    /** Whom a frame is meant for, by our AMS port in it; null when nobody has that port any more. */
    @Nullable
    JavaBackend target(ByteBuffer buffer, int frame) {
        int port = Short.toUnsignedInt(buffer.getShort(frame + AmsHeader.TARGET_PORT));
        for (JavaBackend backend : backends) {
            if (backend.source().port() == port) {
                return backend;
            }
        }
        return null;
    }

    /** Notifications are about to be added: from now on the receiver reads. */
    synchronized Receiver watch(int notifications) throws ConnectorException {
        if (failure != null) {
            throw lost();
        }
        watchers += notifications;
        Receiver current = receiver;
        if (current == null) {
            current = new Receiver(this, queue);
            receiver = current;
            current.start();
        }
        return current;
    }

    /** Has the receiver make a call, not before {@code at}. */
    void callLater(long at, Runnable call) throws ConnectorException {
        watch(1).callLater(at, () -> {
            try {
                call.run();
            } finally {
                unwatch(1);
            }
        });
        nudgeReceiver();
    }

    synchronized void unwatch(int notifications) {
        watchers -= notifications;
        nudgeReceiver();
    }

    boolean isWatched() {
        return watchers > 0;
    }

    /** Lets the receiver end, if nobody wants it any more. */
    synchronized boolean retire(Receiver retiring) {
        if (watchers == 0 && receiver == retiring) {
            receiver = null;
        }
        return watchers == 0;
    }

    /** Has the receiver look again at what it waits for. */
    void nudgeReceiver() {
        selector.wakeup();
        wakeReceiver();
    }

    /** Frames of notifications with values of this size are to be accepted. */
    void expectNotification(int valueBytes) {
        sendLock.lock();
        try {
            inbox.expect((int) Math.min(Integer.MAX_VALUE - 8L, 2L * valueBytes + 1024));
        } finally {
            sendLock.unlock();
        }
    }

    /** The device sends samples for handles that nobody has. */
    void foundStale(ByteBuffer buffer, int frame) {
        stale.found(buffer, frame);
    }

    void foundStale(AmsAddress server, AmsAddress client, int handle) {
        stale.found(server, client, handle);
    }

    /** Deletes handles that were found stale. Not with the read role: the peer may have to be read from first. */
    void sweep() {
        if (!stale.isDue()) {
            return;
        }
        StaleHandles.Stale one = stale.next();
        if (one == null) {
            return;
        }
        sendLock.lock();
        try {
            flush(stale.deleteRequest(one), System.nanoTime() + frameTimeoutNanos);
        } catch (ConnectorException e) {
            // The link is lost, and its handles with it.
            return;
        } finally {
            sendLock.unlock();
        }
    }

    // ---- life

    void attach(JavaBackend backend) throws ConnectorException {
        backends.add(backend);
        if (failure != null) {
            backends.remove(backend);
            throw lost();
        }
    }

    /** Ends the requests of one who leaves. */
    void detach(JavaBackend backend) {
        backends.remove(backend);
        for (Slot slot : slots) {
            if (slot.owner() == backend && slot.isPending()) {
                slot.fail(new ConnectionLostException(backend + " was closed"));
            }
        }
    }

    @Nullable
    ConnectorException failure() {
        return failure;
    }

    ConnectionLostException lost() {
        ConnectorException cause = failure;
        return new ConnectionLostException(
                cause == null ? "connection to " + name + " is closed" : String.valueOf(cause.getMessage()), cause);
    }

    /** Ends the connection; the first cause counts. All requests fail, all backends hear of it. */
    void fail(ConnectorException cause) {
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = cause;
        }
        try {
            channel.close();
            selector.close();
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
        for (Slot slot : slots) {
            if (slot.isPending()) {
                slot.fail(forRequest(cause));
            }
        }
        for (JavaBackend backend : backends) {
            backend.linkFailed(cause);
        }
        wakeReceiver();
    }

    private void wakeReceiver() {
        Receiver current = receiver;
        if (current != null) {
            current.wake();
        }
    }

    private ConnectorException forRequest(ConnectorException cause) {
        if (cause instanceof MalformedFrameException) {
            return cause;
        }
        return cause instanceof RequestTimeoutException
                ? new RequestTimeoutException(String.valueOf(cause.getMessage()), cause)
                : lost();
    }

    /** Last act of the receiver. */
    void tellLost(ConnectorException cause) {
        for (JavaBackend backend : backends) {
            backend.tellLost(cause);
        }
    }
}
