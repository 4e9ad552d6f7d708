package io.taktstrom.s7.engine;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** Who uses a link, until he leaves or the link fails. Thread-safe. */
final class LinkUser {

    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final AtomicBoolean gone = new AtomicBoolean();

    boolean isGone() {
        return gone.get();
    }

    /** False if he has left before. */
    boolean leave() {
        return gone.compareAndSet(false, true);
    }

    void linkFailed(ConnectorException cause) {
        // Whoever listens to the end must not keep the thread that reads.
        ForkJoinPool.commonPool().execute(() -> ended(cause));
    }

    void ended(@Nullable ConnectorException cause) {
        if (cause == null) {
            end.complete(null);
        } else {
            end.completeExceptionally(cause);
        }
    }

    CompletionStage<Void> end() {
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
}
