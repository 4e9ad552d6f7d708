package io.taktstrom.benchmarks.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * 100,000 points with address, type, unit and a label, listed in YAML or imported from CSV, read and checked; per point. The limit is
 * to read the file: {@code bytes} as text, {@code maps} by the YAML library alone, as maps and lists without validation.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LoadBenchmark {

    private static final int POINTS = 100_000;
    private static final String HEAD = """
            connections: {p: {type: ads, host: 10.0.0.5, amsNetId: 5.1.2.3.1.1}}
            scanClasses: {s: {mode: poll, every: 1s}}
            sinks: {c: {type: console}}
            streams: [{from: "p.**", to: c}]
            points:
            """;

    @Param({"bytes", "maps", "yaml", "csv"})
    private String way = "bytes";

    private final DeploymentLoader loader = DeploymentLoader.standard();
    private Path folder = Path.of("");
    private Path listed = folder;
    private Path importing = folder;
    private Path points = folder;

    @Setup
    public void write() throws IOException {
        folder = Files.createTempDirectory("takt-bench-model");
        StringBuilder yaml = new StringBuilder(HEAD);
        StringBuilder csv = new StringBuilder("id,address,type,unit,labels.kind\n");
        for (int i = 0; i < POINTS; i++) {
            String name = "cell" + i / 100 + ".t" + i % 100;
            yaml.append("- {id: p.")
                    .append(name)
                    .append(", on: p, address: MAIN.")
                    .append(name);
            yaml.append(", scan: s, type: LREAL, unit: Cel, labels: {kind: temperature}}\n");
            csv.append("p.").append(name).append(",MAIN.").append(name).append(",LREAL,Cel,temperature\n");
        }
        listed = Files.writeString(folder.resolve("listed.yaml"), yaml);
        points = Files.writeString(folder.resolve("points.csv"), csv);
        importing =
                Files.writeString(folder.resolve("importing.yaml"), HEAD + "- {import: points.csv, on: p, scan: s}\n");
    }

    @Benchmark
    @OperationsPerInvocation(POINTS)
    public int load() throws IOException {
        return switch (way) {
            case "bytes" -> Files.readString(listed).length();
            case "maps" -> maps();
            case "yaml" -> checked(listed);
            case "csv" -> checked(importing);
            default -> throw new IllegalArgumentException("no way " + way);
        };
    }

    private int maps() throws IOException {
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();
        Map<?, ?> file = (Map<?, ?>) new Load(settings).loadFromString(Files.readString(listed));
        return file.get("points") instanceof List<?> all ? all.size() : 0;
    }

    private int checked(Path file) {
        if (loader.load(file) instanceof DeploymentResult.Loaded loaded
                && loaded.deployment().points().size() == POINTS) {
            return POINTS;
        }
        throw new IllegalStateException(file + " was not loaded");
    }

    @TearDown
    public void remove() throws IOException {
        for (Path file : List.of(listed, importing, points, folder)) {
            Files.delete(file);
        }
    }
}
