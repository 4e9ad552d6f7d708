package io.taktstrom.runtime.realtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;

import com.sun.jna.LastErrorException;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.stream.IdleStrategy;

/** How much of the system's real-time scheduling the threads of fast pollers (cycles below 100 ms) get. */
public enum RealTime {
    /** None: the system's time-sharing. */
    DEFAULT,
    /** SCHED_FIFO, timers without slack, memory that is not paged out. */
    PRIORITY,
    /** The same on a core that no other thread of this process uses. */
    ISOLATED;

    /** Above kernel threads of normal tasks and below interrupt threads, which have 50 in kernels with PREEMPT_RT. */
    private static final int FIFO_PRIORITY = 49;

    private static final Path ISOLATED_CPUS = Path.of("/sys/devices/system/cpu/isolated");

    /** What is missing for a level, and how to get it. */
    public static final class UnreachableException extends IOException {
        private static final long serialVersionUID = 1;

        UnreachableException(String message) {
            super(message);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Prepares the process and tries all that the threads will do.
     *
     * @return how pollers wait
     * @throws UnreachableException when this machine, or the rights of this user, do not have it
     */
    public IdleStrategy prepare() throws IOException {
        if (this == DEFAULT) {
            return IdleStrategy.PARK;
        }
        LinuxThreads threads;
        try {
            threads = LinuxThreads.here();
        } catch (UnsupportedOperationException | UnsatisfiedLinkError e) {
            throw new UnreachableException(String.valueOf(e.getMessage()));
        }
        tryPriority(threads);
        granted("lock memory", "LimitMEMLOCK=infinity", "ulimit -l unlimited", threads::lockMemory);
        BitSet pollers = threads.cpus();
        if (this == ISOLATED) {
            pollers = isolated(threads.cpus());
            BitSet others = threads.cpus();
            others.andNot(pollers);
            threads.pinAll(others);
        }
        return new Scheduled(threads, pollers);
    }

    /** On a thread that ends: the calling one keeps what it has. */
    private static void tryPriority(LinuxThreads threads) throws UnreachableException {
        CompletableFuture<Void> tried = new CompletableFuture<>();
        Runnable attempt = () -> {
            try {
                threads.prioritize(FIFO_PRIORITY);
                tried.complete(null);
            } catch (LastErrorException e) {
                tried.completeExceptionally(e);
            }
        };
        RestartingThread.start("takt-realtime-check", attempt, tried::completeExceptionally, EpochNanoClock.system());
        granted("use SCHED_FIFO", "LimitRTPRIO=" + FIFO_PRIORITY, "ulimit -r " + FIFO_PRIORITY, tried::join);
    }

    private static void granted(String what, String unit, String limit, Runnable call) throws UnreachableException {
        try {
            call.run();
        } catch (LastErrorException | CompletionException e) {
            Throwable cause = e instanceof CompletionException wrapped ? wrapped.getCause() : e;
            throw new UnreachableException(
                    "this process may not " + what + " (" + (cause == null ? e : cause).getMessage()
                            + "): as a service, add " + unit + " to [Service] (systemctl edit taktstrom); in a shell, '"
                            + limit
                            + "', which /etc/security/limits.conf must allow; in a container, '--cap-add SYS_NICE --cap-add IPC_LOCK'");
        }
    }

    /** The cores that the kernel leaves alone (isolcpus), or else the last one. */
    private static BitSet isolated(BitSet allowed) throws UnreachableException {
        BitSet free = isolatedByKernel();
        BitSet chosen = new BitSet();
        if (allowed.cardinality() < 2) {
            throw new UnreachableException("level isolated needs two cores, and this process may use "
                    + allowed.cardinality() + "; use level priority");
        }
        if (free.cardinality() > 0) {
            chosen.set(free.length() - 1);
        } else {
            chosen.set(allowed.length() - 1);
        }
        return chosen;
    }

    static BitSet isolatedByKernel() {
        BitSet cpus = new BitSet();
        try {
            for (String range : Files.readString(ISOLATED_CPUS).strip().split(",", -1)) {
                String[] ends = range.split("-", -1);
                if (!range.isEmpty()) {
                    cpus.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]) + 1);
                }
            }
        } catch (IOException | NumberFormatException e) {
            return new BitSet();
        }
        return cpus;
    }

    /** Which levels can be had, and what is missing for the others; nothing of this process is changed for good but its locked memory. */
    public static Map<RealTime, String> reachable() {
        String missing = "";
        try {
            PRIORITY.prepare();
        } catch (IOException e) {
            missing = String.valueOf(e.getMessage());
        }
        String cores = missing;
        if (missing.isEmpty()) {
            try {
                isolated(LinuxThreads.here().cpus());
            } catch (UnreachableException e) {
                cores = String.valueOf(e.getMessage());
            }
        }
        return Map.of(DEFAULT, "", PRIORITY, missing, ISOLATED, cores);
    }

    /** Waits as {@link IdleStrategy#PARK}; a task with a thread of its own gets the priority and the core when it begins. */
    private record Scheduled(LinuxThreads threads, BitSet cpus) implements IdleStrategy {

        @Override
        public void idle(EpochNanoClock clock, long deadlineNanos) {
            PARK.idle(clock, deadlineNanos);
        }

        @Override
        public ScheduledTask task(
                String name,
                ScheduledTask.Agent agent,
                Runnable last,
                Consumer<Throwable> report,
                EpochNanoClock clock) {
            return PARK.task(name, agent, last, report, clock);
        }

        @Override
        public ScheduledTask alone(
                String name,
                ScheduledTask.Agent agent,
                Runnable last,
                Consumer<Throwable> report,
                EpochNanoClock clock) {
            return IdleStrategy.super.alone(name, new Prepared(agent, this), last, report, clock);
        }

        void begin() {
            threads.pin(cpus);
            threads.wakeOnTime();
            threads.prioritize(FIFO_PRIORITY);
        }
    }

    private static final class Prepared implements ScheduledTask.Agent {

        private final ScheduledTask.Agent agent;
        private final Scheduled level;
        private boolean begun;

        Prepared(ScheduledTask.Agent agent, Scheduled level) {
            this.agent = agent;
            this.level = level;
        }

        @Override
        public long doWork() {
            if (!begun) {
                level.begin();
                begun = true;
            }
            return agent.doWork();
        }
    }
}
