package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import io.taktstrom.data.DropReason;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.stream.Accounting;
import io.taktstrom.testkit.HeldPort;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Computed points and conditions over two simulated PLCs. */
class ComputedPointsIT extends ReloadedPlant {

    private static final String TWICE = "  - {id: line.twice, compute: \"press1.count * 2\"}\n";
    private static final String THRICE = "  - {id: line.twice, compute: \"press1.count * 3\"}\n";
    private static final String BOTH = "  - {id: line.both, compute: \"press1.count + press2.count\"}\n";
    private static final String FIXED1 = "  - {id: press1.fixed, on: press1, address: MAIN.fixed, scan: fast}\n";

    private static long value(RecordedSample sample) {
        return ((Number) Objects.requireNonNull(sample.value())).longValue();
    }

    @Test
    void eachSampleMakesAResultWithItsTimeAndTheAccountIsComplete() throws IOException {
        RecordingSink plant = sinks.of("a");
        RunningDeployment running = run(deployment(COUNT1 + COUNT2 + TWICE + BOTH, ALL, "a"));
        try (running) {
            awaitMore(plant, "line.twice");
            awaitMore(plant, "line.both");
            running.connections()
                    .forEach(connection ->
                            assertThat(connection.managed().attempts()).isEqualTo(1));
        }
        Accounting account = account(running, "all.plant");
        List<RecordedSample> inputs = plant.samplesOf("press1.count");
        List<RecordedSample> results = plant.samplesOf("line.twice");
        for (RecordedSample input : inputs) {
            assertThat(results)
                    .as("result of %s", input)
                    .anyMatch(result -> result.sourceTime() == input.sourceTime() && value(result) == 2 * value(input));
        }
        assertThat(results).hasSameSizeAs(inputs);
        assertThat(account.received()).isEqualTo(account.published() + account.buffered() + account.droppedTotal());
        assertThat(account.published()).isEqualTo(plant.samples().size());
    }

    @Test
    void anInputNeedsNoStream() throws IOException {
        RecordingSink plant = sinks.of("a");
        String stream = "  - {id: all, from: line.*, to: [plant]}\n";
        try (RunningDeployment running = run(deployment(COUNT1 + TWICE, stream, "a"))) {
            awaitMore(plant, "line.twice");
            assertThat(account(running, "all.plant").droppedTotal()).isZero();
        }
        assertThat(plant.samples()).allMatch(sample -> sample.point().equals("line.twice"));
        assertNoGap(plant, "line.twice");
    }

    @Test
    void anotherExpressionTakesItsPlaceWithoutALoss() throws IOException {
        RecordingSink plant = sinks.of("a");
        try (RunningDeployment running = run(deployment(COUNT1 + TWICE, ALL, "a"))) {
            awaitMore(plant, "line.twice");
            assertThat(running.reload(deployment(COUNT1 + THRICE, ALL, "a")).lines())
                    .containsExactly("computed point line.twice: computed otherwise");
            awaitMore(plant, "line.twice");
            running.reload(deployment(
                    COUNT1 + FIXED1 + THRICE + "  - {id: line.more, compute: \"press1.fixed + line.twice\"}\n",
                    ALL,
                    "a"));
            awaitMore(plant, "line.more");
            running.reload(deployment(COUNT1, ALL, "a"));
            awaitMore(plant, "press1.count");
            int end = plant.samplesOf("line.twice").size();
            awaitMore(plant, "press1.count");
            assertThat(plant.samplesOf("line.twice")).hasSize(end);
            assertThat(account(running, "all.plant").droppedTotal()).isZero();
            assertThat(running.connections().get(0).managed().attempts()).isEqualTo(1);
        }
        assertNoGap(plant, "press1.count");
        assertThat(plant.samplesOf("line.twice")).allMatch(sample -> value(sample) % 2 == 0 || value(sample) % 3 == 0);
    }

    @Test
    void aLostDeviceMakesItsResultsBadAndTheNextOnesGood() throws IOException {
        RecordingSink plant = sinks.of("a");
        try (HeldPort port = new HeldPort();
                RunningDeployment running = runWithPress2At(port.number())) {
            awaitMore(plant, "line.both");
            press2.close();
            await().atMost(LIMIT)
                    .until(() -> plant.samplesOf("line.both").stream().anyMatch(sample -> sample.value() == null));
            int bad = plant.samplesOf("line.both").size();
            press2 = plc(port.number());
            await().atMost(LIMIT)
                    .until(() ->
                            plant.samplesOf("line.both").stream().skip(bad).anyMatch(sample -> sample.value() != null));
            assertThat(account(running, "all.plant").isBalanced()).isTrue();
        }
    }

