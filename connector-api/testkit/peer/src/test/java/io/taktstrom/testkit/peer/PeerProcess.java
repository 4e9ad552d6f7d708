package io.taktstrom.testkit.peer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

/**
 * A program in a process of its own that a test tells what to do, line by line: mostly a server, or a client, of another
 * project. What it says on its standard error is the test's own.
 *
 * <pre>{@code
 * try (PeerProcess server = PeerProcess.start("TAKT_PYTHON", "a Python with asyncua", script)) {
 *     int port = Integer.parseInt(server.line("ok "));
 *     server.tell("set counter 5", "ok ");
 * }
 * }</pre>
 *
 * <p>A peer ends with its standard input, and is killed when it does not. One thread at a time tells and reads.
 */
public final class PeerProcess implements AutoCloseable {

    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration TO_END = Duration.ofSeconds(20);

    private final Process process;
    private final BufferedReader out;
    private final Writer in;

    private PeerProcess(ProcessBuilder command) throws IOException {
        process = command.start();
        out = process.inputReader(StandardCharsets.UTF_8);
        in = process.outputWriter(StandardCharsets.UTF_8);
    }

    /**
     * Starts a program by an interpreter, or ends the test as skipped where there is none.
     *
     * @param variable of the environment, which names the interpreter; {@code ./takt test} sets it up
     * @param what it is to be, for the message
     * @throws AssertionError instead of skipping, where {@code TAKT_INTEROP} is 1
     */
    public static PeerProcess start(String variable, String what, Path script, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(required(variable, what), script.toString()));
        command.addAll(List.of(arguments));
        return start(command);
    }

    /** Starts a program. */
    public static PeerProcess start(List<String> command) throws IOException {
        return new PeerProcess(new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT));
    }

    /** Starts a JVM with the class path of this one, for what a test must not do to its own. What it says is all one. */
    public static PeerProcess java(Class<?> main, String... arguments) throws IOException {
        return java(List.of(), List.of(), main, arguments);
    }

    /**
     * The same.
     *
     * @param under a command that runs another, which is given behind it
     * @param options of the JVM
     */
    public static PeerProcess java(List<String> under, List<String> options, Class<?> main, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(under);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("-XX:+UseSerialGC");
        command.addAll(options);
        command.add("-cp");
        // Failsafe's own is a jar that is there only while this JVM runs.
        command.add(System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return new PeerProcess(new ProcessBuilder(command).redirectErrorStream(true));
    }

    /** The program that a variable names, if it names one. */
    static Optional<String> program(String variable) {
        return Optional.ofNullable(System.getenv(variable)).filter(value -> !value.isEmpty());
    }

    /** The same; where there is none the test ends as skipped, or fails where peers are required. */
    public static String required(String variable, String what) {
        String message = variable + " is not set: it names " + what + "; ./takt test sets it up";
        Optional<String> program = program(variable);
        if (program.isEmpty() && "1".equals(System.getenv("TAKT_INTEROP"))) {
            throw new AssertionError(message);
        }
        Assumptions.assumeTrue(program.isPresent(), message);
        return program.orElseThrow();
    }

    /** The rest of the next line that it says, which must start like this. */
    public String line(String start) throws IOException {
        return rest(out.readLine(), start, "first");
    }

    /** The rest of the first line that starts like this; what comes before is passed over. */
    public String awaitLine(String start) throws IOException {
        String line = out.readLine();
        while (line != null && !line.startsWith(start)) {
            line = out.readLine();
        }
        return rest(line, start, "'" + start + "'");
    }

    /**
     * Gives an order.
     *
     * @return the rest of the line that it answers, which must start like this
     */
    public synchronized String tell(String order, String start) throws IOException {
        try {
            in.write(order + "\n");
            in.flush();
        } catch (IOException e) {
            process.onExit()
                    .completeOnTimeout(process, TO_END.toSeconds(), TimeUnit.SECONDS)
                    .join();
            String state = process.isAlive() ? "it has closed its input" : "it has ended with " + process.exitValue();
            throw new IOException("the peer was not told '" + order + "': " + state, e);
        }
        return rest(out.readLine(), start, "'" + order + "'");
    }

    private String rest(@Nullable String line, String start, String order) {
        if (line == null || !line.startsWith(start)) {
            throw new AssertionError("the peer " + process.info().commandLine().orElse("") + " on " + order + ": "
                    + (line == null ? "it has ended; its output is above" : line));
        }
        return line.substring(start.length());
    }

    /** What it says until it ends; one that does not end in a minute is killed, and says so. */
    public String outputUntilItsEnd() throws InterruptedException {
        CompletableFuture<String> said =
                CompletableFuture.supplyAsync(() -> out.lines().collect(Collectors.joining("\n")));
        boolean ended = process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS);
        process.destroyForcibly();
        return said.join() + (ended ? "" : "\nit did not end by itself");
    }

    /** For its id, its exit code, and to kill it. */
    public Process process() {
        return process;
    }

    /**
     * Has it end with its input, and kills it when it does not. A peer that has ended before, of itself, is not an error
     * here: what the test told it failed already, and an error here would end the class, which does not run again.
     */
    @Override
    public void close() {
        try {
            in.close();
            if (!process.waitFor(TO_END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            // What was not told to a peer that has ended: its input is closed by that.
            process.destroyForcibly();
        }
    }
}
