package io.taktstrom.s7.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/** One user of a link to a CPU, who may have it to himself or not. Thread-safe. */
public final class CpuSession implements AutoCloseable {

    private final CpuLink link;
    private final long timeoutNanos;
    private final Runnable onClose;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    CpuSession(CpuLink link, Duration requestTimeout, Runnable onClose) {
        this.link = link;
        this.timeoutNanos = requestTimeout.toNanos();
        this.onClose = onClose;
    }

    /** The largest PDU of a request. */
    public int requestBytes() {
        return Math.min(link.agreed().pduBytes(), link.agreed().tpduBytes() - CotpData.BYTES);
    }

    /** The largest PDU of an answer. */
    public int answerBytes() {
        return link.agreed().pduBytes();
    }

    /** How many requests the CPU takes at once. */
    public int jobs() {
        return link.agreed().jobs();
    }

    /**
     * Sends all requests of an exchange, as many at once as the CPU takes, and returns when all are answered.
     *
     * @throws ConnectorException when the link fails or one of the requests is not answered in time; what became of the
     *     others is unknown
     */
    public void run(Exchange exchange) throws ConnectorException {
        link.run(this, exchange, timeoutNanos);
    }

    void run(Exchange exchange, long withinNanos) throws ConnectorException {
        link.run(this, exchange, withinNanos);
    }

    /** Asks the CPU for as little as possible and takes any answer. */
    public void checkAlive() throws ConnectorException {
        run(new Heartbeat());
    }

    boolean isClosed() {
        return closed.get();
    }

    public void requireOpen() throws ConnectionLostException {
        ConnectorException failure = link.failure();
        if (failure != null) {
            throw new ConnectionLostException(String.valueOf(failure.getMessage()), failure);
        }
        if (closed.get()) {
            throw new ConnectionLostException("connection to " + link + " was closed");
        }
    }

    void linkFailed(ConnectorException cause) {
        // Whoever listens to the end must not keep the thread that reads.
        ForkJoinPool.commonPool().execute(() -> end.completeExceptionally(cause));
    }

    /** Completes once: normally after {@link #close}, with the cause after a loss. */
    public CompletionStage<Void> closed() {
        // A stage of its own, which the caller cannot complete for others, and which fails with the bare cause.
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

    /** Ends the calls of this session, and the link if nobody else uses it. Idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            ConnectorException failure = link.failure();
            link.detach(this);
            onClose.run();
            if (failure == null) {
                end.complete(null);
            } else {
                end.completeExceptionally(failure);
            }
        }
    }

    @Override
    public String toString() {
        return link.toString();
    }
}
