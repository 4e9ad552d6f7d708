package io.taktstrom.deployment.load;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.TestCatalog;

import static org.assertj.core.api.Assertions.assertThat;

/** Loads texts as files of a directory. In messages the directory is left out. */
final class LoaderFixture {

    /** A deployment with nothing wrong, and something of everything. */
    static final String GOOD = """
            connections:
              press1: {type: full, host: 10.0.0.5, netId: 5.1.2.3.1.1, unitId: 7}
              meter: {type: plain, host: meter.local, port: 1502}
            scanClasses:
              fast: {mode: notify, cycle: 1ms, maxDelay: 10ms}
              ticks: {mode: notifyCyclic, cycle: 20ms}
              slow: {mode: poll, every: 1s}
            points:
              - {id: press1.temperature, on: press1, address: MAIN.fTemp, type: LREAL, scan: slow, unit: Cel,
                 scale: 0.1, offset: -40, deadband: 0.2, maxSilence: 30m, labels: {kind: temperature, line: 1}}
              - {id: press1.speed, on: press1, address: MAIN.speed, scan: fast, writable: true}
              - {id: meter.power, on: meter, address: "40001", scan: slow, unit: W, labels: {kind: power}}
              - {browse: press1, match: "MAIN.axis*.**", scan: ticks, labels: {kind: axis}}
            streams:
              - {from: "press1.**", to: [console, file], ring: {capacity: 1024, onFull: block}}
              - {id: power, from: [meter.*], to: file, stages: [{type: everyNth, n: 10}, {type: average, interval: 10s}]}
            sinks:
              console: {type: console}
              file: {type: jsonl, path: out.jsonl, rotate: 100MiB}
            """;

    /** The same, put together from a template, with defaults and values from outside. */
    static final String COMPOSED = """
            defaults:
              connections: {full: {unitId: 7}}
              points: {scan: slow, labels: {kind: power}}
              streams: {ring: {capacity: 1024, onFull: block}}
            scanClasses:
              slow: {mode: poll, every: "${env:EVERY}", changes: true}
            templates:
              machine:
                parameters:
                  name: {type: name}
                  host: {default: 10.0.0.5}
                  factor: {type: number, default: 0.5}
                connections:
                  "${name}": {type: full, host: "${host}", netId: 5.1.2.3.1.1}
                points:
                  - {id: "${name}.speed", on: "${name}", address: "MAIN.${name}", scale: "${factor}", unit: mm/s}
                  - {browse: "${name}", match: "MAIN.**", exclude: "**.x", name: "{connection}.{name}", unit: fromDevice}
                streams:
                  - {id: "${name}", from: "${name}.**", to: file}
            use:
              - {template: machine, with: {name: press1}}
              - {template: machine, with: {name: press2, factor: "${env:UNIT}", host: "${env:METER}"}}
            sinks:
              file: {type: jsonl, path: out.jsonl}
            """;

    private static final Map<String, String> ENVIRONMENT = Map.ofEntries(
            Map.entry("TOKEN", "sesame"),
            Map.entry("LONG", "open sesame"),
            Map.entry("UNIT", "9"),
            Map.entry("BAD", "Open!"),
            Map.entry("WATT", "W"),
            Map.entry("EVERY", "2s"),
            Map.entry("FLAG", "TRUE"),
            Map.entry("METERS", "meter.*"),
            Map.entry("NAME", "meter.power"),
            Map.entry("METER", "meter"),
            Map.entry("TYPE", "plain"));

    private final Supplier<Path> directory;
    private final DeploymentLoader loader = new DeploymentLoader(TestCatalog.CATALOG, ENVIRONMENT::get, 1 << 20);

    /** @param directory asked when there is something to load: a test has its own only then */
    LoaderFixture(Supplier<Path> directory) {
        this.directory = directory;
    }

    Path write(String name, String text) {
        return write(name, text.getBytes(StandardCharsets.UTF_8));
    }

    Path write(String name, byte[] bytes) {
        try {
            return Files.write(directory.get().resolve(name), bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    DeploymentResult load(String yaml) {
        return loader.load(write("plant.yaml", yaml));
    }

    DeploymentResult load(Path file) {
        return loader.load(file);
    }

    Deployment loaded(String yaml) {
        DeploymentResult result = load(yaml);
        assertThat(result).as(result.toString()).isInstanceOf(DeploymentResult.Loaded.class);
        return ((DeploymentResult.Loaded) result).deployment();
    }

    /** All problems, a line each. */
    String problems(String yaml) {
        return problems(load(yaml));
    }

    String problems(DeploymentResult result) {
        assertThat(result).isInstanceOf(DeploymentResult.Invalid.class);

        return result.toString().replace(directory.get() + "/", "");
    }

    /** The problems of {@link #GOOD} with one text in the place of another. */
    String problemsWith(String part, String instead) {
        assertThat(GOOD).contains(part);
        return problems(GOOD.replace(part, instead));
    }
}
