package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.PointNames;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SpillConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.descriptor.Option;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.BrowseNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class GoodDeploymentTest {

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    @Test
    void connectionsBecomeEndpointsWithTheOptionsThatDifferFromTheDefault() {
        Deployment deployment = fixture.loaded(LoaderFixture.GOOD);
        assertThat(deployment.connections().values())
                .containsExactly(
                        new ConnectionConfig(
                                "press1",
                                new Endpoint("full", "10.0.0.5", 4000, Map.of("netId", "5.1.2.3.1.1", "unitId", "7"))),
                        new ConnectionConfig("meter", new Endpoint("plain", "meter.local", 1502, Map.of())));
    }

    @Test
    void aRingMayHaveADiskBehindIt() {
        String spill = LoaderFixture.GOOD.replace(
                "ring: {capacity: 1024, onFull: block}",
                "ring: {onFull: spill, disk: 3GiB, maxAge: 2d, sync: 0s, persist: always, replayRate: 5000, folder: /var/x}");
        assertThat(fixture.loaded(spill).streams().get(0).ring())
                .isEqualTo(new RingConfig(
                        65_536,
                        OverflowPolicy.SPILL,
                        new SpillConfig(
                                "/var/x",
                                3L << 30,
                                Duration.ofDays(2),
                                Duration.ZERO,
                                SpillConfig.Persist.ALWAYS,
                                5_000)));
        assertThat(fixture.loaded(spill).toString())
                .contains("-> ring of 65536 and a disk for all (3GiB, 2d, forced each time) -> console, file");
        String standard = LoaderFixture.GOOD.replace("capacity: 1024, onFull: block", "onFull: spill");
        assertThat(fixture.loaded(standard).streams().get(0).ring().spill()).isEqualTo(SpillConfig.STANDARD);
    }

    @Test
    void scanClassesKnowWhoKeepsTheTime() {
        assertThat(fixture.loaded(LoaderFixture.GOOD).scanClasses().values())
                .containsExactly(
                        new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ofMillis(10)),
                        new ScanClass("ticks", ScanClass.Mode.NOTIFY_CYCLIC, Duration.ofMillis(20), Duration.ZERO),
                        new ScanClass("slow", ScanClass.Mode.POLL, Duration.ofSeconds(1), Duration.ZERO));
    }

    @Test
    void pointsKeepAllThatTheFileSaysOfThem() {
        List<PointConfig> points = fixture.loaded(LoaderFixture.GOOD).points();
        assertThat(points.get(0))
                .isEqualTo(new PointConfig(
                        new DataPoint(
                                "press1.temperature",
                                "MAIN.fTemp",
                                ScalarType.LREAL,
                                false,
                                "Cel",
                                Map.of("kind", "temperature", "line", "1"),
                                "press1"),
                        "press1",
                        "slow",
                        0.1,
                        -40,
                        0.2,
                        Duration.ofMinutes(30)));
        assertThat(points.get(1))
                .isEqualTo(PointConfig.of(
                        new DataPoint("press1.speed", "MAIN.speed", null, true, "", Map.of(), "press1"),
                        "press1",
                        "fast"));
        assertThat(points.get(2).point().address()).isEqualTo("40001");
    }

    @Test
    void aBrowseTurnsWhatItFindsIntoReadOnlyPoints() {
        PointBrowse browse = fixture.loaded(LoaderFixture.GOOD).browses().get(0);
        assertThat(browse.filter().match()).hasToString("MAIN.axis*.**");
        BrowseNode found = new BrowseNode("MAIN.axis1.pos", ScalarType.LREAL, "LREAL", "", true);
        DataPoint point = new DataPoint(
                "press1.MAIN.axis1.pos",
                "MAIN.axis1.pos",
                ScalarType.LREAL,
                false,
                "",
                Map.of("kind", "axis"),
                "press1");
        assertThat(browse.point(found, new PointNames("press1"))).isEqualTo(PointConfig.of(point, "press1", "ticks"));
    }

    @Test
    void streamsSelectPointsAndNameTheirStagesAndSinks() {
        List<StreamConfig> streams = fixture.loaded(LoaderFixture.GOOD).streams();
        StreamConfig first = streams.get(0);
        assertThat(first.name()).isEqualTo("stream1");
        assertThat(first.to()).containsExactly("console", "file");
        assertThat(first.ring()).isEqualTo(new RingConfig(1024, OverflowPolicy.BLOCK));
        assertThat(first.selector()).accepts("press1.a.b").rejects("meter.power");

        StreamConfig second = streams.get(1);
        assertThat(second.name()).isEqualTo("power");
        assertThat(second.ring()).isEqualTo(RingConfig.STANDARD);
        assertThat(second.stages())
                .containsExactly(
                        PartConfig.stage("everyNth", Map.of("n", "10")),
                        PartConfig.stage("average", Map.of("interval", "10s")));
    }

    @Test
    void sinksKnowTheirOptionsAndTheDefaults() {
        Deployment deployment = fixture.loaded(LoaderFixture.GOOD);
        PartConfig file = Objects.requireNonNull(deployment.sinks().get("file"));
        Option<Duration> sync = Option.time("sync", Duration.ZERO, Duration.ofHours(1), Duration.ofSeconds(1), "");
        assertThat(file.options()).containsOnlyKeys("path", "rotate").containsEntry("rotate", "100MiB");
        assertThat(file.values().get(sync)).isEqualTo(Duration.ofSeconds(1));
        assertThat(deployment.resolve(file.options().getOrDefault("path", "")))
                .isEqualTo(directory.resolve("out.jsonl"));
    }

    @Test
    void aPointWithoutScanTakesTheDefaultOne() {
        Deployment deployment = fixture.loaded("""
                connections: {m: {type: plain, host: h}}
                scanClasses: {default: {mode: poll, every: 5s}}
                points: [{id: a, on: m, address: "1"}]
                """);
        assertThat(deployment.points().get(0).scan()).isEqualTo("default");
    }

    @Test
    void sectionsWithoutEntriesAreAsGoodAsNone() {
        Deployment deployment =
                fixture.loaded("connections: {m: {type: plain, host: h}}\npoints:\nstreams:\nsinks:\nscanClasses:\n");
        assertThat(deployment.summary()).isEqualTo("1 connection, 0 points, 0 browses, 0 streams, 0 sinks");
    }

    @Test
    void aStreamMayHopeForWhatABrowseBrings() {
        String file = LoaderFixture.GOOD.replace("{from: \"press1.**\"", "{from: [press1.MAIN.axis1.*, \"*.MAIN.**\"]");
        assertThat(fixture.loaded(file).streams().get(0).from()).hasSize(2);
    }

    @Test
    void thePrintedDeploymentSaysWhatWillRun() {
        assertThat(fixture.loaded(LoaderFixture.GOOD).toString().replace(directory + "/", ""))
                .isEqualTo("""
                plant.yaml: 2 connections, 3 points, 1 browse, 2 streams, 2 sinks
                  connection press1: full://10.0.0.5:4000
                    1 point notified on change, checked every 1ms, at most 10ms late (scan fast)
                    1 point polled every 1s (scan slow)
                    all that match MAIN.axis*.**, scan ticks
                  connection meter: plain://meter.local:1502
                    1 point polled every 1s (scan slow)
                  stream stream1: press1.** (2 listed points) -> ring of 1024 -> console, file
                  stream power: meter.* (1 listed point) -> everyNth -> average -> ring of 65536 -> file
                  sink console (console)
                  sink file (jsonl)""");
    }

    @Test
    void aCharacterOfTwoSurrogatesMayStandAnywhere() {
        for (int before = 1000; before < 1040; before++) {
            String comment = "#" + " ".repeat(before) + "\uD83D\uDE00\n";
            assertThat(fixture.loaded(comment + LoaderFixture.GOOD).points()).hasSize(3);
        }
    }
}
