package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.regex.Pattern;

import io.taktstrom.cli.shell.ExitCode;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@code takt run} follows its file: told to by SIGHUP, or by itself. */
class ReloadRunIT extends DemoPlant {

    private static final String CYCLE = "  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}\n";
    private static final String SERIAL = "  - {id: plc.serial, on: plc, address: GVL.nSerial, scan: push}\n";
    private static final String REST = """
            streams:
              - {id: all, from: "**", to: [lines]}
            sinks:
              lines: {type: jsonl, path: out.jsonl}
            """;

    private Path write(String points) throws IOException {
        return DeploymentText.write(directory, plc, "points:\n" + points + REST);
    }

    private static ConditionFactory patiently() {
        return await().atMost(Duration.ofSeconds(60)).ignoreExceptions();
    }

    private void awaitSample(String point) {
        patiently().until(() -> Files.readString(directory.resolve("out.jsonl")).contains(point));
    }

    private static void awaitNote(TaktProcess run, String note) {
        patiently().until(() -> run.err().contains(note));
    }

    @Test
    void atTheSignalWhatIsDifferentChangesAndAWrongFileChangesNothing() throws Exception {
        Path file = write(CYCLE);
        try (TaktProcess run = TaktProcess.start(directory, "run", file.toString())) {
            awaitSample("plc.cycle");
            write(CYCLE + SERIAL);
            run.signal("HUP");
            awaitNote(run, "connection plc: 1 point added");
            awaitSample("plc.serial");
            Files.writeString(file, "connections: [");
            run.signal("HUP");
            patiently()
                    .until(() -> Pattern.compile(
                                    " ERROR takt: reloadRefused: " + Pattern.quote(file.toString()) + ":\\d+:\\d+: ")
                            .matcher(run.err())
                            .find());
            awaitNote(run, "; what runs goes on, and the next start would fail");
            write(CYCLE + SERIAL);
            run.signal("HUP");
            awaitNote(run, "nothing has changed");
            awaitNote(run, " INFO  takt: reloadRefused is over");
            assertThat(run.err()).containsOnlyOnce("ERROR");
            run.signal("INT");
            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            assertThat(run.err()).containsOnlyOnce("plc: plc at").contains("is not YAML");
            assertThat(run.out()).containsPattern("all.lines.*dropped 0");
        }
    }

    @Test
    void whoWatchesFollowsAFileThatIsReplacedAndOneThatItIncludes() throws Exception {
        Path file = write(CYCLE);
        Files.writeString(directory.resolve("more.yaml"), "points: []\n");
        Files.writeString(file, "include: more.yaml\n" + Files.readString(file));
        try (Running run = Running.takt("run", file.toString(), "--watch")) {
            awaitSample("plc.cycle");
            Files.writeString(directory.resolve("more.yaml"), "points:\n" + SERIAL);
            awaitSample("plc.serial");
            Path next = Files.writeString(
                    directory.resolve("next.yaml"), Files.readString(file).replace("plc.cycle", "plc.count"));
            Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            awaitSample("plc.count");
            assertThat(run.end().code()).as(run.err()).isEqualTo(ExitCode.GOOD);
            assertThat(run.err()).containsOnlyOnce("plc: plc at");
        }
    }

    @Test
    void whoWatchesFollowsATableOfPointsAndAFileWithASecret() throws Exception {
        Path table = Files.writeString(directory.resolve("points.csv"), "name,address\nplc.cycle,MAIN.nCycle\n");
        Path secret = Files.writeString(directory.resolve("net-id.txt"), "192.0.2.1.1.1\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        Path file = write("  - {import: points.csv, on: plc, scan: push}\n");
        Files.writeString(file, Files.readString(file).replace("192.0.2.1.1.1", "\"${file:net-id.txt}\""));
        try (Running run = Running.takt("run", file.toString(), "--watch")) {
            awaitSample("plc.cycle");
            Files.writeString(table, "name,address\nplc.cycle,MAIN.nCycle\nplc.serial,GVL.nSerial\n");
            run.await(() -> run.err().contains("connection plc: 1 point added"));
            awaitSample("plc.serial");
            Files.writeString(secret, "192.0.2.7.1.1\n");
            run.await(() -> run.err().contains("connection plc: reconnects"));
            run.await(() -> run.err().contains("connect to 192.0.2.7.1.1"));
            // The device is another now, and may never answer.
            run.end();
        }
    }

    @Test
    void whatAReloadWouldChangeIsSaidBefore() throws IOException {
        Path running = Files.copy(write(CYCLE), directory.resolve("running.yaml"));
        Ran ran = Ran.takt("explain", write(CYCLE + SERIAL).toString(), "--against", running.toString())
                .expect(ExitCode.GOOD);
        assertThat(ran.lines())
                .containsExactly(
                        "a reload would change:",
                        "  connection plc: 1 point added",
                        "  unchanged: 2 scan classes, 1 stream, 1 sink");
    }

    @Test
    void whereThingsComeFromIsExplainedWhereThatIsNotPlain() throws IOException {
        Path file = write(CYCLE);
        assertThat(Ran.takt("explain", file.toString()).out()).doesNotContain("where definitions come from");
        Files.writeString(directory.resolve("more.yaml"), "scanClasses:\n  slow: {mode: poll, every: 1s}\n");
        Files.writeString(file, "include: more.yaml\n" + Files.readString(file));
        assertThat(Ran.takt("explain", file.toString()).out())
                .contains("where definitions come from")
                .contains(
                        "scanClasses.slow: " + directory.resolve("more.yaml") + ":2:9 (included at " + file + ":1:10)");
    }
}
