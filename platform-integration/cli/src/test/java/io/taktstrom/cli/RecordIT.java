package io.taktstrom.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** {@code takt run --record} and {@code takt profile}, on a simulated PLC. */
class RecordIT {

    private static final JsonMapper JSON = new JsonMapper();
    /** Bytes. */
    private static final int CHUNK_HEAD = 68;

    @TempDir
    private Path directory;

    @AutoClose
    private AdsSimulator plc;

    private Path deployment;

    @BeforeEach
    void aPlant() throws IOException {
        plc = AdsSimulator.builder().model(AdsModel.demo()).start();
        deployment = DeploymentText.write(directory, plc, """
                points:
                  - {id: plc.polled, on: plc, address: MAIN.nCycle, scan: poll}
                  - {id: plc.pushed, on: plc, address: MAIN.nCycle, scan: push}
                streams:
                  - {id: all, from: "**", to: [lines], stages: [{type: everyNth, n: 2}]}
                sinks:
                  lines: {type: jsonl, path: out.jsonl}
                """);
    }

    private static List<JsonNode> rows(Path recording, String section) {
        return rows(section, "profile", recording.toString(), "--json");
    }

    private static List<JsonNode> rows(String section, String... command) {
        Ran ran = Ran.takt(command).expect(ExitCode.GOOD);
        return ran.lines().stream()
                .map(JSON::readTree)
                .filter(row -> row.get("section").stringValue().equals(section))
                .toList();
    }

    @Test
    void aRunThatWasRecordedSaysWhereItsTimeWentByConnectionAndStream() throws IOException {
        Path recording = directory.resolve("run.jfr");
        Ran ran = Ran.takt(
                        "run",
                        deployment.toString(),
                        "--seconds",
                        "3",
                        "--record",
                        directory.resolve("run").toString())
                .expect(ExitCode.GOOD);
        assertThat(ran.err()).contains("recording into " + recording, "takt profile " + recording);
        assertThat(directory.resolve("run.jfr.parts")).doesNotExist();

        assertThat(rows(recording, "requests"))
                .extracting(row -> row.get("connection").stringValue() + " "
                        + row.get("operation").stringValue())
                .contains("plc resolve", "plc read", "plc subscribe");
        JsonNode reads = rows(recording, "requests").stream()
                .filter(row -> row.get("operation").stringValue().equals("read"))
                .findFirst()
                .orElseThrow();
        assertThat(reads.get("calls").longValue()).isGreaterThan(10);
        assertThat(reads.get("p99").longValue()).isPositive();
        assertThat(rows(recording, "notifications")).singleElement().satisfies(row -> {
            assertThat(row.get("connection").stringValue()).isEqualTo("plc");
            assertThat(row.get("scan").stringValue()).isEqualTo("push");
            assertThat(row.get("samples").longValue()).isGreaterThan(10);
        });
        long published = Files.readAllLines(directory.resolve("out.jsonl")).size();
        assertThat(rows(recording, "batches")).singleElement().satisfies(row -> {
            assertThat(row.get("stream").stringValue()).isEqualTo("all.lines");
            assertThat(row.get("samples").longValue()).isEqualTo(published);
        });
        assertThat(rows(recording, "deliveries")).singleElement().satisfies(row -> {
            assertThat(row.get("sink").stringValue()).isEqualTo("lines");
            assertThat(row.get("bytes").longValue()).isEqualTo(Files.size(directory.resolve("out.jsonl")));
        });
        assertThat(rows(recording, "drops")).singleElement().satisfies(row -> {
            assertThat(row.get("reason").stringValue()).isEqualTo("downsampled");
            assertThat(ran.out()).contains("downsampled " + row.get("samples").longValue());
        });
        assertThat(rows(recording, "sessions"))
                .singleElement()
                .satisfies(row -> assertThat(row.get("turn").stringValue()).isEqualTo("connected"));
        onlyTheThreadsThatAreNamedAreShown(recording);

        Path page = directory.resolve("run.html");
        Ran shown = Ran.takt("profile", recording.toString(), "--flame", page.toString());
        assertThat(shown.out()).contains("Requests, by connection and operation", "plc", "all.lines");
        assertThat(page).content().contains("<svg", "takt-");

        cutOffIsSaid(recording);
    }

    private static void onlyTheThreadsThatAreNamedAreShown(Path recording) {
        Set<String> all = threads(rows(recording, "threads"));
        assertThat(all).isNotEmpty();
        List<String> two = all.stream().limit(2).toList();
        assertThat(threads(
                        rows("threads", "profile", recording.toString(), "--json", "--thread", String.join(",", two))))
                .containsAll(two)
                .allMatch(name -> two.stream().anyMatch(name::contains));
        assertThat(rows("threads", "profile", recording.toString(), "--json", "--thread", "unknown"))
                .isEmpty();
    }

    private static Set<String> threads(List<JsonNode> rows) {
        return rows.stream().map(row -> row.get("thread").stringValue()).collect(Collectors.toSet());
    }

