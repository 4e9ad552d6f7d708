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

import io.taktstrom.cli.terminal.Outlet;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.Trace;
import io.taktstrom.data.DropReason;
import io.taktstrom.kit.Fatal;
import io.taktstrom.runtime.Timeouts;
import io.taktstrom.stream.Accounting;
import org.jspecify.annotations.Nullable;

/**
 * What the process does about a thread that dies. When the heap is exhausted ({@link Fatal}), the process prints its books with the
 * memory that was set aside for that, and ends with {@link ExitCode#FAILED}: a process that lives on without one of its
 * threads would look well and do nothing. Anything else is said and counted.
 *
 * <p>The thread that prints waits from the start, for without memory none can be started; and the caller ends the
 * process when it does not come to an end, so that a lock or a full pipe holds up nothing.
 */
public final class CrashReporter implements Thread.UncaughtExceptionHandler {

    private static final int RESERVE_BYTES = 2 << 20;
    private static final long LIMIT_NANOS = 3_000_000_000L;
    private static final long WAIT_NANOS = 10_000_000;

    /** Names of the threads that stop a command begin with these. */
    private static final List<String> STOPPING = List.of("main", "takt-runtime-close");

    private static final byte[] NO_WORDS =
            "takt: out of memory; the accounting cannot be printed\n".getBytes(StandardCharsets.US_ASCII);

    private final Terminal terminal;
    private final IntConsumer halt;
    private final CountDownLatch called = new CountDownLatch(1);
    private final CountDownLatch said = new CountDownLatch(1);
    private final AtomicLong failures = new AtomicLong();
    private volatile Supplier<Map<String, Accounting>> books = Map::of;
    /** Let go of when it is needed, without allocating anything. */
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
        // Whatever is used for the first time at the end would have to be loaded then.
        AccountText.line(
                "",
                new Accounting(
                        1,
                        0,
                        0,
                        Map.of(DropReason.CLOSED, Fatal.is(new OutOfMemoryError("Java heap space")) ? 1L : 0L)));
        Thread waiting = new Thread(this::waitAndSay, "takt-crash-reporter");
        waiting.setDaemon(true);
        waiting.start();
        return this;
    }

    /** Whose books are to be printed. */
    public void setAccounts(Supplier<Map<String, Accounting>> newBooks) {
        books = newBooks;
    }

    /** Threads that died of an unexpected failure. */
    public long failures() {
        return failures.get();
    }

    @Override
    public void uncaughtException(Thread dead, Throwable failure) {
        // Before the reserve is given up, which would look like room in the heap.
        if (!isFatal(failure)) {
            failures.incrementAndGet();
            terminal.err().println("takt: internal error: thread " + dead.getName() + " ended:");
            terminal.err().printLines(Trace.of(failure));
            return;
        }
        reserve[0] = NO_WORDS;
        thread = dead.getName();
        cause = failure;
        called.countDown();
        try {
            // Without a node in a queue, as a latch would want one.
            long begin = System.nanoTime();
            while (said.getCount() > 0 && System.nanoTime() - begin < LIMIT_NANOS) {
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
     * Reports that the process is ended because its stop takes longer than it may: what is still running, and the accounts so
     * far. Returns in time, even if the output is not read.
     */
    public void stopOverdue(Duration limit) {
        Timeouts.run(Duration.ofNanos(LIMIT_NANOS), () -> {
            Outlet err = terminal.err();
            err.println("takt: not stopped within " + limit.toSeconds() + " s, ended. Still running:");
            Thread.getAllStackTraces().forEach((running, stack) -> {
                if (stack.length > 0 && STOPPING.stream().anyMatch(running.getName()::startsWith)) {
                    err.println("  " + running.getName() + ": " + stack[0] + at(stack));
                }
            });
            books.get().forEach((pipeline, account) -> err.println(AccountText.line(pipeline, account)));
            err.flush();
        });
    }

    /** Where in our own code it is. */
    private static String at(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .skip(1)
                .filter(frame -> frame.getClassName().startsWith("io.taktstrom."))
                .findFirst()
                .map(frame -> ", called by " + frame)
                .orElse("");
    }

    private void waitAndSay() {
        try {
            called.await();
            say(terminal.err(), terminal.out());
        } catch (Throwable e) {
            terminal.err().write(NO_WORDS, 0, NO_WORDS.length);
        } finally {
            said.countDown();
        }
    }

    private void say(Outlet err, Outlet out) {
        err.println("takt: out of memory (" + cause + ", in " + thread
                + "); ended. Give the process a larger heap (-Xmx), or its rings and devices less (ring, maxMemory)");
        books.get().forEach((pipeline, account) -> err.println(AccountText.line(pipeline, account)));
        out.flush();
    }
}
