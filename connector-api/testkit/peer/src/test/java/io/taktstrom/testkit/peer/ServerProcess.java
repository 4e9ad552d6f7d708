package io.taktstrom.testkit.peer;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/** A server that a test starts in a process of its own, and ends. What it says goes to a file, which is shown when it does not start. */
public final class ServerProcess implements AutoCloseable {

    private static final Duration TO_START = Duration.ofMinutes(3);
    private static final Duration TO_END = Duration.ofSeconds(20);
    private static final int SHOWN = 6_000;

    private final String what;
    private final Process process;

    private ServerProcess(String what, Process process) {
        this.what = what;
        this.process = process;
    }

    /**
     * Starts a server and waits until it is ready.
     *
     * @param log what it says is added here
     * @param isReady asked again and again; an exception says that it is not
     */
    public static ServerProcess start(String what, List<String> command, Path log, Callable<Boolean> isReady)
            throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(log.toAbsolutePath().resolveSibling(".").toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        ServerProcess server = new ServerProcess(what, process);
        try {
            Awaitility.await(what)
                    .atMost(TO_START)
                    .pollInterval(Duration.ofMillis(100))
                    .ignoreExceptions()
                    .until(() -> !process.isAlive() || isReady.call());
            if (!process.isAlive()) {
                throw new AssertionError("it ended with exit code " + process.exitValue());
            }
            return server;
        } catch (RuntimeException | Error e) {
            server.close();
            String said = Files.readString(log);
            throw new AssertionError(
                    what + " does not start: " + e.getMessage() + "\n"
                            + said.substring(Math.max(0, said.length() - SHOWN)),
                    e);
        }
    }

    /** Runs a program to its end. */
    public static void run(List<String> command, Path folder) throws IOException {
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        if (process.onExit().join().exitValue() != 0) {
            throw new IOException(String.join(" ", command) + " failed: " + said);
        }
    }

    /** Whether the port is open. */
    public static boolean answers(int port) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        }
    }

    /** Removes the folder of a server that has ended. */
    public static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }

    /** The operating system's number of it. */
    public long pid() {
        return process.pid();
    }

    /** Sends a signal such as STOP to it and to all that it has started. */
    public void signal(String name) throws IOException {
        signal(process.toHandle(), name);
    }

    /** The same for another process. */
    public static void signal(ProcessHandle process, String name) throws IOException {
        String all = Stream.concat(Stream.of(process), process.descendants())
                .map(each -> Long.toString(each.pid()))
                .collect(Collectors.joining(" "));
        // The shell's own kill: a bare system has no program of this name.
        run(List.of("sh", "-c", "kill -" + name + " " + all), Path.of("."));
    }

    /** Ends it and all that it has started, as a power failure would: none is asked. */
    public void kill() {
        // The first of them first: it would start others in place of those that end.
        List<ProcessHandle> all = Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle each : all) {
            each.onExit().orTimeout(TO_END.toSeconds(), TimeUnit.SECONDS).join();
        }
    }

    @Override
    public void close() {
        kill();
    }

    @Override
    public String toString() {
        return what + ", process " + pid();
    }
}
