package io.taktstrom.stream;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.ScheduledTask;

/**
 * How a thread waits for a moment: cheaply, or exactly. Tests give one that turns a clock of their own instead.
 *
 * <p>Stateless, so threads can share one.
 */
@FunctionalInterface
public interface IdleStrategy {

    /**
     * Waits for a moment, or less: the caller looks at the clock and calls again. Returns soon when the thread is
     * unparked.
     *
     * @param deadlineNanos on the scale of {@link EpochNanoClock#nanoTime}
     */
    void idle(EpochNanoClock clock, long deadlineNanos);

    /**
     * Work that comes round by this clock and waits like this: on threads that all share, where that makes no
     * difference; else on one of its own. See {@link ScheduledTask#pooled}.
     */
    default ScheduledTask task(
            String name, ScheduledTask.Agent agent, Runnable last, Consumer<Throwable> report, EpochNanoClock clock) {
        return this == PARK && clock == EpochNanoClock.system()
                ? ScheduledTask.pooled(name, agent, last, report)
                : alone(name, agent, last, report, clock);
    }

    /** The same on a thread of its own: nothing stands between its moment and its work. */
    default ScheduledTask alone(
            String name, ScheduledTask.Agent agent, Runnable last, Consumer<Throwable> report, EpochNanoClock clock) {
        return ScheduledTask.dedicated(name, agent, last, report, clock, deadline -> idle(clock, deadline));
    }

    /** Sleeps. Costs nothing and wakes up late, on a stock Linux by 50 microseconds and more. */
    IdleStrategy PARK = (clock, deadline) -> LockSupport.parkNanos(deadline - clock.nanoTime());

    /** Sleeps till shortly before the moment, then spins. */
    IdleStrategy HYBRID = new IdleStrategy() {

        /** More than a stock Linux is late. */
        private static final long SPIN_NANOS = 100_000;

        @Override
        public void idle(EpochNanoClock clock, long deadlineNanos) {
            long sleep = deadlineNanos - clock.nanoTime() - SPIN_NANOS;
            if (sleep > 0) {
                LockSupport.parkNanos(sleep);
            } else {
                Thread.onSpinWait();
            }
        }
    };

    /** Never sleeps: exact to the microsecond on a core of its own, and harmful on a shared one. */
    IdleStrategy SPIN = (clock, deadline) -> Thread.onSpinWait();

    /**
     * The strategy called {@code park}, {@code hybrid} or {@code spin}.
     *
     * @throws IllegalArgumentException for any other name
     */
    static IdleStrategy of(String name) {
        return switch (name) {
            case "park" -> PARK;
            case "hybrid" -> HYBRID;
            case "spin" -> SPIN;
            default ->
                throw new IllegalArgumentException("no idle strategy '" + name + "'; there are: park, hybrid, spin");
        };
    }
}
