package io.taktstrom.s7.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.util.Arrays;

import io.taktstrom.kit.Fatal;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to a CPU, shared by all who talk to it. Hot.
 *
 * <p>A thread with an {@link Exchange} sends as many requests as there are free jobs; whoever has waited longest for one
 * comes first. Then it reads for all, or waits for the thread that does. All state is guarded by this object's monitor,
 * which is held for no longer than it takes to write, or to hand answers over, but never while a thread waits for bytes;
 * only the thread that {@link #led leads} touches the inbox.
 */
final class CpuLink implements Watched {

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final LinkSettings settings;
    private final Dialed dialed;
    private final Handshake.Agreed agreed;
    private final Inbox inbox;
    private final ByteBuffer out;
    private final Jobs jobs;
    private final Waiting waitingForJobs = new Waiting();
    private final Heartbeat heartbeat = new Heartbeat();

    private boolean led;
    private int waiting;
    private long lastPduAt = System.nanoTime();
    private LinkSession[] sessions = {};
    private volatile @Nullable ConnectorException failure;

    CpuLink(LinkSettings settings, Dialed dialed, Handshake.Agreed agreed) {
        this.settings = settings;
        this.dialed = dialed;
        this.agreed = agreed;
        inbox = new Inbox(agreed.pduBytes());
        out = ByteBuffer.allocateDirect(agreed.jobs() * (CotpData.PAYLOAD + agreed.pduBytes()));
        jobs = new Jobs(agreed.jobs());
    }

    Handshake.Agreed agreed() {
        return agreed;
    }

    @Override
    public String toString() {
        return settings.toString();
    }

    // ---- an exchange, from its first request to its last answer

    /** Has all requests of an exchange answered. */
    void run(LinkSession owner, Exchange exchange, long timeoutNanos) throws ConnectorException {
        boolean interrupted = Thread.interrupted();
        boolean leads = false;
        begin(owner, exchange, timeoutNanos);
        try {
            while (advance(exchange)) {
                leads = leads || takeLead(exchange);
                interrupted |= leads ? receive(exchange.deadline) : follow(exchange);
            }
        } catch (RuntimeException | Error e) {
            giveUp(e);
            throw e;
        } finally {
            end(exchange, leads);
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized void begin(@Nullable LinkSession owner, Exchange exchange, long timeoutNanos) {
        exchange.owner = owner;
        exchange.sent = 0;
        exchange.answered = 0;
        exchange.timeoutNanos = timeoutNanos;
        exchange.deadline = System.nanoTime() + timeoutNanos;
    }

    /** Sends what can be sent; returns whether there is something left to wait for. */
    private synchronized boolean advance(Exchange exchange) throws ConnectorException {
        if (exchange.isFinished()) {
            return false;
        }
        requireOpen(exchange.owner);
        if (exchange.deadline - System.nanoTime() <= 0) {
            throw timedOut(exchange);
        }
        send(exchange);
        return true;
    }

    /** If nothing at all has come meanwhile, the connection is to blame. */
    private RequestTimeoutException timedOut(Exchange exchange) {
        String what = settings + ": no answer in time";
        if (lastPduAt - (exchange.deadline - exchange.timeoutNanos) > 0) {
            return new RequestTimeoutException(what + ", while others were answered; check what was asked for");
        }
        String all = what + ", nor anything else; check the network and that the CPU runs. The connection is given up";
        fail(new RequestTimeoutException(all));
        return new RequestTimeoutException(all);
    }

    private void send(Exchange exchange) throws ConnectorException {
        out.clear();
        int position = 0;
        while (maySend(exchange)) {
            waitingForJobs.remove(exchange);
            Job job = jobs.claim(exchange, exchange.sent);
            int pdu = position + CotpData.PAYLOAD;
            int bytes = exchange.put(exchange.sent, out, pdu);
            S7Header.setReference(out, pdu, job.reference);
            CotpData.write(out, position, bytes);
            position = pdu + bytes;
            exchange.sent++;
        }
        if (exchange.hasUnsent() && exchange.sent == exchange.answered) {
            waitingForJobs.add(exchange);
        }
        if (position > 0) {
            flush(position, exchange.deadline);
        }
        if (jobs.hasFree() && !waitingForJobs.isEmpty()) {
            notifyAll();
        }
    }

    private boolean maySend(Exchange exchange) {
        return exchange.hasUnsent() && jobs.hasFree() && waitingForJobs.lets(exchange);
    }

    private void flush(int bytes, long deadline) throws ConnectorException {
        out.limit(bytes).position(0);
        try {
            if (dialed.write(out, deadline)) {
                return;
            }
            // Half a frame is on its way: nothing can follow it.
            fail(new RequestTimeoutException(settings + " takes no more bytes; the connection is given up"));
        } catch (IOException e) {
            fail(broke(e));
        }
        throw lost();
    }

    /** Whatever has not been answered by now is not answered to this exchange any more. */
    private synchronized void end(Exchange exchange, boolean leads) {
        jobs.abandon(exchange);
        waitingForJobs.remove(exchange);
        exchange.owner = null;
        if (leads) {
            led = false;
        }
        if (waiting > 0) {
            notifyAll();
        }
        if (jobs.hasFree() && !waitingForJobs.isEmpty()) {
            // Who is next may be the one that reads.
            dialed.selector().wakeup();
        }
    }

    // ---- reading

    /** Whoever led until now may have taken this one's answers: then there is nothing to wait for. */
    private synchronized boolean takeLead(Exchange exchange) {
        return mustWait(exchange) && takeLead();
    }

    private boolean mustWait(Exchange exchange) {
        return failure == null && !exchange.isFinished() && !maySend(exchange) && isOpen(exchange.owner);
    }

    private synchronized boolean takeLead() {
        if (led) {
            return false;
        }
        led = true;
        return true;
    }

    /** Waits for the thread that reads; returns whether it was interrupted meanwhile. */
    private synchronized boolean follow(Exchange exchange) {
        boolean interrupted = false;
        waiting++;
        while (led && mustWait(exchange)) {
            long left = exchange.deadline - System.nanoTime();
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
            handOver(inbox.pduBuffer(), inbox.pdu(), bytes);
            lastPduAt = System.nanoTime();
        }
        if (waiting > 0) {
            notifyAll();
        }
    }

    private void handOver(ByteBuffer in, int pdu, int bytes) throws MalformedFrameException {
        S7Header.check(in, pdu, bytes);
        int rosctr = S7Header.rosctr(in, pdu);
        if (rosctr == S7Header.JOB) {
            // A question to us, which no client answers.
            return;
        }
        int error = S7Header.error(in, pdu);
        int reference = S7Header.reference(in, pdu);
        Job job = jobs.find(reference);
        if (job == null && rosctr == S7Header.ACK && error != S7ErrorCode.NONE) {
            // Some CPUs leave the reference out when they refuse; they answer in order.
            job = jobs.oldest();
        }
        if (job != null) {
            answer(job, in, pdu, error);
        } else if (rosctr != S7Header.USER_DATA) {
            throw new MalformedFrameException("an answer with reference " + reference + ", which nobody asked for", 4);
        }
    }

    private void answer(Job job, ByteBuffer in, int pdu, int error) throws MalformedFrameException {
        Exchange exchange = job.exchange;
        int request = job.request;
        jobs.release(job);
        if (exchange == null) {
            return;
        }
        if (error == S7ErrorCode.NONE) {
            exchange.answer(request, in, pdu);
        } else {
            exchange.refused(request, error);
        }
        exchange.answered++;
        exchange.deadline = System.nanoTime() + exchange.timeoutNanos;
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
        long period = settings.heartbeat().toNanos();
        if (failure != null || period == 0) {
            return;
        }
        long now = System.nanoTime();
        if (heartbeat.isOnItsWay()) {
            if (heartbeat.isFinished()) {
                heartbeat.stop();
            } else if (heartbeat.deadline - now <= 0) {
                fail(new ConnectionLostException(
                        settings + " has been silent for too long; check the network and that the CPU runs"));
            }
        } else if (waitingForJobs.isEmpty() && jobs.areAllFree() && now - lastPduAt >= period) {
            heartbeat.start();
            begin(null, heartbeat, period);
            send(heartbeat);
        }
    }

    // ---- life

    void attach(LinkSession session) throws ConnectorException {
        synchronized (this) {
            sessions = Arrays.copyOf(sessions, sessions.length + 1);
            sessions[sessions.length - 1] = session;
        }
        requireOpen(session);
    }

    /** Ends the calls of one who leaves. */
    synchronized void detach(LinkSession session) {
        sessions = Arrays.stream(sessions).filter(one -> one != session).toArray(LinkSession[]::new);
        dialed.selector().wakeup();
        notifyAll();
    }

    private static boolean isOpen(@Nullable LinkSession owner) {
        return owner == null || !owner.isClosed();
    }

    void requireOpen(@Nullable LinkSession owner) throws ConnectorException {
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

    /** Ends the connection; the first cause counts. All calls fail, all sessions hear of it. */
    void fail(ConnectorException cause) {
        LinkSession[] concerned;
        synchronized (this) {
            if (failure != null) {
                return;
            }
            failure = cause;
            concerned = sessions;
            notifyAll();
        }
        dialed.close();
        for (LinkSession session : concerned) {
            session.linkFailed(cause);
        }
    }
}
