package io.taktstrom.cli.shell;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.TerminalOutput;
import io.taktstrom.data.DropReason;
import io.taktstrom.kit.Fatal;
import io.taktstrom.runtime.Timeouts;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;

/**
 * What the process does about a thread that dies. When the heap is exhausted ({@link Fatal}), the process prints its accounting
 * with memory that was reserved for that, and ends with {@link ExitCode#FAILED}: a process that goes on without one of its
 * threads would look healthy and do nothing. Anything else is reported and counted.
 *
 * <p>The thread that prints waits from the start, for without memory none can be started; and the dying thread ends the
 * process when printing does not finish in time, so a lock or a full pipe delays nothing.
 */
public final class CrashReporter implements Thread.UncaughtExceptionHandler {

    private static final int RESERVE_BYTES = 2 << 20;
    private static final long LIMIT_NANOS = 3_000_000_000L;
    private static final long WAIT_NANOS = 10_000_000;
    /** Names of the threads that stop a command begin with these. */
    private static final List<String> STOPPING = List.of("main", "takt-runtime-close");

    private static final byte[] NOT_PRINTED =
            "takt: out of memory; the accounting cannot be printed\n".getBytes(StandardCharsets.US_ASCII);

    private final Terminal terminal;
    private final IntConsumer halt;
    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch printed = new CountDownLatch(1);
    private final AtomicLong failures = new AtomicLong();
    private volatile Supplier<Map<String, Accounting>> accounts = Map::of;
    /** Released when it is needed, without allocating anything. */
    private final byte[][] reserve = {new byte[RESERVE_BYTES]};

    private volatile String thread = "";
    private volatile @Nullable Throwable cause;

    /** @param halt ends the process at once, with this exit code */
    public CrashReporter(Terminal terminal, IntConsumer halt) {
        this.terminal = terminal;
        this.halt = halt;
    }

    /** Begins to wait, on a thread of its own. */
    public CrashReporter start() {
        // Classes that are used for the first time at the end would have to be loaded then.
        long warm = Fatal.is(new OutOfMemoryError("Java heap space")) ? 1 : 0;
        AccountText.line("", new Accounting(1, 0, 0, Map.of(DropReason.CLOSED, warm)));
        Thread waiting = new Thread(this::waitAndPrint, "takt-crash-reporter");
        waiting.setDaemon(true);
        waiting.start();
        return this;
    }

    /** The accounts to print. */
    public void setAccounts(Supplier<Map<String, Accounting>> newAccounts) {
        accounts = newAccounts;
    }

    /** Threads that died of an unexpected failure. */
    public long failures() {
        return failures.get();
    }

    @Override
    public void uncaughtException(Thread dead, Throwable failure) {
        // Before the reserve is released, which would look like room in the heap.
        if (!isFatal(failure)) {
            failures.incrementAndGet();
            terminal.err().println("takt: internal error: thread " + dead.getName() + " ended:");
            terminal.err().printLines(Printable.trace(failure));
            return;
        }
        reserve[0] = NOT_PRINTED;
        thread = dead.getName();
        cause = failure;
        called.countDown();
        try {
            // Without a node in a queue, which a latch would allocate.
            long begin = System.nanoTime();
            while (printed.getCount() > 0 && System.nanoTime() - begin < LIMIT_NANOS) {
                LockSupport.parkNanos(WAIT_NANOS);
            }
        } finally {
            halt.accept(ExitCode.FAILED);
        }
    }

    private static boolean isFatal(Throwable failure) {
        try {
            return Fatal.is(failure);
        } catch (OutOfMemoryError e) {
            return true;
        }
    }

    /**
     * Reports that the process is ended because its stop takes too long: what is still running, and the accounts so far.
     * Returns in time, even if the output is not read.
     */
    public void stopOverdue(Duration limit) {
        Timeouts.run(Duration.ofNanos(LIMIT_NANOS), () -> {
            TerminalOutput err = terminal.err();
            err.println("takt: not stopped within " + limit.toSeconds() + " s, ended. Still running:");
            Thread.getAllStackTraces().forEach((running, stack) -> {
                if (stack.length > 0 && STOPPING.stream().anyMatch(running.getName()::startsWith)) {
                    err.println("  " + running.getName() + ": " + stack[0] + calledBy(stack));
                }
            });
            printAccounts();
            err.flush();
        });
    }

    /** The innermost frame of our own code. */
    private static String calledBy(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .skip(1)
                .filter(frame -> frame.getClassName().startsWith("io.taktstrom."))
                .findFirst()
                .map(frame -> ", called by " + frame)
                .orElse("");
    }

    private void waitAndPrint() {
        try {
            called.await();
            terminal.err()
                    .println("takt: out of memory (" + cause + ", in " + thread
                            + "); ended. Give the process a larger heap"
                            + " (-Xmx), or its rings and devices less (ring, maxMemory)");
            printAccounts();
            terminal.out().flush();
        } catch (Throwable e) {
            terminal.err().write(NOT_PRINTED, 0, NOT_PRINTED.length);
        } finally {
            printed.countDown();
        }
    }

    private void printAccounts() {
        accounts.get().forEach((pipeline, account) -> terminal.err().println(AccountText.line(pipeline, account)));
    }
}
