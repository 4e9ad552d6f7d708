package io.taktstrom.runtime.realtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.EnumMap;
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
        LinuxThreads threads = system();
        BitSet pollers = check(threads);
        if (this == ISOLATED) {
            BitSet others = threads.cpus();
            others.andNot(pollers);
            threads.pinAll(others);
        }
        return new Scheduled(threads, pollers);
    }

    private static LinuxThreads system() throws UnreachableException {
        try {
            return LinuxThreads.here();
        } catch (UnsupportedOperationException | UnsatisfiedLinkError e) {
            throw new UnreachableException(String.valueOf(e.getMessage()));
        }
    }

    /**
     * Tries all that the threads will do, on a thread that ends: the calling one keeps what it has.
     *
     * @return the cores of the pollers
     */
    private BitSet check(LinuxThreads threads) throws UnreachableException {
        BitSet pollers = this == ISOLATED ? isolated(threads.cpus()) : threads.cpus();
        CompletableFuture<Void> tried = new CompletableFuture<>();
        Runnable attempt = () -> {
            try {
                threads.pin(pollers);
                threads.prioritize(FIFO_PRIORITY);
                tried.complete(null);
            } catch (LastErrorException e) {
                tried.completeExceptionally(e);
            }
        };
        RestartingThread.start("takt-realtime-check", attempt, tried::completeExceptionally, EpochNanoClock.system());
        granted(
                "use SCHED_FIFO on cores " + pollers,
                "LimitRTPRIO=" + FIFO_PRIORITY,
                "ulimit -r " + FIFO_PRIORITY,
                tried::join);
        granted("lock memory", "LimitMEMLOCK=infinity", "ulimit -l unlimited", threads::lockMemory);
        return pollers;
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

    /** The last core that the kernel leaves alone (isolcpus), or else the last one. */
    private static BitSet isolated(BitSet allowed) throws UnreachableException {
        BitSet free = isolatedByKernel();
        BitSet chosen = new BitSet();
        chosen.set((free.isEmpty() ? allowed : free).length() - 1);
        allowed.andNot(chosen);
        if (allowed.isEmpty()) {
            throw new UnreachableException(
                    "level isolated needs a core besides, and this process may use one only; use level priority");
        }
        return chosen;
    }

    private static BitSet isolatedByKernel() {
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

    /** What is missing for each level; empty where it can be had. Of this process, only its memory stays locked. */
    public static Map<RealTime, String> reachable() {
        Map<RealTime, String> missing = new EnumMap<>(RealTime.class);
        for (RealTime level : values()) {
            missing.put(level, "");
            try {
                if (level != DEFAULT) {
                    var unused = level.check(system());
                }
            } catch (UnreachableException e) {
                missing.put(level, String.valueOf(e.getMessage()));
            }
        }
        return missing;
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
