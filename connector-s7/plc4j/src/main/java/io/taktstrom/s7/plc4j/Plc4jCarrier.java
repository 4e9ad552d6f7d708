package io.taktstrom.s7.plc4j;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.engine.CpuLinkSettings;
import io.taktstrom.s7.engine.S7Heartbeat;
import io.taktstrom.s7.engine.Work;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.apache.plc4x.java.api.PlcConnection;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/**
 * One plc4j connection, and the guards that it needs: one thread calls it, because plc4j sleeps in the thread that asks;
 * each request has a limit of time, because plc4j leaves some without an answer for ever; after any doubt the connection is
 * given up, because plc4j may go on with a dead one.
 */
final class Plc4jCarrier implements Carrier {

    /** plc4j does not say what the CPU granted; every CPU grants this. */
    private static final int PDU_BYTES = 240;

    /** Behind more than these, plc4j waits for answers that CPUs do not send. */
    private static final int MAX_ITEMS = 20;

    private static final int NOT_ASKED = -1;
    /** For asking why, after an answer that did not come in time. */
    private static final long SECOND_LOOK_NANOS = 1_000_000_000;

    private static final long WATCH_NANOS = 250_000_000;
    /** How long plc4j may sleep in our thread beyond the limit of a request. */
    static final long GRACE_NANOS = 1_000_000_000;

    private final CpuLinkSettings settings;
    private final PlcConnection plc;
    private final PlcWorker worker;
    private final long timeoutNanos;
    private final ConnectionEnd end;
    private final ByteBuffer heartbeat;
    private volatile long answeredAt = System.nanoTime();
    private volatile long askedAt;
    private volatile boolean asking;
    private int refusal = NOT_ASKED;

    private Plc4jCarrier(CpuLinkSettings settings, PlcConnection plc, PlcWorker worker, Duration requestTimeout) {
        this.settings = settings;
        this.end = new ConnectionEnd(settings.toString());
        this.plc = plc;
        this.worker = worker;
        this.timeoutNanos = requestTimeout.toNanos();
        this.heartbeat = ByteBuffer.allocate(PDU_BYTES);
        heartbeat.limit(new S7Heartbeat().put(0, heartbeat, 0));
    }

    /** @param plc which the carrier owns from now on, as it does the worker */
    static Plc4jCarrier over(CpuLinkSettings settings, PlcConnection plc, PlcWorker worker, Duration requestTimeout) {
        Plc4jCarrier carrier = new Plc4jCarrier(settings, plc, worker, requestTimeout);
        worker.repeat(carrier::watch, WATCH_NANOS / NANOS_PER_MILLI);
        return carrier;
    }

    // ---- limits

    @Override
    public int requestBytes() {
        return PDU_BYTES;
    }

    @Override
    public int answerBytes() {
        return PDU_BYTES;
    }

    @Override
    public int items() {
        return MAX_ITEMS;
    }

    @Override
    public int jobs() {
        return 1;
    }

    // ---- requests

    @Override
    public void run(Work work) throws ConnectorException {
        for (int request = 0; request < work.count(); request++) {
            requireOpen();
            ByteBuffer asked = ByteBuffer.allocate(PDU_BYTES);
            asked.limit(work.put(request, asked, 0));
            if (!Tags.knows(asked)) {
                work.refused(request, S7ErrorCode.FUNCTION_NOT_SUPPORTED);
                continue;
            }
            try {
                answer(work, request, ask(asked));
            } catch (RequestTimeoutException e) {
                int error = refusal();
                if (error == S7ErrorCode.NONE) {
                    throw e;
                }
                // The connection is given up; so it is said once more of all that will not be asked.
                for (int rest = request; rest < work.count(); rest++) {
                    work.refused(rest, error);
                }
                return;
            }
        }
    }

    private void answer(Work work, int request, ByteBuffer answer) throws MalformedFrameException {
        int error = Tags.isRefused(answer) ? refusal() : S7ErrorCode.NONE;
        if (error == S7ErrorCode.NONE) {
            S7Header.check(answer, 0, answer.limit());
            work.answer(request, answer, 0);
        } else {
            work.refused(request, error);
        }
    }

