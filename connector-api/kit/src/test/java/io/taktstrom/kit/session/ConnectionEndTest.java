package io.taktstrom.kit.session;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;

import io.taktstrom.spi.ConnectionLostException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class ConnectionEndTest {

    @Test
    void aBlockedCommonPoolDoesNotDelayTheEnd() {
        CountDownLatch blocked = new CountDownLatch(1);
        for (int i = 0; i <= ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> block(blocked));
        }
        try {
            ConnectionEnd end = new ConnectionEnd("10.0.0.5:502");
            CompletableFuture<Void> closed = end.closed().toCompletableFuture();

            end.begin(new ConnectionLostException("cut"));
            end.complete();

            await().until(closed::isCompletedExceptionally);
        } finally {
            blocked.countDown();
        }
    }

    @Test
    void aListenerThatBlocksDoesNotDelayTheEndOfAnotherConnection() {
        CountDownLatch blocked = new CountDownLatch(1);
        CompletableFuture<String> thread = new CompletableFuture<>();
        try {
            ConnectionEnd first = new ConnectionEnd("10.0.0.5:502");
            var unused = first.closed().whenComplete((nothing, cause) -> {
                thread.complete(Thread.currentThread().getName());
                block(blocked);
            });
            first.begin(null);
            first.complete();
            assertThat(thread.join()).isEqualTo("takt-end-10.0.0.5:502");

            ConnectionEnd second = new ConnectionEnd("10.0.0.6:502");
            second.begin(null);
            second.complete();

            await().until(second.closed().toCompletableFuture()::isDone);
        } finally {
            blocked.countDown();
        }
    }

    private static void block(CountDownLatch latch) {
        try {
            latch.await(5, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
