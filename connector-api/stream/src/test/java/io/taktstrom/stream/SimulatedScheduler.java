package io.taktstrom.stream;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.ScheduledTask;
import org.jspecify.annotations.Nullable;

/**
 * Steps the tasks of what is simulated, one at a time and in an order that a seed decides, by a clock that stands still meanwhile.
 * A task that waits for the end of another one steps all others. One thread.
 */
public final class SimulatedScheduler implements IdleStrategy, EpochNanoClock {

    /** 2026-01-01T00:00Z. */
    private static final long EPOCH_NANOS = 1_767_225_600_000_000_000L;

    private static final String SPILL = "takt-stream-spill-";

    /** What passes when no task is due. */
    private static final long IDLE_NANOS = Duration.ofMillis(1).toNanos();

    private final SplittableRandom random;
    private final List<SteppedTask> tasks = new ArrayList<>();
    private long now;
    private @Nullable SteppedTask current;

    public SimulatedScheduler(SplittableRandom random) {
        this.random = random;
    }

    /** A task that is run when it is chosen. */
    private final class SteppedTask implements ScheduledTask.Stepped {

        private final String name;
        private final Agent agent;
        private final Runnable last;
        private boolean begun;
        private boolean running;
        private boolean ending;
        private boolean woken;
        private boolean over;
        private long due;

        SteppedTask(String name, Agent agent, Runnable last) {
            this.name = name;
            this.agent = agent;
            this.last = last;
        }

        boolean isReady() {
            return begun && !over && !running && (woken || ending || due <= now);
        }

        void step() {
            SteppedTask outer = current;
            current = this;
            running = true;
            woken = false;
            try {
                long delay = ending ? OVER : agent.doWork();
                due = delay == UNTIL_WOKEN ? Long.MAX_VALUE : now + delay;
                if (delay < 0) {
                    last.run();
                    over = true;
                }
            } finally {
                running = false;
                current = outer;
            }
        }

        @Override
        public void begin() {
            begun = true;
        }

        @Override
        public void wake() {
            woken = true;
        }

        @Override
        public void end() {
            ending = true;
        }

        @Override
        public void interrupt() {
            // No call blocks here.
        }

        @Override
        public boolean isCurrentThread() {
            return current == this;
        }

        @Override
        public boolean awaitEnd(Duration limit) {
            long deadline = now + limit.toNanos();
            // Who waits for the log's writer holds a lock that the sink's thread may want next: that one stands still.
            Predicate<SteppedTask> others = task -> task == this || !name.startsWith(SPILL);
            while (!over && (stepAny(others) || advance(deadline))) {
                // Goes on.
            }
            return over;
        }

        @Override
        public long failures() {
            return 0;
        }

        @Override
        public String toString() {
            return name;
        }
    }

    @Override
    public ScheduledTask alone(
            String name, ScheduledTask.Agent agent, Runnable last, Consumer<Throwable> report, EpochNanoClock clock) {
        SteppedTask task = new SteppedTask(name, agent, last);
        tasks.add(task);
        return task;
    }

    @Override
    public ScheduledTask task(
            String name, ScheduledTask.Agent agent, Runnable last, Consumer<Throwable> report, EpochNanoClock clock) {
        return alone(name, agent, last, report, clock);
    }

    @Override
    public void idle(EpochNanoClock clock, long deadlineNanos) {
        throw new IllegalStateException("no thread waits in a simulation");
    }

    /** Steps one of the tasks that are ready; whether there was one. */
    public boolean stepAny() {
        return stepAny(task -> true);
    }

    private boolean stepAny(Predicate<SteppedTask> which) {
        List<SteppedTask> ready =
                tasks.stream().filter(SteppedTask::isReady).filter(which).toList();
        if (ready.isEmpty()) {
            return false;
        }
        ready.get(random.nextInt(ready.size())).step();
        return true;
    }

    /** Moves the clock to the time when the next task is due, no further than the deadline; false when no task is due before that. */
    public boolean advance(long deadlineNanos) {
        Predicate<SteppedTask> waits = task -> task.begun && !task.over && !task.running;
        long first =
                tasks.stream().filter(waits).mapToLong(task -> task.due).min().orElse(Long.MAX_VALUE);
        boolean isDue = first < deadlineNanos;
        now = Math.max(now, isDue ? first : Math.min(deadlineNanos, now + IDLE_NANOS));
        return isDue;
    }

    /** Moves the clock. */
    public void pass(long nanos) {
        now += nanos;
    }

    /** The process is killed: nothing of it is stepped any more. */
    public void kill() {
        tasks.clear();
    }

    @Override
    public long epochNanos() {
        return EPOCH_NANOS + now;
    }

    @Override
    public long nanoTime() {
        return now;
    }
}