    private void cutOffIsSaid(Path recording) throws IOException {
        byte[] whole = Files.readAllBytes(recording);
        for (double part : new double[] {0.001, 0.5, 0.99}) {
            Path cut = Files.write(directory.resolve("cut.jfr"), Arrays.copyOf(whole, (int) (part * whole.length)));
            Ran ran = Ran.takt("profile", cut.toString());
            assertThat(ran.code()).as("%s of it: %s", part, ran.out()).isNotEqualTo(ExitCode.GOOD);
            assertThat(ran.err()).contains("cut off or damaged").doesNotContain("Exception in thread");
        }
    }

    @Test
    void aPlaceThatCannotBeWrittenIsSaidBeforeAnythingStarts() throws IOException {
        Path text = Files.writeString(directory.resolve("notes.jfr"), "not a recording");
        for (String place : List.of("/nowhere/run.jfr", text.toString(), "/proc/run.jfr")) {
            Ran ran = Ran.takt("run", deployment.toString(), "--record", place).expect(ExitCode.FAILED);
            assertThat(ran.err())
                    .as(place)
                    .startsWith("takt: record " + place + ": ")
                    .hasLineCount(1);
        }
        assertThat(text).hasContent("not a recording");
        assertThat(directory.resolve("out.jsonl")).doesNotExist();
    }

    @Test
    void whatIsNoRecordingIsSaidSo() throws IOException {
        Path empty = Files.createFile(directory.resolve("empty.jfr"));
        Path text = Files.writeString(directory.resolve("text.jfr"), "hello");
        Path beginning = Files.write(directory.resolve("begin.jfr"), new byte[] {'F', 'L', 'R', 0, 0, 2, 0, 1, 0});
        Path newer = Files.write(directory.resolve("newer.jfr"), ofVersion(9));
        for (String[] bad : new String[][] {
            {newer.toString(), "this Java (" + Runtime.version().feature() + ") cannot read it: File version 9.0"},
            {directory.toString(), "a folder; name a recording"},
            {empty.toString(), "empty; a recording"},
            {text.toString(), "not a Flight Recorder recording"},
            {beginning.toString(), "cut off or damaged"},
            {directory.resolve("none.jfr").toString(), "no such file"}
        }) {
            Ran ran = Ran.takt("profile", bad[0]).expect(ExitCode.WRONG_USE);
            assertThat(ran.err()).contains(bad[0], bad[1]).hasLineCount(1);
        }
    }

    /** The head of a recording, as long as it says that it is, in another version of the format. */
    private static byte[] ofVersion(int major) {
        return ByteBuffer.allocate(CHUNK_HEAD)
                .put(new byte[] {'F', 'L', 'R', 0})
                .putShort((short) major)
                .putShort((short) 0)
                .putLong(CHUNK_HEAD)
                .array();
    }

    @Test
    void aRunThatIsToldToEndWritesItsRecording() throws Exception {
        Path recording = directory.resolve("term.jfr");
        try (TaktProcess takt =
                TaktProcess.start(directory, "run", deployment.toString(), "--record", recording.toString())) {
            await().until(() -> takt.err().contains("is connected"));
            takt.signal("TERM");
            assertThat(takt.code()).as(takt.err()).isEqualTo(ExitCode.GOOD);
        }
        assertThat(rows(recording, "sessions")).isNotEmpty();
    }

    @Test
    void aRunThatIsKilledLeavesPartsThatCanBeAssembled() throws Exception {
        Path recording = directory.resolve("killed.jfr");
        Path parts = directory.resolve("killed.jfr.parts");
        Path assembled = directory.resolve("assembled.jfr");
        try (TaktProcess takt =
                TaktProcess.start(directory, "run", deployment.toString(), "--record", recording.toString())) {
            await().until(() -> takt.err().contains("is connected"));
            Instant connected = Instant.now();
            // Flight Recorder writes once in a second what it has in memory: what is written so late is
            // that, too.
            await().atMost(Duration.ofMinutes(1)).until(() -> written(parts).isAfter(connected.plusSeconds(4)));
            takt.signal("KILL");
            takt.code();
        }
        Path folder;
        try (Stream<Path> walk = Files.walk(parts)) {
            folder = walk.filter(file -> file.toString().endsWith(".jfr"))
                    .map(Path::getParent)
                    .findFirst()
                    .orElseThrow();
        }
        Process assembling = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jfr").toString(),
                        "assemble",
                        folder.toString(),
                        assembled.toString())
                .inheritIO()
                .start();
        assertThat(assembling.waitFor()).isZero();
        assertThat(rows(assembled, "sessions")).isNotEmpty();
    }

    /** When anything in a folder was written last. */
    private static Instant written(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            return walk.filter(Files::isRegularFile)
                    .map(file -> Instant.ofEpochMilli(file.toFile().lastModified()))
                    .max(Comparator.naturalOrder())
                    .orElse(Instant.EPOCH);
        }
    }
}
