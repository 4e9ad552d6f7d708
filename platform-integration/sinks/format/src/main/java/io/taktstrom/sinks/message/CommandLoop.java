package io.taktstrom.sinks.message;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.kit.RestartingThread;
import org.jspecify.annotations.Nullable;

/**
 * A source of commands that a thread of its own keeps connected: it repeats one step for ever, and pauses where a step finds the
 * brokers away.
 */
public abstract class CommandLoop implements CommandSource {

    private static final long PAUSE_MILLIS = 1_000;

    protected final CommandContext context;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile @Nullable RestartingThread guard;

    protected CommandLoop(CommandContext context) {
        this.context = context;
    }

    /** Starts the thread; once all fields are set. */
    protected final void start(String threadName) {
        guard = RestartingThread.start(
                threadName + context.name(),
                this::run,
                e -> tell(context, "internal error " + e + "; continuing"),
                context.clock());
    }

    /**
     * One step: connects where it is disconnected, takes what has come and sends answers, for a short while.
     *
     * @throws IOException when the brokers are away; the next step follows after a pause
     * @throws InterruptedException when the wait for something to do was cut short
     */
    protected abstract void doWork() throws IOException, InterruptedException;

    private void run() {
        while (!hasEnded()) {
            try {
                doWork();
            } catch (InterruptedException e) {
                // Meant for a call that has ended since, or this is closed.
            } catch (IOException e) {
                pause();
            }
        }
    }

    private void pause() {
        try {
            boolean unused = ended.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Meant for a call that has ended since, or this is closed.
        }
    }

    /** Whether the loop was told to end. */
    protected final boolean hasEnded() {
        return ended.getCount() == 0;
    }

    /** The step in progress is the last one. Any thread. */
    protected final void end() {
        ended.countDown();
        RestartingThread thread = guard;
        if (thread != null) {
            thread.end();
        }
    }

    /** Interrupts the step in progress. */
    protected final void interrupt() {
        RestartingThread thread = guard;
        if (thread != null) {
            thread.thread().interrupt();
        }
    }

    /** Tells an operator. */
    public static void tell(CommandContext context, String message) {
        context.notices().accept("commands from " + context.name() + ": " + message);
    }
}
