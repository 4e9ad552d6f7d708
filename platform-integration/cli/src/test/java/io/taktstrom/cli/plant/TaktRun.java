package io.taktstrom.cli.plant;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.cli.TaktProcess;
import io.taktstrom.testkit.peer.PostgresServer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt run} in a process with a small heap, asked for its health all the time. One thread starts and ends it. */
public final class TaktRun implements AutoCloseable {

    /** Longest wait for anything: a back-off of 30 s and a timeout fit in. */
    private static final Duration LIMIT = Duration.ofSeconds(90);

    private static final Duration EVERY = Duration.ofMillis(20);
    /** For a process that runs for hours: what it says is kept. */
    private static final Duration SELDOM = Duration.ofMillis(500);

    /** By the rule of docs/how-to/size-a-machine.md for some sinks with disk buffers. */
    private static final String HEAP_FOR_MANY_SINKS = "-Xmx256m";

    private static final String HEAP = "-Xmx96m";
    private static final JsonMapper JSON = new JsonMapper();
    private static final Pattern ADDRESS = Pattern.compile("metrics at http://(127\\.0\\.0\\.1:\\d+)/metrics");

    /** What {@code /health} said at a moment. */
    public record Health(long at, String status, List<String> reasons) {
        /** Polls that come late are this machine's, on which three runs share the processors. */
        public boolean isUp() {
            return status.equals("UP")
                    || (!reasons.isEmpty() && Set.of("overruns").containsAll(reasons));
        }
    }

    private final TaktProcess process;
    /** What leads to it, where it has a network of its own. */
    private final List<String> inside;

    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();
    private final List<Health> history = new CopyOnWriteArrayList<>();
    private final Duration every;
    private final Thread watch;
    private volatile boolean closed;
    private volatile String address = "";
    private volatile long memoryKiB;

    private TaktRun(TaktProcess process, List<String> inside, Duration every) {
        this.every = every;
        this.process = process;
        this.inside = inside;
        watch = new Thread(this::watch, "health-watch");
        watch.setDaemon(true);
    }

    /**
     * Starts it under another command.
     *
     * @param wrapper what starts it, such as a command that makes a namespace
     */
    public static TaktRun start(Path file, List<String> wrapper, String... options) throws IOException {
        List<String> under = new ArrayList<>(
                List.of("env", "JAVA_TOOL_OPTIONS=" + HEAP, "FAULTS_PASSWORD=" + PostgresServer.PASSWORD));
        under.addAll(wrapper);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--metrics", "127.0.0.1:0"));
        words.addAll(List.of(options));
        TaktRun run = new TaktRun(
                TaktProcess.start(file.resolveSibling("."), under, words.toArray(String[]::new)),
                wrapper.contains("--net") ? wrapper : List.of(),
                EVERY);
        run.watch.start();
        return run;
    }

    public static TaktRun start(Path file) throws IOException {
        return start(file, List.of());
    }

    /** One that runs for hours, with the options of the package and what tells of its native memory. */
    public static TaktRun startForHours(Path file) throws IOException {
        TaktRun run = new TaktRun(
                TaktProcess.start(
                        file.resolveSibling("."),
                        List.of("env", "FAULTS_PASSWORD=" + PostgresServer.PASSWORD),
                        List.of(
                                "@" + Path.of("..", "packaging", "run.jvm").toAbsolutePath(),
                                "-XX:+UseSerialGC",
                                "-XX:NativeMemoryTracking=summary",
                                HEAP_FOR_MANY_SINKS),
                        List.of("run", file.toString(), "--metrics", "127.0.0.1:0")),
                List.of(),
                SELDOM);
        run.watch.start();
        return run;
    }

