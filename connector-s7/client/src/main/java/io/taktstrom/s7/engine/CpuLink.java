package io.taktstrom.s7.engine;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.taktstrom.kit.tcp.Dialed;
import io.taktstrom.kit.tcp.EngineLimits;
import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.kit.tcp.RequestEngine;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * One TCP connection to a CPU, shared by all its users. Hot.
 *
 * <p>A thread with a {@link Work} sends as many requests as the CPU has free jobs, and then waits for their answers in order.
 * A request that is not answered in time keeps its job until the answer arrives: the CPU counts it till then.
 */
final class CpuLink extends RequestEngine<S7Request> {

    /** How long a frame may take from its first byte to its last. */
    private static final long FRAME_TIMEOUT_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final CpuLinkSettings settings;
    private final S7Handshake.Agreed agreed;
    private final PduAssembler pdus;
    private final S7Heartbeat heartbeat = new S7Heartbeat();
    private volatile Duration heartbeatTimeout = Duration.ZERO;

    CpuLink(CpuLinkSettings settings, Dialed dialed, S7Handshake.Agreed agreed) {
        super(
                settings.toString(),
                dialed,
                PduAssembler.newReader(),
                new EngineLimits(
                        agreed.jobs(),
                        Short.SIZE,
                        true,
                        FRAME_TIMEOUT_NANOS,
                        settings.heartbeatInterval().toNanos()),
                () -> new S7Request(settings));
        this.settings = settings;
        this.agreed = agreed;
        pdus = new PduAssembler(agreed.pduBytes());
    }

    S7Handshake.Agreed agreed() {
        return agreed;
    }

    // ---- a work, from its first request to its last answer

    /** Has all requests of a work answered. */
    void run(LinkUser user, Work work, long timeoutNanos) throws ConnectorException {
        work.begin(agreed.jobs());
        try {
            while (!work.isFinished()) {
                if (work.hasUnsent()) {
                    send(user, work, System.nanoTime() + timeoutNanos);
                }
                // All that have arrived with the first answer make room for the same number of requests in one write.
                do {
                    S7Request request = work.takeNext();
                    restartSilence(request);
                    await(request, user, System.nanoTime() + timeoutNanos);
                    release(request);
                } while (work.isInFlight() && work.next().isDone());
            }
        } catch (RuntimeException | Error e) {
            giveUp(e);
            throw e;
        } finally {
            while (work.isInFlight()) {
                drop(work.takeNext());
            }
        }
    }

    private void send(LinkUser user, Work work, long deadline) throws ConnectorException {
        while (true) {
            lockSending();
            try {
                if (addAll(user, work, deadline)) {
                    flush(deadline);
                }
                if (work.isInFlight()) {
                    return;
                }
            } finally {
                unlockSending();
            }
            long frames = framesReceived();
            if (!awaitTurn(user, deadline)) {
                throw timedOut(frames == framesReceived());
            }
        }
    }

    /** Adds as many requests of a work as may be sent now; returns whether there was one. */
    private boolean addAll(LinkUser user, Work work, long deadline) throws ConnectorException {
        boolean any = false;
        while (work.hasUnsent()) {
            S7Request request = free(user);
            if (request == null) {
                break;
            }
            add(request, user, work, work.sent(), deadline);
            work.add(request);
            any = true;
        }
        return any;
    }

    private void add(S7Request request, @Nullable LinkUser user, Work work, int number, long deadline)
            throws ConnectorException {
        ByteBuffer out = room(CotpData.PAYLOAD + agreed.pduBytes(), deadline);
        int frame = out.position();
        int bytes = request.begin(work, number, out, frame + CotpData.PAYLOAD);
        CotpData.write(out, frame, bytes);
        submit(request, user, CotpData.PAYLOAD + bytes);
    }

    @Override
    protected RequestTimeoutException timedOut(S7Request request, boolean silent) {
        return timedOut(silent);
    }

    /** If nothing at all has arrived meanwhile, the connection is to blame. */
    private RequestTimeoutException timedOut(boolean silent) {
        String what = settings + ": no answer in time";
        if (!silent) {
            return new RequestTimeoutException(what + ", while others were answered; check what was asked for");
        }
        String all = what + ", nor anything else; check the network and that the CPU runs. The connection is given up";
        fail(new RequestTimeoutException(all));
        return new RequestTimeoutException(all);
    }

    // ---- what arrives

    @Override
    protected void take(ByteBuffer in, int frame, int size) throws ConnectorException {
        int bytes = pdus.add(in, frame, size);
        if (bytes == 0) {
            return;
        }
        ByteBuffer buffer = pdus.pduBuffer();
        int pdu = pdus.pdu();
        S7Header.check(buffer, pdu, bytes);
        int rosctr = S7Header.rosctr(buffer, pdu);
        if (rosctr == S7Header.JOB) {
            // A question to us, which no client answers.
            return;
        }
        int reference = S7Header.reference(buffer, pdu);
        boolean taken = answer(reference, buffer, pdu, bytes);
        if (!taken && rosctr == S7Header.ACK && S7Header.error(buffer, pdu) != S7ErrorCode.NONE) {
            // Some CPUs leave the reference out when they refuse; they answer in order.
            taken = answerOldest(buffer, pdu, bytes);
        }
        if (!taken && rosctr != S7Header.USER_DATA) {
            throw new MalformedFrameException(
                    "an answer with reference " + reference + ", which matches no request", 4);
        }
    }

    // ---- idle

    @Override
    protected @Nullable S7Request sendHeartbeat(long deadline) {
        lockSending();
        try {
            S7Request request = free(null);
            if (request != null) {
                add(request, null, heartbeat, 0, deadline);
                flush(deadline);
            }
            return request;
        } catch (ConnectorException e) {
            // The link has failed.
            return null;
        } finally {
            unlockSending();
        }
    }

    @Override
    protected long heartbeatTimeoutNanos() {
        return heartbeatTimeout.toNanos();
    }

    @Override
    protected ConnectionLostException heartbeatLost() {
        return new ConnectionLostException(CpuLinkSettings.silence(settings, heartbeatTimeout));
    }

    // ---- life

    /** @param patience how long this user lets the CPU take to answer the heartbeat; the longest counts */
    void attach(LinkUser user, Duration patience) throws ConnectorException {
        synchronized (this) {
            if (patience.compareTo(heartbeatTimeout) > 0) {
                heartbeatTimeout = patience;
            }
        }
        attach(user);
    }

    @Override
    protected ConnectionLostException closedByPeer() {
        return new ConnectionLostException("connection to " + settings
                + " was closed by the CPU: it was restarted, or it needed the connection for another client");
    }

    @Override
    protected MalformedFrameException malformed(MalformedFrameException cause) {
        return new MalformedFrameException("answer of " + settings, cause);
    }
}
