package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.ExitCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One device must never hurt another: a small process with four, of which three are hostile. */
class HostileRunIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration LIMIT = Duration.ofSeconds(50);
    /** The simulated PLC counts its cycles of 1 ms. */
    private static final int VALUES = 5_000;

    @ParameterizedTest
    @EnumSource(HostilePeer.HostileAds.class)
    void aDeviceAmongThreeHostileOnesLosesNothing(HostilePeer.HostileAds kind) throws Exception {
        try (HostilePeer ads = HostilePeer.ofAds(kind);
                HostilePeer s7 = HostilePeer.ofS7();
                HostilePeer opcUa = HostilePeer.ofOpcUa()) {
            Path file = Files.writeString(
                    directory.resolve("plant.yaml"), """
                    connections:
                      good: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                      badAds: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 127.0.0.1.1.1, requestTimeout: 1s}
                      badS7: {type: s7, host: 127.0.0.1, port: %d, requestTimeout: 1s}
                      badUa: {type: opc.tcp, host: 127.0.0.1, port: %d, security: none, requestTimeout: 1s}
                    scanClasses:
                      push: {mode: notify, cycle: 1ms}
                      poll: {mode: poll, every: 20ms}
                    points:
                      - {id: good.counter, on: good, address: MAIN.nCycle, scan: push}
                      - {id: badAds.x, on: badAds, address: MAIN.x, scan: poll}
                      - {browse: badAds, match: "**", scan: poll}
                      - {id: badS7.x, on: badS7, address: DB1.DBD0, scan: poll}
                      - {browse: badS7, match: "**", scan: poll}
                      - {id: badUa.x, on: badUa, address: "ns=2;s=x", scan: poll}
                      - {browse: badUa, match: "**", scan: poll}
                    streams:
                      - {id: all, from: "**", to: [lines]}
                    sinks:
                      lines: {type: jsonl, path: out.jsonl}
                    """.formatted(plc.port(), ads.port(), s7.port(), opcUa.port()));
            try (TaktProcess run =
                    TaktProcess.start(directory, List.of("env", "JDK_JAVA_OPTIONS=-Xmx128m"), "run", file.toString())) {
                await().atMost(LIMIT)
                        .until(() -> !run.isAlive() || linesOfTheFourth().count() >= VALUES);
                assertThat(run.isAlive()).as("%s", run.err()).isTrue();
                assertThat(ads.served()).isPositive();
                assertThat(s7.served()).isPositive();
                assertThat(opcUa.served()).isPositive();
                run.signal("INT");
                // Two devices never answered and one was not browsed to the end: that is said, and nothing is lost.
                assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.GOOD);
                List<Long> values = values();
                // The first one is the value when the subscription began, before the device's own cycle.
                for (int i = 2; i < values.size(); i++) {
                    assertThat(values.get(i))
                            .as("value %d of %d", i, values.size())
                            .isEqualTo(values.get(i - 1) + 1);
                }
                PrintedAccount account = PrintedAccount.of(run.out(), "all.lines");
                assertThat(account.published()).isEqualTo(account.received());
                assertThat(run.err())
                        .containsPattern("badS7 at .* never answered")
                        .containsPattern("badUa at .* never answered")
                        .doesNotContainPattern("good at .* never answered");
            }
        }
    }

    private Stream<String> linesOfTheFourth() throws IOException {
        Path out = directory.resolve("out.jsonl");
        return Files.exists(out)
                ? Files.readAllLines(out).stream()
                        .filter(line -> line.contains("\"good.counter\"") && line.endsWith("}"))
                : Stream.empty();
    }

    /** What the fourth has in the file, in order; one that came while it connected does not count. */
    private List<Long> values() throws IOException {
        return linesOfTheFourth()
                .map(JSON::readTree)
                .filter(sample -> sample.get("status").stringValue().equals("Good"))
                .map(sample -> sample.get("value"))
                .map(JsonNode::longValue)
                .toList();
    }
}