    private void watch() {
        try {
            while (!closed) {
                if (address.isEmpty()) {
                    Matcher matcher = ADDRESS.matcher(process.err());
                    address = matcher.find() ? matcher.group(1) : "";
                } else {
                    history.add(health());
                    measureMemory();
                }
                Thread.sleep(every.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException e) {
            throw new AssertionError("cannot watch takt", e);
        }
    }

    private Health health() throws InterruptedException {
        long at = SeenSample.now();
        try {
            JsonNode json = JSON.readTree(get("/health"));
            return new Health(
                    at,
                    json.get("status").stringValue(),
                    json.get("reasons")
                            .valueStream()
                            .map(reason -> reason.get("code").stringValue())
                            .distinct()
                            .toList());
        } catch (IOException e) {
            return new Health(at, "NONE", List.of(String.valueOf(e.getMessage())));
        }
    }

    public String get(String path) throws IOException, InterruptedException {
        if (!inside.isEmpty()) {
            List<String> words = new ArrayList<>(inside);
            words.addAll(List.of("curl", "--silent", "--max-time", "5", "http://" + address + path));
            Process curl = new ProcessBuilder(words).start();
            String said = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (curl.waitFor() != 0) {
                throw new IOException("curl: code " + curl.exitValue());
            }
            return said;
        }
        return http.send(
                        HttpRequest.newBuilder(URI.create("http://" + address + path))
                                .timeout(Duration.ofSeconds(60))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }

    /** The value of a metric without tags but these, or 0. */
    public double metric(String name, String tag) throws IOException, InterruptedException {
        return get("/metrics")
                .lines()
                .filter(line -> line.startsWith(name + "{") && line.contains(tag))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** Whether it answers. */
    public boolean isReady() {
        return !address.isEmpty();
    }

    /** How many samples a stream has published. */
    public long published(String stream) throws IOException, InterruptedException {
        return JSON.readTree(get("/health"))
                .at("/streams/" + stream + "/published")
                .asLong();
    }

    /** How many wait for its sink. */
    public long buffered(String stream) throws IOException, InterruptedException {
        return JSON.readTree(get("/health"))
                .at("/streams/" + stream + "/buffered")
                .asLong();
    }

    private void measureMemory() throws IOException {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        if (Files.isReadable(status)) {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("VmHWM:")) {
                    memoryKiB = Long.parseLong(line.replaceAll("\\D", ""));
                }
            }
        }
    }

    /** Most memory of the process so far. */
    public long memoryMiB() {
        return memoryKiB / 1024;
    }

    /** Waits for this. */
    public void await(String what, Callable<Boolean> enough) throws Exception {
        long begun = System.nanoTime();
        while (!enough.call()) {
            if (System.nanoTime() - begun > LIMIT.toNanos()) {
                throw new FaultFailure("waited " + LIMIT.toSeconds() + " s for " + what + "; health "
                        + (history.isEmpty() ? "unknown" : history.get(history.size() - 1)) + "; its log ends: "
                        + tail(process.err()));
            }
            if (!process.isAlive()) {
                throw new FaultFailure("takt has ended while it waited for " + what + ": " + tail(process.err()));
            }
            Thread.sleep(EVERY.toMillis() / 4);
        }
    }

    private static String tail(String text) {
        return text.substring(Math.max(0, text.length() - 1500)).strip();
    }

    /** Waits for the health to be good, as asked after this moment. */
    public void awaitUp(long since) throws Exception {
        await("health UP", () -> {
            Health last = last();
            return last != null && last.at() > since && last.isUp();
        });
    }

    /** The same, but for what is told for a minute or two after it is over. */
    public void awaitCalm(long since) throws Exception {
        await("health to tell of nothing that lasts", () -> {
            Health last = last();
            return last != null
                    && last.at() > since
                    && Set.of("losing", "clockStep", "overruns").containsAll(last.reasons());
        });
    }

    public void awaitTrouble(long since) throws Exception {
        await("health to tell of the fault", () -> troubleSince(since) != null);
    }

    @org.jspecify.annotations.Nullable
    public Health last() {
        return history.isEmpty() ? null : history.get(history.size() - 1);
    }

    /** The first answer that was not UP since a moment, if there is one. */
    @org.jspecify.annotations.Nullable
    public Health troubleSince(long since) {
        return history.stream()
                .filter(health -> health.at() >= since && !health.isUp())
                .findFirst()
                .orElse(null);
    }

    /** All that health has told of since a moment. */
    public Set<String> reasonsSince(long since) {
        return history.stream()
                .filter(health -> health.at() >= since)
                .flatMap(health -> health.reasons().stream())
                .collect(Collectors.toSet());
    }

    public TaktProcess process() {
        return process;
    }

    /** Ends it as systemd does; what it has printed. */
    public String stop() throws Exception {
        closed = true;
        watch.join();
        process.signal("TERM");
        process.code();
        return process.out();
    }

    /** Ends it as the kernel does. */
    public void kill() throws Exception {
        closed = true;
        watch.join();
        process.signal("KILL");
        process.code();
    }

    @Override
    public void close() {
        closed = true;
        process.close();
    }
}
