package io.taktstrom.testkit.mqtt;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.ServerProcess;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * The broker mosquitto as a process of its own, on a port and in a folder of its own. It can be stopped and started again; the
 * port stays ours meanwhile. {@code TAKT_MOSQUITTO} names the program. One thread.
 */
public final class Mosquitto implements AutoCloseable {

    private static final Duration TO_START = Duration.ofSeconds(60);

    private final Path folder = Files.createTempDirectory("mosquitto");
    private final HeldPort port = new HeldPort();
    private @Nullable PeerProcess process;

    private Mosquitto() throws IOException {}

    /**
     * Starts a broker, or ends the test as skipped where there is none.
     *
     * @param settings more lines of its configuration, those of the listener among them; {@code {folder}} is its folder. Without
     *     {@code allow_anonymous} among them it takes any client
     */
    public static Mosquitto start(String... settings) throws IOException {
        Mosquitto broker = new Mosquitto();
        try {
            broker.configure(settings);
            broker.startAgain();
            return broker;
        } catch (IOException | RuntimeException | Error e) {
            broker.close();
            throw e;
        }
    }

    private void configure(String... settings) throws IOException {
        List<String> lines = new ArrayList<>(List.of(
                // As root it would become a user that may not read our folder.
                "user " + System.getProperty("user.name"),
                "log_dest file " + folder.resolve("log"),
                // Not 0, for any: with that, mosquitto 2.0 ends a session after each message that it refuses.
                "max_queued_messages 10000000",
                "max_inflight_messages 0",
                "listener " + port.number() + " " + port.address().getHostString()));
        for (String setting : settings) {
            lines.add(setting.replace("{folder}", folder.toString()));
        }
        if (Stream.of(settings).noneMatch(line -> line.startsWith("allow_anonymous"))) {
            lines.add("allow_anonymous true");
        }
        Files.write(folder.resolve("conf"), lines);
    }

    /** Its own, for files that its configuration names. */
    public Path folder() {
        return folder;
    }

    /** Where it listens, or would. */
    public InetSocketAddress address() {
        return port.address();
    }

    /** Starts it after it was stopped; returns when it takes connections. */
    public void startAgain() throws IOException {
        PeerProcess started = PeerProcess.start(
                "TAKT_MOSQUITTO",
                "the broker mosquitto",
                Path.of("-c"),
                folder.resolve("conf").toString());
        process = started;
        Awaitility.await()
                .atMost(TO_START)
                .until(() -> listens() || !started.process().isAlive());
        if (!started.process().isAlive()) {
            throw new AssertionError("mosquitto does not start: " + log());
        }
    }

    private boolean listens() {
        try (Socket socket = new Socket()) {
            socket.connect(port.address());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** What it has written into its log. */
    public String log() throws IOException {
        Path log = folder.resolve("log");
        return Files.exists(log) ? Files.readString(log) : "no log";
    }

    /** Ends it in order: what it was told to keep it has kept. */
    public void stop() {
        PeerProcess running = process;
        if (running != null) {
            process = null;
            running.process().destroy();
            running.close();
        }
    }

    /** Sends it a signal such as STOP. */
    public void signal(String name) throws IOException {
        PeerProcess running = process;
        if (running != null) {
            ServerProcess.signal(running.process().toHandle(), name);
        }
    }

    @Override
    public void close() throws IOException {
        stop();
        port.close();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
