package io.taktstrom.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.taktstrom.cli.shell.StopSignal;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/** A command that runs in this process, beside its test, until it is told to end. What only a process has, {@link TaktProcess} has. */
final class Running implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final StopSignal stop = new StopSignal();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final FutureTask<Ran> ran;

    private Running(String... args) {
        ran = new FutureTask<>(() -> Ran.takt(stop, out, err, args));
        new Thread(ran, "takt-run").start();
    }

    static Running takt(String... args) {
        return new Running(args);
    }

    /** Runs a command until there is enough of what it does. */
    static Ran until(Callable<Boolean> enough, String... args) throws Exception {
        try (Running running = takt(args)) {
            running.await(enough);
            return running.end();
        }
    }

    /** What it has printed so far. */
    String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** Waits for this, or until the command has ended by itself. A file that is not there yet is waited for. */
    void await(Callable<Boolean> enough) {
        try {
            Awaitility.await()
                    .atMost(LIMIT)
                    .ignoreException(NoSuchFileException.class)
                    .until(() -> ran.isDone() || enough.call());
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(e.getMessage() + "\n" + err() + out(), e);
        }
    }

    /** Tells it to end, as Ctrl-C does. */
    void interrupt() {
        stop.request();
    }

    /** The same, and waits for it. */
    Ran end() throws Exception {
        interrupt();
        return ran.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    /** The same, whatever came of it: what it writes is written then. */
    @Override
    public void close() {
        interrupt();
        Awaitility.await().atMost(LIMIT).until(ran::isDone);
    }
}
