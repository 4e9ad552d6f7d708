package io.taktstrom.benchmarks.paper;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.ads.AdsServer;
import io.taktstrom.benchmarks.ads.Contender;
import io.taktstrom.benchmarks.profile.Recordings;
import io.taktstrom.benchmarks.program.ServerProcess;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the time of a read goes: what the reading thread is doing when Java Flight Recorder looks at it, to set beside
 * the paper's "95 % inside ADS".
 */
public final class ProfileExperiment implements Experiment {

    private static final List<Contender> CONTENDERS =
            List.of(Contender.JAVA, Contender.JNA, Contender.JNI, Contender.FFM, Contender.ADSTOJAVA, Contender.PLC4J);

    @Override
    public String name() {
        return "paper-profile";
    }

    @Override
    public String title() {
        return "where the time of a read goes, by Java Flight Recorder, for each backend";
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws Exception {
        Recordings recordings = Recordings.lasting(effort.rounds() >= Effort.FULL.rounds() ? 15_000 : 3_000);
        Map<String, Object> figures = new LinkedHashMap<>();
        try (ServerProcess server = AdsServer.start(PaperServer.class, PaperServer.Kind.INSTANT.name())) {
            for (Contender contender : CONTENDERS) {
                Optional<String> missing = contender.missing();
                if (missing.isPresent()) {
                    progress.println("  " + contender.text + " is left out: " + missing.get());
                    continue;
                }
                String name = contender.name().toLowerCase(Locale.ROOT);
                List<String> reading =
                        contender.access(PaperContender.class, server, "read", PaperVariables.names("scalars"));
                try {
                    Map<String, Integer> places = places(recordings.flight(name, reading));
                    progress.println("  " + contender.text + ": " + places);
                    figures.put(contender.text, places);
                    recordings.nativeFrames(name, reading);
                } catch (IOException e) {
                    progress.println("  " + contender.text + " is left out: " + e.getMessage());
                }
            }
        }
        return figures;
    }

    /** Samples of the reading thread, by the place that its stack shows. */
    private static Map<String, Integer> places(Path recording) throws IOException {
        Map<String, Integer> places = new TreeMap<>();
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                String type = event.getEventType().getName();
                boolean sample = type.equals("jdk.ExecutionSample") || type.equals("jdk.NativeMethodSample");
                RecordedStackTrace stack = event.getStackTrace();
                if (sample && stack != null && isReader(stack)) {
                    places.merge(place(stack), 1, Integer::sum);
                }
            }
        }
        return places;
    }

    private static boolean isReader(RecordedStackTrace stack) {
        return stack.getFrames().stream()
                .anyMatch(frame -> frame.getMethod().getType().getName().equals(PaperContender.class.getName())
                        || frame.getMethod().getType().getName().endsWith("paired.Worker"));
    }

    private static String place(RecordedStackTrace stack) {
        for (RecordedFrame frame : stack.getFrames()) {
            String type = frame.getMethod().getType().getName();
            if (type.startsWith("sun.nio.ch") || type.startsWith("java.net") || type.startsWith("java.nio.channels")) {
                return "socket";
            }
            if (type.startsWith("com.sun.jna")
                    || type.startsWith("io.taktstrom.ads.jna")
                    || type.startsWith("io.taktstrom.ads.jni")
                    || type.startsWith("io.taktstrom.ads.ffm")
                    || type.startsWith("java.lang.foreign")
                    || type.startsWith("de.beckhoff")) {
                return "AdsLib";
            }
            if (type.startsWith("java.util.concurrent") || type.startsWith("jdk.internal.misc.Unsafe")) {
                return "waiting for another thread";
            }
            if (type.startsWith("io.taktstrom.benchmarks") || type.startsWith("org.HdrHistogram")) {
                return "the benchmark itself";
            }
            if (type.startsWith("io.taktstrom") || type.startsWith("org.apache.plc4x")) {
                return "the connector's Java";
            }
        }
        return "other Java";
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        List<String> lines = new ArrayList<>();
        lines.add("| contender | samples | where |");
        lines.add("|---|---:|---|");
        figures.forEach((name, value) -> {
            Map<?, ?> places = (Map<?, ?>) value;
            double all = places.values().stream()
                    .mapToInt(count -> ((Number) count).intValue())
                    .sum();
            List<String> shares = places.entrySet().stream()
                    .sorted((a, b) -> ((Number) b.getValue()).intValue() - ((Number) a.getValue()).intValue())
                    .map(entry -> String.format(
                            Locale.ROOT,
                            "%s %.0f %%",
                            entry.getKey(),
                            100 * ((Number) entry.getValue()).intValue() / all))
                    .toList();
            lines.add(String.format(Locale.ROOT, "| %s | %,.0f | %s |", name, all, String.join(", ", shares)));
        });
        return lines;
    }
}
