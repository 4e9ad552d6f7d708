package io.taktstrom.s7.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.time.Duration;
import java.util.Arrays;

import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.SharedLinks;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to a CPU, shared by all who talk to it. Hot.
 *
 * <p>A thread with a {@link Work} sends as many requests as there are free jobs; whoever has waited longest for one
 * comes first. Then it reads for all, or waits for the thread that does. All state is guarded by this object's monitor,
 * which is held for no longer than it takes to write, or to hand answers over, but never while a thread waits for bytes;
 * only the thread that {@link #led leads} touches the inbox.
 */
final class CpuLink implements SharedLinks.Link {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LinkSettings settings;
    private final Dialed dialed;
    private final Handshake.Agreed agreed;
    private final PduInbox inbox;
    private final InFlight inFlight;
    private final Heartbeat heartbeat = new Heartbeat();
    private Duration heartbeatTimeout = Duration.ZERO;

    private boolean led;
    private int waiting;
    private long lastPduAt = System.nanoTime();
    private ConnectionEnd[] users = {};
    private volatile @Nullable ConnectorException failure;

    CpuLink(LinkSettings settings, Dialed dialed, Handshake.Agreed agreed) {
        this.settings = settings;
        this.dialed = dialed;
        this.agreed = agreed;
        inbox = new PduInbox(agreed.pduBytes());
        inFlight = new InFlight(agreed);
    }

    Handshake.Agreed agreed() {
        return agreed;
    }

    @Override
    public String toString() {
        return settings.toString();
    }

    // ---- a work, from its first request to its last answer

    /** Has all requests of a work answered. */
    void run(ConnectionEnd owner, Work work, long timeoutNanos) throws ConnectorException {
        boolean interrupted = Thread.interrupted();
        boolean leads = false;
        begin(owner, work, timeoutNanos);
        try {
            while (advance(work)) {
                leads = leads || takeLead(work);
                interrupted |= leads ? receive(work.deadline) : follow(work);
            }
        } catch (RuntimeException | Error e) {
            giveUp(e);
            throw e;
        } finally {
            end(work, leads);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void begin(@Nullable ConnectionEnd owner, Work work, long timeoutNanos) {
        work.owner = owner;
        work.sent = 0;
        work.answered = 0;
        work.timeoutNanos = timeoutNanos;
        work.deadline = System.nanoTime() + timeoutNanos;
    }

    /** Sends what can be sent; returns whether there is something left to wait for. */
    private synchronized boolean advance(Work work) throws ConnectorException {
        if (work.isFinished()) {
            return false;
        }
        requireOpen(work.owner);
        if (work.deadline - System.nanoTime() <= 0) {
            throw timedOut(work);
        }
        send(work);
        return true;
    }

    /** If nothing at all has come meanwhile, the connection is to blame. */
    private RequestTimeoutException timedOut(Work work) {
        String what = settings + ": no answer in time";
        if (lastPduAt - (work.deadline - work.timeoutNanos) > 0) {
            return new RequestTimeoutException(what + ", while others were answered; check what was asked for");
        }
        String all = what + ", nor anything else; check the network and that the CPU runs. The connection is given up";
        fail(new RequestTimeoutException(all));
        return new RequestTimeoutException(all);
    }

    private void send(Work work) throws ConnectorException {
        ByteBuffer frames = inFlight.claim(work);
        if (frames.hasRemaining()) {
            flush(frames, work.deadline);
        }
        if (inFlight.canServe()) {
            notifyAll();
        }
    }

    private void flush(ByteBuffer frames, long deadline) throws ConnectorException {
        try {
            if (dialed.write(frames, deadline)) {
                return;
            }
            // Half a frame is on its way: nothing can follow it.
            fail(new RequestTimeoutException(settings + " takes no more bytes; the connection is given up"));
        } catch (IOException e) {
            fail(broke(e));
        }
        throw lost();
    }

    /** Whatever has not been answered by now is not answered to this work any more. */
    private synchronized void end(Work work, boolean leads) {
        inFlight.abandon(work);
        work.owner = null;
        if (leads) {
            led = false;
        }
        if (waiting > 0) {
            notifyAll();
        }
        if (inFlight.canServe()) {
            // Who is next may be the one that reads.
            dialed.selector().wakeup();
        }
    }

    // ---- reading

    /** Whoever led until now may have taken this one's answers: then there is nothing to wait for. */
    private synchronized boolean takeLead(Work work) {
        return mustWait(work) && takeLead();
    }

    private boolean mustWait(Work work) {
        return failure == null && !work.isFinished() && !inFlight.maySend(work) && isOpen(work.owner);
    }

    private synchronized boolean takeLead() {
        if (led) {
            return false;
        }
        led = true;
        return true;
    }

    /** Waits for the thread that reads; returns whether it was interrupted meanwhile. */
    private synchronized boolean follow(Work work) {
        boolean interrupted = false;
        waiting++;
        while (led && mustWait(work)) {
            long left = work.deadline - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                wait(left / NANOS_PER_MILLI, (int) (left % NANOS_PER_MILLI));
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        waiting--;
        return interrupted;
    }

    /** Waits for bytes and hands over what comes, as the leader; returns whether it was interrupted meanwhile. */
    private boolean receive(long deadline) {
        try {
            dialed.select(deadline);
        } catch (ClosedSelectorException e) {
            // The link has failed, as the leader is about to see.
            return Thread.interrupted();
        } catch (IOException e) {
            fail(broke(e));
        }
        boolean interrupted = Thread.interrupted();
        take();
        return interrupted;
    }

    /** Takes what is there, as the leader. */
    private void take() {
        try {
            if (inbox.fill(dialed.channel()) < 0) {
                fail(new ConnectionLostException("connection to " + settings
                        + " was closed by the CPU: it was restarted, or it needed the connection for somebody else"));
                return;
            }
            dispatch();
        } catch (MalformedFrameException e) {
            fail(new MalformedFrameException("answer of " + settings, e));
        } catch (ConnectorException e) {
            fail(e);
        } catch (IOException e) {
            fail(broke(e));
        } catch (RuntimeException | Error e) {
            // Whoever waits for what could not be handled hears of it as of any other loss.
            giveUp(e);
            Fatal.rethrow(e);
        }
    }

    private synchronized void dispatch() throws ConnectorException {
        for (int bytes = inbox.nextPdu(); bytes > 0; bytes = inbox.nextPdu()) {
            inFlight.take(inbox.pduBuffer(), inbox.pdu(), bytes);
            lastPduAt = System.nanoTime();
        }
        if (waiting > 0) {
            notifyAll();
        }
    }

    // ---- idle

    /** Takes what is there, if nobody else reads, and asks the CPU for a sign of life if it has been silent for long. */
    @Override
    public void peek() {
        if (takeLead()) {
            take();
            yieldLead();
        }
        try {
            beat();
        } catch (ConnectorException e) {
            fail(e);
        }
    }

    private synchronized void yieldLead() {
        led = false;
        if (waiting > 0) {
            notifyAll();
        }
    }

    private synchronized void beat() throws ConnectorException {
        long period = settings.heartbeatInterval().toNanos();
        if (failure != null || period == 0) {
            return;
        }
        long now = System.nanoTime();
        if (heartbeat.isOnItsWay()) {
            if (heartbeat.isFinished()) {
                heartbeat.stop();
            } else if (heartbeat.deadline - now <= 0) {
                fail(new ConnectionLostException(LinkSettings.silence(settings, heartbeatTimeout)));
            }
        } else if (inFlight.isEmpty() && now - lastPduAt >= period) {
            heartbeat.start();
            begin(null, heartbeat, heartbeatTimeout.toNanos());
            send(heartbeat);
        }
    }

    // ---- life

    /** @param patience how long this user lets the CPU take to answer the heartbeat; the longest counts */
    void attach(ConnectionEnd user, Duration patience) throws ConnectorException {
        synchronized (this) {
            if (patience.compareTo(heartbeatTimeout) > 0) {
                heartbeatTimeout = patience;
            }
            users = Arrays.copyOf(users, users.length + 1);
            users[users.length - 1] = user;
        }
        requireOpen(user);
    }

    /** Ends the calls of one who leaves. */
    synchronized void detach(ConnectionEnd user) {
        users = Arrays.stream(users).filter(one -> one != user).toArray(ConnectionEnd[]::new);
        dialed.selector().wakeup();
        notifyAll();
    }

    private static boolean isOpen(@Nullable ConnectionEnd owner) {
        return owner == null || !owner.hasBegun();
    }

    void requireOpen(@Nullable ConnectionEnd owner) throws ConnectorException {
        ConnectorException cause = failure;
        if (cause instanceof MalformedFrameException) {
            throw cause;
        }
        if (cause instanceof RequestTimeoutException) {
            throw new RequestTimeoutException(String.valueOf(cause.getMessage()), cause);
        }
        if (cause != null) {
            throw lost();
        }
        if (!isOpen(owner)) {
            throw new ConnectionLostException("connection to " + settings + " was closed");
        }
    }

    @Nullable
    ConnectorException failure() {
        return failure;
    }

    @Override
    public boolean isOver() {
        return failure != null;
    }

    @Override
    public void giveUp(Throwable cause) {
        fail(new ConnectionLostException(
                "connection to " + settings + " was given up: an error that nobody foresaw: " + cause
                        + "; please report it",
                cause));
    }

    private ConnectionLostException broke(IOException cause) {
        return new ConnectionLostException("connection to " + settings + " broke: " + cause, cause);
    }

    private ConnectionLostException lost() {
        ConnectorException cause = failure;
        return new ConnectionLostException(
                cause == null ? "connection to " + settings + " is closed" : String.valueOf(cause.getMessage()), cause);
    }

    /** Nobody uses it any more. */
    @Override
    public void close() {
        fail(new ConnectionLostException("connection to " + settings + " was closed"));
    }

    /** Ends the connection; the first cause counts. All calls fail, all users hear of it. */
    void fail(ConnectorException cause) {
        ConnectionEnd[] concerned;
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = cause;
            concerned = users;
            notifyAll();
        }
        dialed.close();
        for (ConnectionEnd user : concerned) {
            if (user.begin(cause)) {
                user.complete();
            }
        }
    }
}
