package io.taktstrom.benchmarks.paired;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.testkit.report.Machine;

/** A contender's process, seen from the run. */
public final class WorkerProcess implements AutoCloseable {

    /** One operation may have begun when the slice ends, and take long. */
    private static final long GRACE_MILLIS = 60_000;

    private final String name;
    private final Process process;
    private final BufferedReader out;
    private final Writer in;
    /** Which of several contenders in it; empty for the first. */
    private final String number;

    private WorkerProcess(String name, Process process) {
        this(
                name,
                process,
                process.inputReader(StandardCharsets.UTF_8),
                process.outputWriter(StandardCharsets.UTF_8),
                "");
    }

    private WorkerProcess(String name, Process process, BufferedReader out, Writer in, String number) {
        this.name = name;
        this.process = process;
        this.out = out;
        this.in = in;
        this.number = number;
    }

    /**
     * Another contender in the same process, which ends with the first one.
     *
     * @param other of the worker's operations, from 1
     */
    public WorkerProcess beside(String otherName, int other) {
        return new WorkerProcess(otherName, process, out, in, " " + other);
    }

    /** Starts a program and waits until it says {@code ready}. */
    public static WorkerProcess start(String name, List<String> command) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        WorkerProcess worker = new WorkerProcess(name, process);
        List<String> before = new ArrayList<>();
        // A JVM may say something of its own before, such as that it records.
        for (String line = worker.out.readLine(); line != null; line = worker.out.readLine()) {
            if (line.equals("ready")) {
                return worker;
            }
            before.add(line);
        }
        worker.close();
        throw new IOException("contender " + name + " ended before it was ready, and said " + before);
    }

    public String name() {
        return name;
    }

    /** Has it run for so long; one that does not come back is ended. */
    public Slice run(long millis) throws IOException {
        CompletableFuture<Void> watchdog = CompletableFuture.runAsync(
                process::destroyForcibly,
                CompletableFuture.delayedExecutor(millis + GRACE_MILLIS, TimeUnit.MILLISECONDS));
        long steal = Machine.steal();
        try {
            in.write("run " + millis + number + "\n");
            in.flush();
            String line = out.readLine();
            if (line == null) {
                throw new IOException("contender " + name
                        + (watchdog.isDone() ? " did not come back" : " ended; its last words are above"));
            }
            return Slice.parse(line).withStealTicks(steal < 0 ? -1 : Machine.steal() - steal);
        } finally {
            watchdog.cancel(false);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            in.close();
        } catch (IOException e) {
            // It is gone already; what follows makes sure.
        }
        try {
            if (!process.waitFor(5, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
