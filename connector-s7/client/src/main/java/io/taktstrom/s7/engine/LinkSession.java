package io.taktstrom.s7.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/** One user of a link to a CPU, who may have it to himself or not. */
final class LinkSession implements CpuSession {

    private final CpuLink link;
    private final long timeoutNanos;
    private final Runnable onClose;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final AtomicBoolean closed = new AtomicBoolean();

    LinkSession(CpuLink link, Duration requestTimeout, Runnable onClose) {
        this.link = link;
        this.timeoutNanos = requestTimeout.toNanos();
        this.onClose = onClose;
    }

    @Override
    public int requestBytes() {
        return Math.min(link.agreed().pduBytes(), link.agreed().tpduBytes() - CotpData.BYTES);
    }

    @Override
    public int answerBytes() {
        return link.agreed().pduBytes();
    }

    @Override
    public int jobs() {
        return link.agreed().jobs();
    }

    @Override
    public void run(Exchange exchange) throws ConnectorException {
        link.run(this, exchange, timeoutNanos);
    }

    void run(Exchange exchange, long withinNanos) throws ConnectorException {
        link.run(this, exchange, withinNanos);
    }

    boolean isClosed() {
        return closed.get();
    }

    @Override
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

    @Override
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

    /** Ends the link, too, if nobody else uses it. */
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
