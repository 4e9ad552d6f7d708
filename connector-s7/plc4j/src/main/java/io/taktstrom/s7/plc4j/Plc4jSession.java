package io.taktstrom.s7.plc4j;

import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.kit.Fatal;
import io.taktstrom.s7.engine.CpuSession;
import io.taktstrom.s7.engine.Exchange;
import io.taktstrom.s7.engine.LinkSettings;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.PlcDriverManager;

/**
 * One plc4j connection, and the guards that it needs: one thread calls it, because plc4j sleeps in the thread that asks;
 * each request has a limit of time, because plc4j leaves some without an answer for ever; after any doubt the connection is
 * given up, because plc4j may go on with a dead one.
 */
final class Plc4jSession implements CpuSession {

    private static final System.Logger LOG = System.getLogger(Plc4jSession.class.getName());

    /** plc4j does not say what the CPU granted; every CPU grants this. */
    private static final int PDU_BYTES = 240;

    /** Behind more than these, plc4j waits for answers that CPUs do not send. */
    private static final int MOST_ITEMS = 20;

    private static final int NOT_ASKED = -1;
    /** For asking why, after an answer that did not come in time. */
    private static final long SECOND_LOOK_NANOS = 1_000_000_000;

    private static final long WATCH_MILLIS = 250;
    /** How long plc4j may sleep in our thread beyond the limit of a request. */
    private static final long GRACE_NANOS = 1_000_000_000;

    private final LinkSettings settings;
    private final PlcConnection plc;
    private final ScheduledExecutorService worker;
    private final long timeoutNanos;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final AtomicBoolean over = new AtomicBoolean();
    private final ByteBuffer heartbeat;
    private volatile long answeredAt = System.nanoTime();
    private volatile long askedAt;
    private volatile boolean asking;
    private int refusal = NOT_ASKED;

    private Plc4jSession(
            LinkSettings settings, PlcConnection plc, ScheduledExecutorService worker, Duration requestTimeout) {
        this.settings = settings;
        this.plc = plc;
        this.worker = worker;
        this.timeoutNanos = requestTimeout.toNanos();
        this.heartbeat = ByteBuffer.allocate(PDU_BYTES);
        heartbeat.limit(Refusal.writeProbe(heartbeat, 0));
    }

    // ---- opening

