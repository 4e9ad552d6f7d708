package io.taktstrom.benchmarks.scale;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

import com.sun.management.OperatingSystemMXBean;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.runtime.RunContext;
import io.taktstrom.runtime.RunningConnection;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.sinks.local.ConsoleProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.source.ConnectionState;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Loads a deployment, runs it for a while with its meters on, and says what that took: WAY POINTS SECONDS FOLDER and a URI for
 * each connection, parted by blanks. Prints {@code scale JSON}. With a CYCLE behind these it is one of several that run at the same time:
 * it prints {@code ready} when each point has had its value, and begins to measure, and ends, when it gets a line.
 */
final class ScaleProcess {

    static final String START = "scale ";

    private static final long PATIENCE_SECONDS = 60;
    private static final double MEGA = 1e6;

    private final Map<String, Object> figures = new LinkedHashMap<>();

    private final @Nullable PrintStream others;

    /** @param others waits for those that run at the same time; null without any */
    private ScaleProcess(@Nullable PrintStream others) {
        this.others = others;
    }

    private String text() {
        return START + JsonMapper.builder().build().writeValueAsString(figures);
    }

    private void await(String said) throws IOException {
        if (others != null) {
            others.println(said);
            int next = System.in.read();
            while (next > '\n') {
                next = System.in.read();
            }
        }
    }

    public static void main(String[] args) throws Exception {
        // What clients say must not be mistaken for the result.
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        System.setOut(System.err);
        int points = Integer.parseInt(args[1]);
        List<String> uris = List.of(args[4].split(" ", -1));
        boolean isOneOfSeveral = args.length > 5;
        Path file = ScaleFiles.write(Path.of(args[3]), Way.of(args[0]), uris, points, isOneOfSeveral ? args[5] : "1s");
        ScaleProcess process = new ScaleProcess(isOneOfSeveral ? out : null);
        process.measure(file, uris.size() * points, Integer.parseInt(args[2]));
        if (!isOneOfSeveral) {
            out.println(process.text());
        }
        Runtime.getRuntime().halt(0);
    }

    private void measure(Path file, int points, int seconds) throws Exception {
        FirstValues values = new FirstValues(points);
        Providers providers = Providers.ofClassPath().with(new ConsoleProvider(values));
        double before = heap();
        long begin = System.nanoTime();
        Deployment deployment = load(file, providers);
        figures.put("validateMillis", millisSince(begin));
        figures.put("modelMegabytes", heap() - before);

        begin = System.nanoTime();
        RunningDeployment running = RunningDeployment.start(
                deployment,
                new RunContext(EpochNanoClock.system(), providers, System.err::println, new SimpleMeterRegistry()));
        figures.put("startMillis", millisSince(begin));
        figures.put("connected", awaitConnected(running));
        figures.put("connectedMillis", millisSince(begin));
        figures.put("without", values.await(PATIENCE_SECONDS));
        figures.put("lastPointMillis", (values.lastAt() - begin) / 1e6);

        await("ready");
        steady(values, seconds);
        lateness(running);
        threads();
        figures.put("heapMegabytes", heap());
        resident();
        figures.put("directMegabytes", direct());

        await(text());
        begin = System.nanoTime();
        running.close();
        figures.put("stopMillis", millisSince(begin));
    }

    private static Deployment load(Path file, Providers providers) {
        DeploymentResult result = DeploymentLoader.of(providers).load(file);
        if (result instanceof DeploymentResult.Loaded loaded) {
            return loaded.deployment();
        }
        throw new IllegalStateException(result.toString());
    }

    private static double millisSince(long begin) {
        return (System.nanoTime() - begin) / 1e6;
    }

    /** How many are, once all are or patience is at its end. */
    private static long awaitConnected(RunningDeployment running) throws InterruptedException {
        long begin = System.nanoTime();
        while (true) {
            long connected = running.connections().stream()
                    .map(RunningConnection::managed)
                    .filter(connection -> connection.state() == ConnectionState.CONNECTED)
                    .count();
            if (connected == running.connections().size() || millisSince(begin) > 1e3 * PATIENCE_SECONDS) {
                return connected;
            }
            TimeUnit.MILLISECONDS.sleep(1);
        }
    }

    /** The cost of samples when all is warm: nothing is being connected any more. */
    private void steady(FirstValues values, int seconds) throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        TimeUnit.SECONDS.sleep(3);
        long cpu = system.getProcessCpuTime();
        long samples = values.samples();
        TimeUnit.SECONDS.sleep(seconds);
        cpu = system.getProcessCpuTime() - cpu;
        samples = values.samples() - samples;
        figures.put("samplesPerSecond", (double) samples / seconds);
        figures.put("cpuPercent", cpu / 1e7 / seconds);
        figures.put("cpuMicrosPerSample", samples == 0 ? -1 : cpu / 1e3 / samples);
    }

    /** How long after its moment each poll began, those of the start included. */
    private void lateness(RunningDeployment running) {
        Histogram all = new Histogram(1_000, TimeUnit.MINUTES.toNanos(10), 2);
        running.connections().stream()
                .flatMap(connection -> connection.managed().pollMeters().values().stream())
                .forEach(meter -> all.add(meter.lateness().snapshot()));
        figures.put("lateMicrosMedian", all.getValueAtPercentile(50) / 1e3);
        figures.put("lateMicrosP90", all.getValueAtPercentile(90) / 1e3);
    }

    /** Ours by role, without what says which connection they are of; and all that the system sees. */
    private void threads() throws Exception {
        Map<String, Integer> byRole = new TreeMap<>();
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("takt-")) {
                String role = thread.getName().replaceFirst("-(c\\d|127\\.|opc\\.tcp|stream\\d|\\d).*", "");
                byRole.merge(role, 1, Integer::sum);
            }
        }
        figures.put("threads", status("Threads"));
        figures.put("threadsByRole", byRole);
    }

    private static double status(String key) throws Exception {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith(key + ":")) {
                return Double.parseDouble(line.replaceAll("[^0-9]", ""));
            }
        }
        return Double.NaN;
    }

    /**
     * All that is resident, and the heap's part of it, at one moment: a heap that was collected shrinks for a while. The heap is at
     * most 4 GiB, as the experiment has it: HotSpot puts it right below 32 GiB.
     */
    private void resident() throws Exception {
        long all = 0;
        long heap = 0;
        boolean inHeap = false;
        for (String line : Files.readAllLines(Path.of("/proc/self/smaps"))) {
            if (line.matches("[0-9a-f]+-[0-9a-f]+ .*")) {
                long start = Long.parseUnsignedLong(line.substring(0, line.indexOf('-')), 16);
                inHeap = start >= 28L << 30 && start < 32L << 30;
            } else if (line.startsWith("Rss:")) {
                long kilobytes = Long.parseLong(line.replaceAll("[^0-9]", ""));
                all += kilobytes;
                heap += inHeap ? kilobytes : 0;
            }
        }
        figures.put("heapResidentMegabytes", heap / 1e3);
        figures.put("rssMegabytes", all / 1e3);
    }

    /** In use after a collection. */
    private static double heap() throws InterruptedException {
        for (int i = 0; i < 2; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(100);
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MEGA;
    }

    private static double direct() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                        .filter(pool -> pool.getName().equals("direct"))
                        .mapToLong(BufferPoolMXBean::getMemoryUsed)
                        .sum()
                / MEGA;
    }
}
