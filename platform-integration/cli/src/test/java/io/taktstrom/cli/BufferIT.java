package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** {@code takt buffer}, and {@code takt run} with a buffer on disk. */
class BufferIT {

    private static final int LEFT = 25;

    @TempDir
    private Path directory;

    private Path file;
    private LogSettings settings;

    @BeforeEach
    void aRunHasLeftSamples() throws IOException {
        file = DeploymentText.write(directory, 1, """
                points:
                  - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                streams:
                  - {id: all, from: "**", to: [lines], ring: {onFull: spill, persist: always}}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                """);
        settings = new LogSettings(
                directory.resolve("plant.buffer").resolve("all.lines"),
                new LogIdentity("plant.yaml", "all", "lines"),
                1 << 24,
                Duration.ofDays(7),
                Duration.ofSeconds(1));
        FixedGroup group = new FixedGroup(
                List.of(DataPoint.of("plc.cycle", "MAIN.nCycle").withType(ScalarType.DINT)),
                List.of(ScalarType.DINT),
                List.of(StatusCode.GOOD));
        SampleBatch batch = new SampleBatch(LEFT, 0);
        batch.reset(group, 1_700_000_000_000_000_000L, 0);
        for (int i = 0; i < LEFT; i++) {
            batch.add(0, 1_700_000_000_000_000_000L + i, StatusCode.GOOD, i);
        }
        try (SampleLog log = open()) {
            log.begin();
            log.append(batch);
            log.commit();
            log.finish();
        }
    }

    private SampleLog open() throws IOException {
        return SampleLog.open(settings, FixedGroup::new, EpochNanoClock.system());
    }

    private static JsonNode json(Ran ran) {
        assertThat(ran.lines()).as(ran.err()).hasSize(1);
        return new JsonMapper().readTree(ran.lines().get(0));
    }

    @Test
    void whatLiesOnDiskIsShown() {
        Ran ran = Ran.takt("buffer", "show", file.toString(), "--json").expect(ExitCode.GOOD);
        JsonNode shown = json(ran);
        assertThat(shown.get("buffer").stringValue()).isEqualTo("all.lines");
        assertThat(shown.get("samples").intValue()).isEqualTo(LEFT);
        assertThat(shown.get("damaged").intValue()).isZero();
        assertThat(shown.get("bytes").intValue()).isPositive();
        assertThat(shown.get("oldest").stringValue()).endsWith("Z");
        assertThat(Ran.takt("buffer", "show", file.toString()).lines())
                .hasSize(2)
                .last()
                .asString()
                .contains("all.lines", " 25 ");
    }

    @Test
    void damageIsShownAndFailsTheCommand() throws IOException {
        Path segment;
        try (Stream<Path> files = Files.list(settings.folder())) {
            segment = files.filter(path -> path.toString().endsWith(".seg"))
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(segment);
        bytes[bytes.length - 100] ^= 4;
        Files.write(segment, bytes);
        Ran ran = Ran.takt("buffer", "show", file.toString(), "all.lines", "--json")
                .expect(ExitCode.FAILED);
        assertThat(json(ran).get("damaged").intValue()).isEqualTo(LEFT);
    }

    @Test
    void whatLiesOnDiskIsDrainedToItsSinkWithoutTheDevice() throws IOException {
        Ran ran = Ran.takt("buffer", "drain", file.toString()).expect(ExitCode.GOOD);
        assertThat(ran.out()).contains("all.lines: received 25 (25 recovered) = published 25 + buffered 0 + dropped 0");
        assertThat(Files.readAllLines(directory.resolve("out.jsonl"))).hasSize(LEFT);
        assertThat(settings.folder().resolve("progress"))
                .as("an earlier version of the format refuses the folder because of it")
                .doesNotExist();
        assertThat(json(Ran.takt("buffer", "show", file.toString(), "--json"))
                        .get("samples")
                        .intValue())
                .isZero();
    }

    @Test
    void whatLiesOnDiskIsDroppedAfterAQuestion() {
        Ran.takt("buffer", "drop", file.toString()).expect(ExitCode.WRONG_USE);
        Ran no = Ran.taktAnswering("n\n", "buffer", "drop", file.toString()).expect(ExitCode.FAILED);
        assertThat(no.err()).contains("Drop 25 samples of all.lines?", "were not dropped");
        Ran yes = Ran.takt("buffer", "drop", file.toString(), "--yes").expect(ExitCode.GOOD);
        assertThat(yes.out()).contains("dropped 25 samples of all.lines");
        assertThat(Ran.takt("buffer", "drain", file.toString()).out()).contains("received 0");
    }

    @Test
    void aBufferInUseIsNotChanged() throws IOException {
        try (SampleLog log = open()) {
            assertThat(log.recovered()).isEqualTo(LEFT);
            for (String command : List.of("show", "drain", "drop")) {
                Ran ran = command.equals("drop")
                        ? Ran.takt("buffer", command, file.toString(), "--yes")
                        : Ran.takt("buffer", command, file.toString());
                assertThat(ran.code()).as(command).isEqualTo(ExitCode.FAILED);
                assertThat(ran.err()).as(command).contains("is used by this process", "end that first");
            }
        }
    }

    @Test
    void aNameThatIsNoneIsReportedWithWhatThereIs() {
        Ran ran = Ran.takt("buffer", "show", file.toString(), "all.line").expect(ExitCode.WRONG_USE);
        assertThat(ran.err()).contains("unknown buffer 'all.line'", "all.lines");
    }

    @Test
    void aRunGoesOnWithWhatAFormerOneHasLeft() throws IOException {
        try (AdsSimulator plc = AdsSimulator.builder().model(AdsModel.demo()).start()) {
            Files.writeString(file, Files.readString(file).replace("port: 1,", "port: " + plc.port() + ","));
            Ran ran = Ran.takt("run", file.toString(), "--seconds", "4").expect(ExitCode.GOOD);
            assertThat(ran.err()).contains("goes on with 25 samples that a former run has left on disk");
            assertThat(ran.out()).contains("(25 recovered)");
            assertThat(Files.readAllLines(directory.resolve("out.jsonl"))).hasSizeGreaterThan(LEFT);
        }
    }
}