    static Plc4jSession open(LinkSettings settings, Duration connectTimeout, Duration requestTimeout)
            throws ConnectorException {
        ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "takt-s7-plc4j");
            thread.setDaemon(true);
            return thread;
        });
        String url = url(settings, requestTimeout);
        CompletableFuture<PlcConnection> connecting = new CompletableFuture<>();
        Future<?> unused = worker.submit(() -> {
            try {
                PlcConnection plc =
                        PlcDriverManager.getDefault().getConnectionManager().getConnection(url);
                if (!connecting.complete(plc)) {
                    closeLater(plc);
                }
            } catch (Throwable e) {
                // A class that is not there is an Error, and the cause all the same.
                connecting.completeExceptionally(e);
                Fatal.report(e);
            }
        });
        try {
            PlcConnection plc = uninterrupted(() -> connecting.get(connectTimeout.toNanos(), TimeUnit.NANOSECONDS));
            Plc4jSession session = new Plc4jSession(settings, plc, worker, requestTimeout);
            var unusedWatch =
                    worker.scheduleWithFixedDelay(session::watch, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
            return session;
        } catch (TimeoutException e) {
            throw failed(settings, worker, connecting, "nobody answered in time", e);
        } catch (ExecutionException e) {
            throw failed(settings, worker, connecting, "plc4j: " + e.getCause(), e);
        }
    }

    private static ConnectFailedException failed(
            LinkSettings settings,
            ScheduledExecutorService worker,
            CompletableFuture<PlcConnection> connecting,
            String why,
            Exception cause) {
        // A connection that comes too late is closed.
        connecting.cancel(false);
        worker.shutdownNow();
        return new ConnectFailedException(
                "connect to " + settings + ": " + why
                        + "; check the address, rack and slot, that the CPU is switched on"
                        + " and has a connection of this type left, and the firewall (TCP " + settings.port() + ")",
                cause);
    }

    /**
     * The light driver without its optimiser: the other one leaks a buffer per request, the optimiser fails on errors. Its
     * own limit of time is behind ours, and its type of CPU is stated, so that it does not ask for it: some hang up then.
     */
    private static String url(LinkSettings settings, Duration requestTimeout) {
        String host = settings.host().contains(":") ? "[" + settings.host() + "]" : settings.host();
        return "s7-light://" + host + ":" + settings.port() + "?local-tsap=" + settings.localTsap() + "&remote-tsap="
                + settings.remoteTsap() + "&pdu-size=" + settings.pduBytes() + "&max-amq-caller=" + settings.jobs()
                + "&controller-type=S7_300&enable-block-read-optimizer=false&read-timeout="
                + requestTimeout.plusNanos(GRACE_NANOS).toMillis();
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
        return MOST_ITEMS;
    }

    @Override
    public int jobs() {
        return 1;
    }

    // ---- requests

    @Override
    public void run(Exchange exchange) throws ConnectorException {
        for (int request = 0; request < exchange.count(); request++) {
            requireOpen();
            ByteBuffer asked = ByteBuffer.allocate(PDU_BYTES);
            asked.limit(exchange.put(request, asked, 0));
            if (!Tags.knows(asked)) {
                exchange.refused(request, S7ErrorCode.FUNCTION_NOT_SUPPORTED);
                continue;
            }
            try {
                answer(exchange, request, ask(asked));
            } catch (RequestTimeoutException e) {
                int error = refusal();
                if (error == S7ErrorCode.NONE) {
                    throw e;
                }
                // The connection is given up; so it is said once more of all that will not be asked.
                for (int rest = request; rest < exchange.count(); rest++) {
                    exchange.refused(rest, error);
                }
                return;
            }
        }
    }

    private void answer(Exchange exchange, int request, ByteBuffer answer) throws MalformedFrameException {
        int error = Tags.isRefused(answer) ? refusal() : S7ErrorCode.NONE;
        if (error == S7ErrorCode.NONE) {
            S7Header.check(answer, 0, answer.limit());
            exchange.answer(request, answer, 0);
        } else {
            exchange.refused(request, error);
        }
    }

    /** Asked for once: a CPU has few connections, and this takes one. */
    private synchronized int refusal() {
        if (refusal == NOT_ASKED) {
            refusal = Refusal.of(settings, Duration.ofNanos(Math.min(timeoutNanos, SECOND_LOOK_NANOS)));
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
                return uninterrupted(() -> answer.get(WATCH_MILLIS, TimeUnit.MILLISECONDS));
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

    /** In the worker's thread: nobody else would see that an idle connection has gone. */
    private void watch() {
        try {
            look();
        } catch (RuntimeException | Error e) {
            // A scheduled task that throws is not called again, and says so to nobody.
            fail(new ConnectionLostException(
                    "connection to " + settings + " was given up: an error that nobody foresaw in plc4j: " + e
                            + "; please report it",
                    e));
            Fatal.report(e);
        }
    }

    private void look() {
        long period = settings.heartbeat().toNanos();
        if (!plc.isConnected()) {
            fail(new ConnectionLostException("connection to " + settings + " was closed by the CPU"));
        } else if (period > 0 && System.nanoTime() - answeredAt >= period) {
            try {
                carryOut(heartbeat, period);
            } catch (Exception e) {
                fail(new ConnectionLostException(
                        settings + " has been silent for too long; check the network and that the CPU runs", e));
                reportFatal(e);
            }
        }
    }

    // ---- the end

    @Override
    public void requireOpen() throws ConnectionLostException {
        if (over.get()) {
            Throwable cause = end.isCompletedExceptionally() ? cause() : null;
            throw new ConnectionLostException(
                    cause == null ? "connection to " + settings + " was closed" : String.valueOf(cause.getMessage()),
                    cause);
        }
    }

    private Throwable cause() {
        return end.handle((nothing, cause) -> cause).join();
    }

    private ConnectorException fail(ConnectorException cause) {
        if (over.compareAndSet(false, true)) {
            release();
            ForkJoinPool.commonPool().execute(() -> end.completeExceptionally(cause));
        }
        return cause;
    }

    @Override
    public void close() {
        if (over.compareAndSet(false, true)) {
            release();
            end.complete(null);
        }
    }

    private void release() {
        worker.shutdownNow();
        closeLater(plc);
    }

    /** plc4j waits two seconds for a connection that the CPU has closed. */
    private static void closeLater(PlcConnection plc) {
        Thread closer = new Thread(
                () -> {
                    try {
                        plc.close();
                    } catch (Throwable e) {
                        LOG.log(Level.DEBUG, "closing a connection of plc4j", e);
                        Fatal.rethrow(e);
                    }
                },
                "takt-s7-plc4j-close");
        closer.setDaemon(true);
        closer.start();
    }

    @Override
    public CompletionStage<Void> closed() {
        CompletableFuture<Void> view = new CompletableFuture<>();
        var unused = end.whenComplete((nothing, cause) -> {
            if (cause == null) {
                view.complete(null);
            } else {
                view.completeExceptionally(cause);
            }
        });
        return view;
    }

    @Override
    public String toString() {
        return settings + " by plc4j";
    }

    /** Goes on waiting when the thread is interrupted, and keeps the interrupt for the caller. */
    private static <T> T uninterrupted(Callable<T> waiting) throws TimeoutException, ExecutionException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return waiting.call();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (TimeoutException | ExecutionException e) {
                    throw e;
                } catch (Exception e) {
                    throw new ExecutionException(e);
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
