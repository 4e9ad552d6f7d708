package io.taktstrom.kit;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.EpochNanoClock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@Timeout(60)
class ScheduledTaskTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final long FAR = Duration.ofHours(1).toNanos();

    private final Queue<Throwable> reported = new ConcurrentLinkedQueue<>();
    private final AtomicInteger lasts = new AtomicInteger();
    private final TaskPool threads = new TaskPool();
    private final List<ScheduledTask> begun = new ArrayList<>();

    private ScheduledTask begin(boolean shared, ScheduledTask.Agent work) {
        EpochNanoClock clock = EpochNanoClock.system();
        ScheduledTask task = shared
                ? new PooledTask("task", work, lasts::incrementAndGet, reported::add, threads)
                : ScheduledTask.dedicated(
                        "task",
                        work,
                        lasts::incrementAndGet,
                        reported::add,
                        clock,
                        deadline -> LockSupport.parkNanos(deadline - clock.nanoTime()));
        begun.add(task);
        task.begin();
        return task;
    }

    @AfterEach
    void noThreadIsLeft() {
        begun.forEach(ScheduledTask::end);
        begun.forEach(task -> assertThat(task.awaitEnd(LONG)).isTrue());
        await().until(() -> threads.count() == 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void comesRoundUntilItIsOverAndThenDoesTheLast(boolean shared) {
        AtomicInteger turns = new AtomicInteger();
        ScheduledTask task = begin(shared, () -> turns.incrementAndGet() == 5 ? ScheduledTask.OVER : 1_000);
        assertThat(task.awaitEnd(LONG)).isTrue();
        assertThat(turns).hasValue(5);
        assertThat(lasts).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isDoneAtItsMomentAndNotBefore(boolean shared) {
        List<Long> moments = Collections.synchronizedList(new ArrayList<>());
        ScheduledTask task = begin(shared, () -> {
            moments.add(System.nanoTime());
            return moments.size() == 4 ? ScheduledTask.OVER : 5_000_000;
        });
        assertThat(task.awaitEnd(LONG)).isTrue();
        for (int i = 1; i < moments.size(); i++) {
            assertThat(moments.get(i) - moments.get(i - 1)).isGreaterThanOrEqualTo(5_000_000);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aWakeCutsItsWaitShortAndOneWhileItIsDoneHasItDoneOnceMore(boolean shared) throws Exception {
        AtomicInteger turns = new AtomicInteger();
        CountDownLatch inSecond = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ScheduledTask task = begin(shared, () -> {
            switch (turns.incrementAndGet()) {
                case 1 -> {
                    return FAR;
                }
                case 2 -> {
                    inSecond.countDown();
                    Interrupted.await(goOn);
                    return ScheduledTask.UNTIL_WOKEN;
                }
                default -> {
                    return ScheduledTask.UNTIL_WOKEN;
                }
            }
        });
        await().until(() -> turns.get() == 1);
        task.wake();
        inSecond.await();
        task.wake();
        goOn.countDown();
        await().until(() -> turns.get() == 3);
        task.wake();
        await().until(() -> turns.get() == 4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void isDoneAgainAfterWhateverItThrows(boolean shared) {
        AtomicInteger turns = new AtomicInteger();
        ScheduledTask task = begin(shared, () -> {
            switch (turns.incrementAndGet()) {
                case 1 -> throw new IllegalStateException("first");
                case 2 -> throw new StackOverflowError("second");
                default -> {
                    return ScheduledTask.OVER;
                }
            }
        });
        assertThat(task.awaitEnd(LONG)).isTrue();
        assertThat(turns).hasValue(3);
        assertThat(task.failures()).isEqualTo(2);
        assertThat(reported).extracting(Throwable::getMessage).containsExactly("first", "second");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void endsWhileItWaitsForLong(boolean shared) {
        AtomicInteger turns = new AtomicInteger();
        ScheduledTask task = begin(shared, () -> {
            turns.incrementAndGet();
            return FAR;
        });
        await().until(() -> turns.get() == 1);
        task.end();
        assertThat(task.awaitEnd(LONG)).isTrue();
        assertThat(turns).hasValue(1);
        assertThat(lasts).hasValue(1);
    }

    @Test
    void anInterruptReachesTheWorkThatItIsMeantForAndNoOther() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        AtomicReference<Boolean> interrupted = new AtomicReference<>();
        AtomicInteger strays = new AtomicInteger();
        ScheduledTask blocked = begin(true, () -> {
            waits.countDown();
            interrupted.set(Interrupted.await(new CountDownLatch(1)));
            Thread.currentThread().interrupt();
            return ScheduledTask.OVER;
        });
        waits.await();
        ScheduledTask other = begin(true, () -> {
            strays.addAndGet(Thread.currentThread().isInterrupted() ? 1 : 0);
            return 10_000;
        });
        assertThat(blocked.isCurrentThread()).isFalse();
        blocked.interrupt();
        assertThat(blocked.awaitEnd(LONG)).isTrue();
        assertThat(interrupted).hasValue(true);
        blocked.interrupt();
        other.end();
        assertThat(other.awaitEnd(LONG)).isTrue();
        assertThat(strays).hasValue(0);
    }

    @Test
    void worksThatBlockHoldUpNoOther() throws Exception {
        int many = 200;
        CountDownLatch mayReturn = new CountDownLatch(1);
        CountDownLatch blocking = new CountDownLatch(many);
        for (int i = 0; i < many; i++) {
            begin(true, () -> {
                blocking.countDown();
                Interrupted.await(mayReturn);
                return ScheduledTask.OVER;
            });
        }
        blocking.await();
        AtomicInteger turns = new AtomicInteger();
        ScheduledTask quick = begin(true, () -> turns.incrementAndGet() == 1_000 ? ScheduledTask.OVER : 10_000);
        assertThat(quick.awaitEnd(LONG)).isTrue();
        mayReturn.countDown();
    }

    @Test
    void manyThatAreQuickShareFewThreads() {
        int many = 1_000;
        AtomicLong turns = new AtomicLong();
        AtomicInteger most = new AtomicInteger();
        for (int i = 0; i < many; i++) {
            begin(true, () -> {
                turns.incrementAndGet();
                most.accumulateAndGet(threads.count(), Math::max);
                return 200_000_000;
            });
        }
        await().until(() -> turns.get() > 5L * many);
        assertThat(most.get()).isLessThan(many / 4);
    }

    @Test
    void nothingIsDoneByTwoThreadsAtOnce() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger overlaps = new AtomicInteger();
        AtomicInteger turns = new AtomicInteger();
        ScheduledTask task = begin(true, () -> {
            overlaps.addAndGet(inside.getAndIncrement());
            turns.incrementAndGet();
            inside.decrementAndGet();
            return 1_000;
        });
        for (int i = 0; i < 8; i++) {
            begin(true, () -> {
                task.wake();
                return 3_000;
            });
        }
        await().until(() -> turns.get() > 5_000);
        assertThat(overlaps).hasValue(0);
    }

    @Test
    void anExhaustedHeapEndsTheThreadAndReachesTheHandlerAndTheOthersGoOn() {
        AtomicReference<Throwable> uncaught = new AtomicReference<>();
        ScheduledTask doomed = begin(true, () -> {
            Thread.currentThread().setUncaughtExceptionHandler((who, what) -> uncaught.set(what));
            throw new OutOfMemoryError("GC overhead limit exceeded");
        });
        assertThat(doomed.awaitEnd(LONG)).isTrue();
        await().until(() -> uncaught.get() != null);
        assertThat(uncaught.get()).isInstanceOf(OutOfMemoryError.class);
        assertThat(reported).isEmpty();
        AtomicInteger turns = new AtomicInteger();
        begin(true, () -> turns.incrementAndGet() == 10 ? ScheduledTask.OVER : 1_000);
        await().until(() -> turns.get() == 10);
    }

    @Test
    void knowsWhetherTheCallerDoesIt() {
        AtomicReference<ScheduledTask> own = new AtomicReference<>();
        AtomicReference<Boolean> here = new AtomicReference<>();
        ScheduledTask task = begin(true, () -> {
            ScheduledTask self = own.get();
            if (self == null) {
                return 100_000;
            }
            here.set(self.isCurrentThread());
            return ScheduledTask.OVER;
        });
        own.set(task);
        assertThat(task.awaitEnd(LONG)).isTrue();
        assertThat(here).hasValue(true);
    }

    /** Waits that say whether they were interrupted. */
    private static final class Interrupted {

        static boolean await(CountDownLatch latch) {
            try {
                latch.await();
                return false;
            } catch (InterruptedException e) {
                return true;
            }
        }
    }
}
