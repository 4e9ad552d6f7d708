package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
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

/** Whoever follows the pages that connect to a device gets there, with the simulated device that each page names. */
@Timeout(180)
class ConnectPagesIT {

    private static final Path DOCS = Path.of("../../docs");
    private static final Pattern ACCEPT = Pattern.compile("takt trust accept ([0-9a-f]+)");

    @TempDir
    Path directory;

    @Test
    void thePageOnTwinCatCanBeFollowed() throws IOException {
        var model = io.taktstrom.ads.simulator.model.SimulatorModel.parse(model("twincat-press.yaml"));
        try (AdsSimulator plc = AdsSimulator.builder().model(model).start()) {
            // What asks a router, not the PLC, RouteCommandsIT follows.
            List<Ran> ran = follow(
                    "connect-to-twincat.md",
                    Set.of("simulate", "route", "doctor"),
                    word -> word.replace("ads://10.0.0.5", "ads://127.0.0.1:" + plc.port()));
            assertThat(ran).hasSize(3);
            assertThat(ran.get(0).out()).contains("MAIN.fTemp");
            assertThat(ran.get(1).out()).contains("MAIN.axis[2].pos");
        }
    }

    @Test
    void thePageOnS7CanBeFollowed() throws IOException {
        Path symbols = Files.writeString(directory.resolve("Line.db"), S7CommandsIT.SOURCE);
        var model = io.taktstrom.s7.simulator.model.SimulatorModel.parse(model("s7-mixer.yaml"));
        try (S7Simulator cpu = S7Simulator.builder().model(model).start()) {
            String port = ":" + URI.create(cpu.endpointUri()).getPort();
            List<Ran> ran = follow(
                    "connect-to-s7.md",
                    Set.of("simulate"),
                    word -> word.replace("10.0.0.7", "127.0.0.1" + port).replace("Line.db", symbols.toString()));
            assertThat(ran).hasSize(4);
            assertThat(ran.get(0).out()).contains("Line.running");
            assertThat(ran.get(1).out()).contains("61.5", "Mango");
            assertThat(cpu.get("mixer.level")).hasToString("2.5");

            DocumentedBlock deployment = blocks("connect-to-s7.md", "yaml").get(0);
            Path file = Files.writeString(
                    directory.resolve("mixer.yaml"),
                    deployment.text().replace("host: 10.0.0.7", "host: 127.0.0.1, port" + port.replace(":", ": ")));
            Ran dry = Ran.takt("run", file.toString(), "--dry");
            assertThat(dry.code()).as(dry.out() + dry.err()).isEqualTo(ExitCode.GOOD);
        }
    }

    @Test
    void thePageOnOpcUaCanBeFollowed() throws IOException {
        Path pki = directory.resolve("pki");
        Path plant = Files.writeString(directory.resolve("plant.yaml"), """
                connections:
                  press1: {type: opc.tcp, host: 127.0.0.1}
                scanClasses:
                  slow: {mode: poll, every: 1s}
                points:
                  - {id: press1.other, on: press1, address: "nsu=urn:plant:press;s=Other", scan: slow}
                """);
        var model = io.taktstrom.opcua.simulator.model.SimulatorModel.parse(model("opcua-press.yaml"));
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                .model(model)
                .certificates(directory.resolve("certificates"))
                .start()) {
            String host = URI.create(server.url()).getAuthority();
            UnaryOperator<String> there = word -> word.equals("plant.yaml")
                    ? plant.toString()
                    : word.replaceFirst(
                                    "^opc\\.tcp://10\\.0\\.0\\.7:4840$",
                                    "opc.tcp://" + host + "?connectTimeout=30s&pki=" + pki)
                            .replace("10.0.0.7:4840", host);
            String fingerprint = fingerprint(there);
            List<Ran> ran = follow(
                    "connect-to-opcua.md",
                    // An export of a server's nodes ImportOpcUaCommandTest has.
                    Set.of("simulate", "import"),
                    word -> there.apply(word).replace("3f9a17c2", fingerprint),
                    "--pki",
                    pki.toString());
            assertThat(ran).hasSize(9);
            assertThat(ran.get(0).out()).contains("Press.Speed");
            assertThat(Files.readString(plant)).contains("Press.Speed", "Press.Force");
            assertThat(ran.get(7).out()).contains("Started");
        }
    }

    /** Of the server's certificate, from the message that the page shows: by which the first reader is refused. */
    private static String fingerprint(UnaryOperator<String> there) {
        Ran refused = Ran.takt("read", there.apply("opc.tcp://10.0.0.7:4840"), "nsu=urn:plant:press;s=Press.Speed");
        assertThat(refused.code()).as(refused.out()).isEqualTo(ExitCode.FAILED);
        Matcher remedy = ACCEPT.matcher(refused.err());
        assertThat(remedy.find()).as(refused.err()).isTrue();
        return remedy.group(1);
    }

    /** Runs each command of a page but these; all must end well, but for the one that the page lets fail. */
    private List<Ran> follow(String page, Set<String> but, UnaryOperator<String> there, String... trust)
            throws IOException {
        List<Ran> all = new ArrayList<>();
        boolean isTrusted = trust.length == 0;
        for (DocumentedBlock block : blocks(page, "sh")) {
            for (List<String> command : ShellText.commands(block.text())) {
                String verb = command.get(1);
                if (but.contains(verb)) {
                    continue;
                }
                List<String> words = new ArrayList<>();
                command.stream().skip(1).map(there).forEach(words::add);
                if (verb.equals("watch")) {
                    words.addAll(List.of("--seconds", "2"));
                } else if (verb.equals("trust")) {
                    words.addAll(List.of(trust));
                }
                Ran ran = Ran.takt(words.toArray(String[]::new));
                boolean mayFail =
                        !isTrusted && words.stream().anyMatch(word -> word.contains("pki=")) && verb.equals("read");
                assertThat(ran.code())
                        .as(block + ": " + words + "\n" + ran.out() + ran.err())
                        .isEqualTo(mayFail ? ExitCode.FAILED : ExitCode.GOOD);
                isTrusted |= words.contains("accept");
                all.add(ran);
            }
        }
        return all;
    }

    private static List<DocumentedBlock> blocks(String page, String language) {
        return DocumentedBlock.of(DOCS.resolve("how-to").resolve(page)).stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    private static String model(String name) throws IOException {
        return Files.readString(DOCS.resolve("examples/simulator").resolve(name));
    }
}
