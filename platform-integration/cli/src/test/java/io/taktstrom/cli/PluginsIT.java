package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A connector and a sink from a folder of plug-ins, with every command. */
class PluginsIT {

    private static final String DEPLOYMENT = """
            connections:
              machine: {type: counter, host: anywhere}
            scanClasses:
              default: {mode: poll, every: 10ms}
            points:
              - {id: machine.n, on: machine, address: n}
            streams:
              - {id: all, from: "**", to: [own, file]}
            sinks:
              own: {type: own%s}
              file: {type: csv, path: out.csv}
            """;

    @TempDir
    private static Path made;

    @TempDir
    Path directory;

    private Path plugins = Path.of("");

    @BeforeAll
    static void makePlugins() throws IOException {
        OwnPlugins.connector(made.resolve("counter.jar"));
        OwnPlugins.sink(made.resolve("own.jar"));
    }

    @BeforeEach
    void writePlugins() throws IOException {
        plugins = Files.createDirectory(directory.resolve("plugins"));
        Files.copy(made.resolve("counter.jar"), plugins.resolve("counter.jar"));
        Files.copy(
                made.resolve("own.jar"),
                Files.createDirectory(plugins.resolve("own")).resolve("own.jar"));
    }

    private String deployment(String options) throws IOException {
        return Files.writeString(directory.resolve("plant.yaml"), DEPLOYMENT.formatted(options))
                .toString();
    }

    private Ran takt(String... args) {
        return Ran.takt(Stream.concat(Stream.of(args), Stream.of("--plugins", plugins.toString()))
                .toArray(String[]::new));
    }

    @Test
    void aDeploymentRunsWithAConnectorAndASinkOfPlugins() throws IOException {
        Ran ran = takt("run", deployment(""), "--seconds", "1");
        assertThat(ran.code()).as(ran.err() + ran.out()).isEqualTo(ExitCode.GOOD);
        List<String> lines = Files.readAllLines(directory.resolve("own.txt"));
        assertThat(lines.get(0)).isEqualTo("all has 1 points");
        List<Long> values = lines.stream().skip(1).map(Long::valueOf).toList();
        assertThat(values)
                .hasSizeGreaterThan(3)
                .isEqualTo(LongStream.rangeClosed(1, values.size()).boxed().toList());
        assertThat(ran.out()).contains("all.own: received " + values.size() + " = published " + values.size());
    }

    @Test
    void everyCommandFindsThem() throws IOException {
        String file = deployment("");
        assertThat(takt("validate", file).code()).isEqualTo(ExitCode.GOOD);
        assertThat(takt("schema").out()).contains("\"counter\"", "\"throwsIn\"");
        assertThat(takt("browse", "counter://anywhere").out()).contains("Counts.");
        assertThat(takt("read", "counter://anywhere", "n").out()).contains("Good");
        assertThat(takt("explain", file).code()).isEqualTo(ExitCode.GOOD);
        assertThat(takt("run", file, "--dry").out()).contains("machine.n");
        assertThat(takt("watch", "counter://anywhere", "n", "--seconds", "0.5", "--json")
                        .out())
                .contains("\"point\":\"n\"");
        assertThat(takt("completion").out()).contains("counter://");
        assertThat(takt("validate", file).err()).isEmpty();
    }

    @Test
    void pluginsAreListedWithVersionAndPlace() throws IOException {
        Ran table = takt("plugins");
        assertThat(table.code()).isEqualTo(ExitCode.GOOD);
        assertThat(table.lines())
                .anyMatch(line -> line.matches("connector +ads +.*built in"))
                .anyMatch(line -> line.matches("sink +jsonl +.*built in"))
                .anyMatch(line -> line.matches("stage +everyNth +.*built in"))
                .anyMatch(line -> line.matches("connector +counter +4\\.5\\.6 +.*counter\\.jar"))
                .anyMatch(line -> line.matches("sink +own +.*plugins/own"));
        assertThat(takt("plugins", "--json").out())
                .contains("{\"kind\":\"connector\",\"name\":\"counter\",\"version\":\"4.5.6\",\"from\":\""
                        + plugins.toRealPath().resolve("counter.jar") + "\"");
    }