    @Test
    void aPointThatNeverChangesIsKnownToAnExpressionThatComesLater() throws IOException {
        RecordingSink plant = sinks.of("a");
        String later = "  - {id: line.fixed, compute: \"press1.fixed * 6\"}\n";
        try (RunningDeployment running = run(deployment(COUNT1 + FIXED1, ALL, "a"))) {
            awaitMore(plant, "press1.count");
            assertThat(plant.samplesOf("press1.fixed")).hasSize(1);
            running.reload(deployment(COUNT1 + FIXED1 + later, ALL, "a"));
            await().atMost(LIMIT).until(() -> !plant.samplesOf("line.fixed").isEmpty());
            assertThat(value(plant.samplesOf("line.fixed").get(0))).isEqualTo(42);
            awaitMore(plant, "press1.count");
            assertThat(account(running, "all.plant").droppedTotal()).isZero();
        }
        assertThat(plant.samplesOf("press1.fixed"))
                .as("no stream gets it again")
                .hasSize(1);
    }

    private RunningDeployment runWithPress2At(int port) throws IOException {
        press2.close();
        press2 = plc(port);
        return run(deployment(COUNT1 + COUNT2 + BOTH, ALL, "a"));
    }

    @Test
    void aStreamPassesSamplesWhileItsConditionHolds() throws IOException {
        RecordingSink plant = sinks.of("a");
        String stream = "  - {id: all, from: press1.count, to: [plant], when: \"press2.count % 100 >= 50\"}\n";
        try (RunningDeployment running = run(deployment(COUNT1 + COUNT2, stream, "a"))) {
            awaitMore(plant, "press1.count");
            await().atMost(LIMIT).until(() -> account(running, "all.plant").dropped(DropReason.FILTERED) > 100);
            int before = plant.samples().size();
            await().atMost(LIMIT).until(() -> plant.samples().size() > before + 60);
            Deployment always = deployment(COUNT1 + COUNT2, stream.replaceFirst(", when: [^}]*", ""), "a");
            assertThat(running.reload(always).lines()).containsExactly("stream all: another condition");
            awaitMore(plant, "press1.count");
            long filtered = account(running, "all.plant").dropped(DropReason.FILTERED);
            awaitMore(plant, "press1.count");
            assertThat(account(running, "all.plant").dropped(DropReason.FILTERED))
                    .isEqualTo(filtered);
        }
        assertThat(plant.samples()).allMatch(sample -> sample.point().equals("press1.count"));
    }

    @Test
    void resultsAreInAFile() throws IOException {
        Path out = directory.resolve("out.jsonl");
        String yaml = "connections:\n" + connection("press1", press1) + connection("press2", press2)
                + "scanClasses:\n  fast: {mode: notify, cycle: 0s}\npoints:\n" + COUNT1 + COUNT2
                + """
                  - {id: "line/share of 1", compute: "double(press1.count) / double(press1.count + press2.count)", unit: "1"}
                  - {id: line.text, compute: "'press ' + (press1.count > press2.count ? '1' : '2') + ' leads'"}
                  - {id: line.even, compute: "point(\\"line/share of 1\\") < 0.5 || press1.count % 2 == 0"}
                streams:
                  - {id: all, from: "line**", to: [file]}
                sinks:
                  file: {type: jsonl, path: out.jsonl}
                """.replace("line/share of 1", "line/share-1");
        try (RunningDeployment running = run(load(yaml))) {
            await().atMost(LIMIT).until(() -> account(running, "all.file").published() > 300);
        }
        JsonMapper json = new JsonMapper();
        List<JsonNode> lines =
                Files.readAllLines(out).stream().map(json::readTree).toList();
        assertThat(lines)
                .extracting(line -> line.get("point").asString())
                .contains("line/share-1", "line.text", "line.even");
        for (JsonNode line : lines) {
            assertThat(line.get("sourceTime").asString()).isNotBlank();
            switch (line.get("point").asString()) {
                case "line.text" -> assertThat(line.get("value").asString()).matches("press [12] leads");
                case "line.even" -> assertThat(line.get("value").isBoolean()).isTrue();
                default -> assertThat(line.get("value").asDouble()).isBetween(0.0, 1.0);
            }
        }
    }
}