    /** Asked for once: a CPU has few connections, and this takes one. */
    private synchronized int refusal() {
        if (refusal == NOT_ASKED) {
            refusal = Plc4jRefusal.of(settings, Duration.ofNanos(Math.min(timeoutNanos, SECOND_LOOK_NANOS)));
        }
        return refusal;
    }

    private ByteBuffer ask(ByteBuffer request) throws ConnectorException {
        Future<ByteBuffer> answer;
        try {
            answer = worker.submit(() -> carryOut(request, timeoutNanos));
        } catch (RejectedExecutionException e) {
            requireOpen();
            throw new ConnectionLostException("connection to " + settings + " is being closed", e);
        }
        while (true) {
            try {
                return PlcWorker.await(answer, WATCH_NANOS);
            } catch (TimeoutException e) {
                requireOpen();
                if (asking && System.nanoTime() - askedAt > timeoutNanos + GRACE_NANOS) {
                    throw fail(new RequestTimeoutException(settings + ": plc4j does not come back; it is given up"));
                }
            } catch (ExecutionException e) {
                requireOpen();
                ConnectorException failure = fail(isTimeout(e) ? timedOut() : broke(e));
                reportFatal(e);
                throw failure;
            }
        }
    }

    /** What no thread may survive, and a future keeps for itself. */
    private static void reportFatal(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            Fatal.report(cause);
        }
    }

    /** Ours, or plc4j's own, which comes wrapped in other exceptions. */
    private static boolean isTimeout(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof TimeoutException) {
                return true;
            }
        }
        return false;
    }

    private RequestTimeoutException timedOut() {
        return new RequestTimeoutException(
                settings + ": no answer in time; check the network and that the CPU runs. The connection is given up");
    }

    private ConnectionLostException broke(ExecutionException e) {
        return new ConnectionLostException("connection to " + settings + " broke: plc4j: " + e.getCause(), e);
    }

    /** In the worker's thread. */
    private ByteBuffer carryOut(ByteBuffer request, long limitNanos) throws Exception {
        askedAt = System.nanoTime();
        asking = true;
        try {
            ByteBuffer answer = Tags.ask(plc, request).get(limitNanos, TimeUnit.NANOSECONDS);
            answeredAt = System.nanoTime();
            return answer;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        } finally {
            asking = false;
        }
    }

    /** In the worker's thread: the end of an idle connection would not be noticed otherwise. */
    private void watch() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            // A scheduled task that throws is not called again, without a report.
            fail(new ConnectionLostException(
                    "connection to " + settings + " was closed: internal error in plc4j: " + e + "; please report it",
                    e));
            Fatal.report(e);
        }
    }

    private void look() {
        long period = settings.heartbeatInterval().toNanos();
        if (!plc.isConnected()) {
            fail(new ConnectionLostException("connection to " + settings + " was closed by the CPU"));
        } else if (period > 0 && System.nanoTime() - answeredAt >= period) {
            try {
                carryOut(heartbeat, settings.heartbeatTimeout().toNanos());
            } catch (Exception e) {
                fail(new ConnectionLostException(CpuLinkSettings.silence(settings, settings.heartbeatTimeout()), e));
                reportFatal(e);
            }
        }
    }

    // ---- the end

    @Override
    public void requireOpen() throws ConnectionLostException {
        end.requireOpen();
    }

    private ConnectorException fail(ConnectorException cause) {
        if (end.begin(cause)) {
            release();
            end.complete();
        }
        return cause;
    }

    @Override
    public void close() {
        if (end.begin(null)) {
            release();
            end.complete();
        }
    }

    private void release() {
        worker.stop();
        PlcWorker.close(plc);
    }

    @Override
    public CompletionStage<Void> closed() {
        return end.closed();
    }

    @Override
    public String toString() {
        return settings + " by plc4j";
    }
}