    @Test
    void withoutItsPluginATypeIsUnknownAndTheMessageSaysHowToAddOne() throws IOException {
        Ran ran = Ran.takt("validate", deployment("")).expect(ExitCode.WRONG_USE);
        assertThat(ran.err())
                .contains("unknown type 'counter'", "unknown type 'own'", "--plugins", "'takt plugins' lists");
        Ran browse = Ran.takt("browse", "counter://anywhere").expect(ExitCode.WRONG_USE);
        assertThat(browse.err()).contains("no connector for 'counter'", "--plugins");
    }

    @Test
    void aBrokenPluginIsNamedAndTheRestRuns() throws IOException {
        Files.writeString(plugins.resolve("broken.jar"), "no jar");
        Ran ran = takt("run", deployment(""), "--seconds", "0.5");
        assertThat(ran.code()).as(ran.err()).isEqualTo(ExitCode.GOOD);
        assertThat(ran.err()).containsOnlyOnce("broken.jar is not loaded: broken.jar is not a readable jar");
        Ran list = takt("plugins", "--json");
        assertThat(list.code()).isEqualTo(ExitCode.FAILED);
        assertThat(list.out()).contains("{\"kind\":\"broken\",\"from\":\"");
    }

    @Test
    void aFolderThatIsNotThereIsWrongUse() {
        Ran ran = Ran.takt("plugins", "--plugins", directory.resolve("nowhere").toString())
                .expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("no such folder");
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "inlet"})
    void aSinkThatThrowsWhenItIsOpenedKeepsTheDeploymentFromStarting(String place) throws IOException {
        Ran ran = takt("run", deployment(", throwsIn: " + place), "--seconds", "5");
        assertThat(ran.code()).isEqualTo(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("sink own: cannot be opened", "broken in " + place);
        assertThat(ran.out()).doesNotContain("received");
    }

    @Test
    void aSinkThatThrowsWhenItPublishesLosesItsSamplesAndNoOther() throws IOException {
        Ran ran = takt("run", deployment(", throwsIn: publish"), "--seconds", "1");
        assertThat(ran.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ran.err()).contains("all.own", "broken in publish");
        assertThat(ran.out())
                .containsPattern(
                        "all.own: received (\\d+) = published 0 \\+ buffered 0 \\+ dropped \\1 \\(sinkFailed \\1\\)")
                .containsPattern("all.file: received (\\d+) = published \\1 ");
    }

    @Test
    void aSinkThatThrowsWhenItIsClosedIsNamedAndItsAccountsAreKept() throws IOException {
        Ran ran = takt("run", deployment(", throwsIn: close"), "--seconds", "1");
        assertThat(ran.err()).contains("close sink own", "broken in close");
        assertThat(ran.out()).containsPattern("all.own: received (\\d+) = published \\1 ");
        assertThat(ran.code()).isEqualTo(ExitCode.GOOD);
    }

    @ParameterizedTest
    @CsvSource({"TAKT_PLUGINS", "beside"})
    void thePackagedJarFindsThemByTheEnvironmentAndBesideItself(String way) throws Exception {
        Path jar = Files.copy(Path.of("target", "takt.jar"), directory.resolve("takt.jar"));
        ProcessBuilder builder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-jar",
                        jar.toString(),
                        "plugins")
                .redirectErrorStream(true);
        if (way.equals("TAKT_PLUGINS")) {
            plugins = Files.move(plugins, directory.resolve("elsewhere"));
            builder.environment().put("TAKT_PLUGINS", plugins.toString());
        }
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(out).isZero();
        assertThat(out).contains("4.5.6").contains(plugins.toRealPath().toString());
    }
}
