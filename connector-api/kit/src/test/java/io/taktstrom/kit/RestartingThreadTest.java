package io.taktstrom.kit;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.taktstrom.data.EpochNanoClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(30)
class RestartingThreadTest {

    private final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();

    @Test
    void beginsAgainAfterWhateverItsWorkThrows() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        RestartingThread thread = start(() -> {
            switch (runs.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("first");
                case 2 -> throw new StackOverflowError("second");
                default -> {}
            }
        });

        thread.thread().join();

        assertThat(runs).hasValue(3);
        assertThat(thread.failures()).isEqualTo(2);
        assertThat(reported).extracting(Throwable::getMessage).containsExactly("first", "second");
    }

    @Test
    void survivesAReportThatFails() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        RestartingThread thread = RestartingThread.start(
                "test",
                () -> {
                    if (runs.incrementAndGet() == 1) {
                        throw new IllegalStateException("work");
                    }
                },
                e -> {
                    throw new IllegalStateException("report");
                },
                EpochNanoClock.system());

        thread.thread().join();

        assertThat(runs).hasValue(2);
    }

    @Test
    void anInterruptMeantForTheWorkDoesNotReachTheNextRun() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        RestartingThread thread = start(() -> {
            if (runs.incrementAndGet() == 1) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted");
            }
            interrupted.set(Thread.interrupted());
        });

        thread.thread().join();

        assertThat(interrupted).hasValue(false);
    }

    @Test
    void endsWhenToldWhileItPauses() throws Exception {
        CountDownLatch failed = new CountDownLatch(6);
        RestartingThread thread = start(() -> {
            failed.countDown();
            throw new IllegalStateException("always");
        });
        failed.await();

        thread.end();

        await().until(thread::isOver);
    }

    @Test
    void aThreadThatStartsAfterItIsToldToEndDoesItsWorkOnce() {
        AtomicInteger runs = new AtomicInteger();
        RestartingThread thread =
                RestartingThread.unstarted("late", runs::incrementAndGet, () -> {}, e -> {}, EpochNanoClock.system());
        thread.end();
        thread.begin();
        await().until(thread::isOver);
        assertThat(runs).hasValue(1);
    }

    @Test
    void anExhaustedHeapEndsTheThreadAndReachesTheHandler() throws Exception {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        CountDownLatch ready = new CountDownLatch(1);
        RestartingThread thread = start(() -> {
            try {
                ready.await();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            throw new OutOfMemoryError("GC overhead limit exceeded");
        });
        thread.thread().setUncaughtExceptionHandler((who, what) -> uncaught.set(what));
        ready.countDown();

        thread.thread().join();

        assertThat(uncaught.get()).isInstanceOf(OutOfMemoryError.class);
        assertThat(thread.failures()).isEqualTo(1);
        assertThat(reported).isEmpty();
    }

    private RestartingThread start(Runnable work) {
        return RestartingThread.start("test", work, reported::add, EpochNanoClock.system());
    }
}
