package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages that connect to a device work as written, with the simulated device that each page names. */
@Timeout(180)
class ConnectPagesIT {

    private static final Pattern ACCEPT = Pattern.compile("takt trust accept ([0-9a-f]+)");

    @TempDir
    Path directory;

    @Test
    void thePageOnTwinCatCanBeFollowed() throws IOException {
        var model = io.taktstrom.ads.simulator.model.AdsModel.parse(model("twincat-press.yaml"));
        try (AdsSimulator plc = AdsSimulator.builder().model(model).start()) {
            FollowedPage page = FollowedPage.of("docs/how-to/connect-to-twincat.md");
            Path plant = Files.writeString(
                    directory.resolve("plant.yaml"),
                    page.deployment().replace("host: 10.0.0.5", "host: 127.0.0.1, port: " + plc.port()));
            List<Ran> ran = page
                    // The device is there already; what asks a router, not the PLC, the page on routes has.
                    .without("simulate .*", "route .*", "doctor")
                    .there((command, word) -> word.replace("ads://10.0.0.5", "ads://127.0.0.1:" + plc.port())
                            .replace("plant.yaml", plant.toString()))
                    .adding("watch .*|run plant.yaml", "--seconds", "2")
                    .run();
            assertThat(ran).hasSize(6);
            assertThat(ran.get(4).out()).contains("press1.temp");
            assertThat(ran.get(5).out()).contains("Start", "true", "nStrokes", "1200000");
            assertThat(ran.get(0).out()).contains("MAIN.fTemp");
            assertThat(ran.get(1).out()).contains("MAIN.axis[2].pos");
        }
    }

    @Test
    void thePageOnS7CanBeFollowed() throws IOException {
        var model = io.taktstrom.s7.simulator.model.S7Model.parse(model("s7-mixer.yaml"));
        try (S7Simulator cpu = S7Simulator.builder().model(model).start()) {
            String port = ":" + URI.create(cpu.endpointUri()).getPort();
            FollowedPage page = FollowedPage.of("docs/how-to/connect-to-s7.md");
            Path plant = Files.writeString(
                    directory.resolve("plant.yaml"),
                    page.deployment().replace("host: 10.0.0.7", "host: 127.0.0.1, port" + port.replace(":", ": ")));
            List<Ran> ran = page.without("simulate .*")
                    .there((command, word) -> word.replace("10.0.0.7", "127.0.0.1" + port)
                            .replace(
                                    "docs/examples",
                                    Path.of("..", "..", "docs", "examples").toString())
                            .replace("plant.yaml", plant.toString()))
                    .adding("watch .*|run plant.yaml", "--seconds", "2")
                    .run();
            assertThat(ran).hasSize(6);
            assertThat(ran.get(0).out()).contains("Line.running");
            assertThat(ran.get(1).out()).contains("61.5", "Mango");
            assertThat(ran.get(5).out()).contains("mixer.level");
            assertThat(cpu.get("mixer.level")).hasToString("2.5");
        }
    }

    @Test
    void thePageOnOpcUaCanBeFollowed() throws IOException {
        Path pki = directory.resolve("pki");
        FollowedPage page = FollowedPage.of("docs/how-to/connect-to-opcua.md");
        var model = io.taktstrom.opcua.simulator.model.OpcUaModel.parse(model("opcua-press.yaml"));
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                .model(model)
                .certificates(directory.resolve("certificates"))
                .start()) {
            String host = URI.create(server.url()).getAuthority();
            Path plant = Files.writeString(
                    directory.resolve("plant.yaml"),
                    page.deployment()
                            .replace(
                                    "host: 10.0.0.7",
                                    "host: " + host.replace(":", ", port: ") + ", connectTimeout: 30s, pki: " + pki));
            UnaryOperator<String> there = word -> word.equals("plant.yaml")
                    ? plant.toString()
                    : word.replaceFirst(
                                    "^opc\\.tcp://10\\.0\\.0\\.7:4840$",
                                    "opc.tcp://" + host + "?connectTimeout=30s&pki=" + pki)
                            .replace("10.0.0.7:4840", host);
            String fingerprint = fingerprint(there);
            List<Ran> ran = page
                    // An export of a server's nodes ImportOpcUaCommandTest has.
                    .without("simulate .*", "import .*")
                    .there((command, word) -> there.apply(word).replace("3f9a17c2", fingerprint))
                    .adding("trust .*", "--pki", pki.toString())
                    .adding("watch .*", "--seconds", "2")
                    .adding("run plant.yaml", "--seconds", "5")
                    // The server is unknown: the page shows the refusal.
                    .failing("read opc.tcp://10.0.0.7:4840 .*")
                    .run();
            assertThat(ran).hasSize(11);
            assertThat(ran.get(0).out()).contains("Press.Speed");
            assertThat(ran.get(6).out()).contains("press1.speed");
            assertThat(Files.readString(plant)).contains("Press.Speed", "Press.Force");
            assertThat(ran.get(9).out()).contains("Started");
        }
    }

    /** Of the server's certificate, from the message that the page shows: by which the first reader is refused. */
    private static String fingerprint(UnaryOperator<String> there) {
        Ran refused = Ran.takt("read", there.apply("opc.tcp://10.0.0.7:4840"), "nsu=urn:plant:press;s=Press.Speed")
                .expect(ExitCode.FAILED);
        Matcher remedy = ACCEPT.matcher(refused.err());
        assertThat(remedy.find()).as(refused.err()).isTrue();
        return remedy.group(1);
    }

    private static String model(String name) throws IOException {
        return Examples.text("simulator/" + name);
    }
}
