package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The other pages with commands work as written, with simulated devices. */
@Timeout(180)
class HowToPagesIT {

    /** What pages call plant.yaml: a deployment of the reader's. */
    private static final String PLANT = """
            points:
              - {id: press1.cycle, on: plc, address: MAIN.nCycle, scan: push}
            streams:
              - {id: press, from: "**", to: broker, ring: {onFull: spill, persist: always}}
            sinks:
              broker: {type: jsonl, path: samples.jsonl}
            """;

    @TempDir
    private Path directory;

    private Path secret(String name, String text) throws IOException {
        Path file = Files.writeString(directory.resolve(name), text + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    }

    private static AdsSimulator demo() throws IOException {
        return AdsSimulator.builder().model(AdsModel.demo()).start();
    }

    @Test
    void thePageOnOutagesCanBeFollowed() throws IOException {
        try (AdsSimulator plc = demo()) {
            // Nothing listens on port 1.
            String away = PLANT.replace("type: jsonl, path: samples.jsonl", "type: http, url: 'http://127.0.0.1:1/'");
            Path file = DeploymentText.write(directory, plc, away);
            Ran left = Ran.takt("run", file.toString(), "--seconds", "2").expect(ExitCode.GOOD);
            assertThat(left.out()).contains(" on disk)");

            DeploymentText.write(directory, plc, PLANT);
            List<Ran> ran = FollowedPage.of("docs/how-to/survive-outages.md")
                    .there((command, word) -> word.replace("plant.yaml", file.toString()))
                    .answering("buffer drop .*", "y\n")
                    .run();
            assertThat(ran).hasSize(3);
            assertThat(ran.get(0).out()).contains("press.broker");
            assertThat(Files.readString(directory.resolve("samples.jsonl"))).contains("press1.cycle");
        }
    }

    @Test
    void thePagesOnTheLivePageAndOnMonitoringCanBeFollowed() throws IOException {
        Path token = secret("page.token", "page-open-sesame-01");
        try (AdsSimulator plc = demo()) {
            String writable = PLANT.replace("scan: push}", "scan: push, writable: true, limits: {min: 0, max: 9}}");
            Path file = DeploymentText.write(directory, plc, writable + "commands: {audit: commands.jsonl}\n");
            List<Ran> shown = FollowedPage.of("docs/how-to/watch-on-the-page.md")
                    .there((command, word) -> switch (word) {
                        case "plant.yaml" -> file.toString();
                        case "page.token" -> token.toString();
                        case "--ui" -> "--ui=0";
                        default -> word;
                    })
                    .adding(".*", "--seconds", "2")
                    .run();
            assertThat(shown).hasSize(4);
            assertThat(shown.get(1).err()).contains("page at http://127.0.0.1:");
            assertThat(shown.get(3).err()).doesNotContain("page-open-sesame-01");

            List<Ran> served = FollowedPage.of("docs/how-to/monitor.md")
                    .there((command, word) -> word.replace("plant.yaml", file.toString())
                            .replace("127.0.0.1:9464", "127.0.0.1:0")
                            .replace("127.0.0.1:4318", "127.0.0.1:1"))
                    .adding(".*", "--seconds", "2")
                    .run();
            assertThat(served).hasSize(2);
        }
    }

    @Test
    void thePageOnUsersCanBeFollowed() throws IOException {
        TestCertificate certificate = TestCertificate.create(directory, "page", "CN=panel");
        try (AdsSimulator plc = demo()) {
            String writable = PLANT.replace("scan: push}", "scan: push, writable: true, limits: {min: 0, max: 9}}");
            Path file = DeploymentText.write(directory, plc, writable + "commands: {audit: commands.jsonl}\n");
            List<Ran> ran = FollowedPage.of("docs/how-to/page-for-several-users.md")
                    .there((command, word) -> switch (word) {
                        case "plant.yaml" -> file.toString();
                        case "page.users" -> directory.resolve(word).toString();
                        case "page.pem" -> certificate.certificate().toString();
                        case "page-key.pem" -> certificate.key().toString();
                        case "0.0.0.0:8470" -> "0.0.0.0:0";
                        default -> word;
                    })
                    .answering("user add .*", "a long password\na long password\n")
                    .adding("run .*", "--seconds", "2")
                    .run();
            assertThat(ran).hasSize(4);
            assertThat(ran.get(2).out()).contains("olga", "eva");
            assertThat(ran.get(3).err()).contains("page at https://localhost:").doesNotContain("token");
        }
    }

    @Test
    void thePageOnProfilesCanBeFollowed() throws IOException {
        try (AdsSimulator plc = demo()) {
            Path file = DeploymentText.write(directory, plc, PLANT);
            List<Ran> ran = FollowedPage.of("docs/how-to/profile.md")
                    // AsyncProfilerIT and JProfilerIT have these.
                    .without("run plant.yaml --seconds 60", "profile native.jfr .*", "run plant.yaml.* --jprofiler .*")
                    .there((command, word) -> switch (word) {
                        case "plant.yaml" -> file.toString();
                        case "run.jfr" -> directory.resolve(word).toString();
                        case "60" -> "2";
                        default -> word;
                    })
                    .run();
            assertThat(ran).hasSize(2);
            assertThat(ran.get(1).out()).contains("Requests, by connection and operation", "plc");
        }
    }

    @Test
    void thePageOnRecordsCanBeFollowed() throws IOException {
        try (AdsSimulator plc = demo()) {
            Path file = DeploymentText.write(directory, plc, PLANT);
            List<Ran> ran = FollowedPage.of("docs/how-to/record-and-replay.md")
                    .there((command, word) -> switch (word) {
                        case "plant.yaml" -> file.toString();
                        case "monday.jsonl", "replayed.yaml" ->
                            directory.resolve(word).toString();
                        case "3600" -> "2";
                        default -> word;
                    })
                    .adding("replay .*", "--seconds", "1")
                    // The device is gone with its command; ReplayIT has both at once.
                    .without("run .*")
                    .run();
            assertThat(ran).hasSize(2);
            Ran.takt("validate", directory.resolve("replayed.yaml").toString()).expect(ExitCode.GOOD);
        }
    }

    @Test
    void thePageOnWritingBackCanBeFollowed() throws IOException {
        Path token = secret("token.txt", "page-open-sesame-01");
        try (AdsSimulator press = Examples.press();
                OpcUaSimulator oven = Examples.oven()) {
            Path file = Examples.writeBack(directory, press, oven, token);
            List<Ran> ran = FollowedPage.of("docs/how-to/write-back.md")
                    .there((command, word) -> word.replace("write-back.yaml", file.toString()))
                    .adding("run .*", "--seconds", "5")
                    .run();
            assertThat(ran).hasSize(3);
            assertThat(ran.get(1).out()).contains("press1.setpoint", "oven.target");
            assertThat(press.get("MAIN.fSetpoint")).isEqualTo(21.5);
            assertThat(oven.get("oven.target")).isEqualTo(180.0);
        }
    }

    @Test
    void thePagesOnRoutesCanBeFollowed() throws IOException {
        Path password = secret("password", "made up");
        var model = AdsModel.parse(Examples.text("simulator/twincat-press.yaml"));
        try (AdsSimulator plc = AdsSimulator.builder()
                .model(model)
                .netId(AmsNetId.parse("5.1.2.3.1.1"))
                .udp(true)
                .login("Engineer", "made up")
                .start()) {
            String udpPort = Integer.toString(plc.udpAddress().getPort());
            List<Ran> ran = FollowedPage.of("docs/how-to/ads-routes.md")
                    // It asks all networks of this machine.
                    .without("discover ads")
                    .there((command, word) -> switch (word) {
                        case "10.0.0.5" -> command.startsWith("discover") ? "127.0.0.1" : plc.endpointUri();
                        case "${env:PLC_PASSWORD}" -> "${file:" + password + "}";
                        default -> word;
                    })
                    .adding("discover .*|route add .*", "--udp-port", udpPort)
                    .adding("route add 10.0.0.5", "--user", "Engineer")
                    .adding("route add .*", "--name", "old-hmi")
                    .answering("route add 10.0.0.5", "made up\n")
                    .run();
            assertThat(ran).hasSize(5);
            assertThat(ran.get(3).out()).contains("old-hmi");
            assertThat(plc.routes()).isEmpty();

            List<Ran> behind = FollowedPage.of("docs/how-to/ads-containers-and-nat.md")
                    .there((command, word) -> word.replace("10.0.0.5/", "127.0.0.1:" + plc.port() + "/")
                            .replace("gateway.example:14898", "127.0.0.1:" + plc.port())
                            .replaceFirst("^10\\.0\\.0\\.5$", "127.0.0.1"))
                    .adding("route add .*", "--udp-port", udpPort)
                    .adding("route add .* --net-id .*", "--user", "Engineer")
                    .answering("route add .*", "made up\n")
                    .run();
            assertThat(behind).hasSize(3);
            assertThat(plc.routes())
                    .singleElement()
                    .satisfies(route -> assertThat(route.address()).isEqualTo("10.0.0.9"));
        }
    }

    @Test
    void theCommandsOfTheReferenceCanBeFollowed() throws IOException {
        Path password = secret("password", "plant");
        Path line = Files.writeString(directory.resolve("Line.db"), """
                DATA_BLOCK "Line"
                { S7_Optimized_Access := 'FALSE' }
                   STRUCT
                      drives : Array[1..2] of "Drive";
                   END_STRUCT;
                BEGIN
                END_DATA_BLOCK
                """);
        Path drive = Files.writeString(directory.resolve("Drive.udt"), """
                TYPE "Drive"
                   STRUCT
                      speed : Real;
                   END_STRUCT;
                END_TYPE
                """);
        var model = io.taktstrom.s7.simulator.model.S7Model.parse(
                "access: {password: plant}\n" + Examples.text("simulator/s7-mixer.yaml"));
        try (S7Simulator cpu = S7Simulator.builder().model(model).start()) {
            String host = "127.0.0.1:" + URI.create(cpu.endpointUri()).getPort();
            List<Ran> ran = FollowedPage.of("docs/reference/cli.md")
                    .there((command, word) ->
                            word.replace("10.0.0.3", host).replace("${env:PLC_PASSWORD}", "${file:" + password + "}"))
                    .run();
            assertThat(ran)
                    .singleElement()
                    .satisfies(read -> assertThat(read.out()).contains("61.5"));
            List<Ran> browsed = FollowedPage.of("docs/reference/s7.md")
                    .there((command, word) -> word.replace("10.0.0.7", host)
                            .replace("Line.db", line.toString())
                            .replace("Drive.udt", drive.toString()))
                    .run();
            assertThat(browsed)
                    .singleElement()
                    .satisfies(browse -> assertThat(browse.out()).contains("Line.drives[2].speed"));
        }
    }
}
