package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.PluginJar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Descriptions of devices that run: the plug-in for Modbus reads pymodbus as they say. Eclipse Thingweb's aas-aid makes the shells. */
class ForeignDescriptionsIT {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Path MODBUS = Path.of("..", "..", "connector-api", "example-modbus", "src");
    private static final Path NODE = Path.of("src", "test", "interop", "node");

    /** In the words of the W3C's binding for Modbus, by one form for each kind of register. */
    private static final String METER = """
            {
              "@context": "https://www.w3.org/2022/wot/td/v1.1",
              "title": "meter",
              "base": "modbus+tcp://127.0.0.1:%d",
              "securityDefinitions": {"nosec_sc": {"scheme": "nosec"}},
              "security": "nosec_sc",
              "properties": {
                "voltage": {"type": "number", "readOnly": true, "forms": [{"href": "/1/0?quantity=2",
                    "modv:entity": "HoldingRegister", "modv:type": "xsd:float", "modv:pollingTime": 100}]},
                "offset": {"type": "integer", "readOnly": true, "forms": [{"href": "/1/20?quantity=1",
                    "modv:function": "readInputRegisters", "modv:type": "xsd:short", "modv:pollingTime": 100}]},
                "running": {"type": "boolean", "readOnly": true, "forms": [{"href": "/1/3",
                    "modv:entity": "Coil", "modv:type": "xsd:boolean", "modv:pollingTime": 100}]},
                "alarm": {"type": "boolean", "readOnly": true, "forms": [{"href": "/1/7",
                    "modv:entity": "DiscreteInput", "modv:type": "xsd:boolean", "modv:pollingTime": 100}]},
                "fromOne": {"type": "integer", "readOnly": true, "forms": [{"href": "/1/11?quantity=1",
                    "modv:entity": "HoldingRegister", "modv:type": "xsd:unsignedShort",
                    "modv:zeroBasedAddressing": false, "modv:pollingTime": 100}]},
                "energy": {"type": "number", "readOnly": true, "forms": [{"href": "/1/100?quantity=4",
                    "modv:entity": "HoldingRegister", "modv:type": "xsd:double",
                    "modv:mostSignificantWord": false, "modv:pollingTime": 100}]}
              }
            }
            """;

    @TempDir
    private Path folder;

    private Path plugin() throws IOException {
        PluginJar jar = new PluginJar().provides(ConnectorProvider.class, "io.taktstrom.modbus.ModbusProvider");
        Path sources = MODBUS.resolve(Path.of("main", "java"));
        try (Stream<Path> files = Files.walk(sources)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = sources.relativize(file).toString().replace(".java", "");
                jar.source(name.replace(file.getFileSystem().getSeparator(), "."), Files.readString(file));
            }
        }
        Path plugins = Files.createDirectory(folder.resolve("plugins"));
        jar.write(plugins.resolve("modbus.jar"));
        return plugins;
    }

    /** A shell of a Thing Description. */
    private Path shell(Path thing, String... prefix) throws Exception {
        String node = PeerProcess.required("TAKT_NODE", "a Node.js, with @thingweb/aas-aid beside the script");
        Path shell = folder.resolve("shell.json");
        List<String> command = Stream.concat(
                        Stream.of(node, NODE.resolve("aid.mjs").toString(), thing.toString(), shell.toString()),
                        Stream.of(prefix))
                .toList();
        try (PeerProcess made = PeerProcess.start(command)) {
            assertThat(made.outputUntilItsEnd()).isEmpty();
        }
        return shell;
    }

    /** The latest value of each point in a file of JSON lines. */
    private static Map<String, Object> values(Path file) throws IOException {
        Map<String, Object> values = new TreeMap<>();
        try (Stream<String> lines = Files.lines(file)) {
            for (JsonNode sample : lines.map(JSON::readTree).toList()) {
                assertThat(sample.get("status").stringValue()).isEqualTo("Good");
                values.put(sample.get("point").stringValue(), JSON.treeToValue(sample.get("value"), Object.class));
            }
        } catch (NoSuchFileException e) {
            return Map.of();
        }
        return values;
    }

    @ParameterizedTest
    @ValueSource(strings = {"td", "aid"})
    void aDeploymentOfADescriptionReadsAForeignModbusServer(String format) throws Exception {
        String plugins = plugin().toString();
        try (PeerProcess server = PeerProcess.start(
                "TAKT_PYTHON",
                "a Python with pymodbus",
                MODBUS.resolve(Path.of("test", "interop", "pymodbus_server.py")))) {
            int port = Integer.parseInt(server.line("").strip());
            // 50.0, -2, two bits, 7, and 1.0 with its low word first.
            for (String table : List.of("3 0 16968 0", "4 20 65534", "1 3 1", "2 7 1", "3 10 7", "3 100 0 0 0 16368")) {
                server.tell("set " + table, "ok");
            }
            Path thing = Files.writeString(folder.resolve("meter.td.json"), METER.formatted(port));
            Path description = format.equals("td") ? thing : shell(thing);
            Ran imported = Ran.takt("import", format, description.toString(), "--plugins", plugins)
                    .expect(ExitCode.GOOD);
            assertThat(imported.out()).contains("{type: console}").contains("words: swapped");
            Path file = Files.writeString(
                    folder.resolve("meter.yaml"),
                    imported.out().replace("{type: console}", "{type: jsonl, path: samples.jsonl}"));
            Path samples = folder.resolve("samples.jsonl");
            Running.until(() -> values(samples).size() == 6, "run", file.toString(), "--plugins", plugins)
                    .expect(ExitCode.GOOD);
            assertThat(values(samples).entrySet().stream()
                            .collect(Collectors.toMap(
                                    value -> value.getKey().replaceFirst(".*\\.", ""), Map.Entry::getValue)))
                    .isEqualTo(Map.of(
                            "voltage", 50.0, "offset", -2, "running", true, "alarm", true, "fromOne", 7, "energy",
                            1.0));
        }
    }

    /** It takes the first form of a property that begins as it is told, and leaves the terms out that it does not know. */
    @Test
    void aShellThatNamesNodesInItsHrefsAloneIsImported() throws Exception {
        Path file = Files.writeString(folder.resolve("plant.yaml"), """
                connections:
                  press1: {type: opc.tcp, host: 10.0.0.5, path: UA/Server}
                scanClasses:
                  default: {mode: poll, every: 1s}
                points:
                  - {id: press1.speed, on: press1, address: "ns=2;s=Press.Speed"}
                  - {id: press1.odd, on: press1, address: "nsu=urn:x;s=a&b#c d"}
                """);
        Ran exported = Ran.takt("export", "td", file.toString()).expect(ExitCode.GOOD);
        Path thing = Files.writeString(folder.resolve("press.td.json"), exported.out());
        Ran refused = Ran.takt("import", "aid", shell(thing).toString()).expect(ExitCode.WRONG_USE);
        assertThat(refused.err()).contains("properties.speed: names no node; write '/?id=NODEID' as href");
        Path shell = shell(thing, "opc.tcp://10.0.0.5:4840/UA/Server/?");
        assertThat(Ran.takt("import", "aid", shell.toString())
                        .expect(ExitCode.GOOD)
                        .out())
                .contains(
                        "host: \"10.0.0.5\", port: 4840, path: \"UA/Server\"",
                        "address: \"ns=2;s=Press.Speed\"",
                        "address: \"nsu=urn:x;s=a&b#c d\"");
    }
}
