package io.taktstrom.oktoflow.ivml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.spi.Connectors;
import io.taktstrom.text.Problem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Models of the shape that oktoflow's examples have, written for this test. */
class IvmlImportTest {

    private static final String CONSTANTS = """
            project PlantConstants {
                import DataTypes;
                annotate BindingTime bindingTime = BindingTime::compile to .;
                const NonEmptyString engraver = "engraver" + ".plant"; // its address
            }
            """;

    private static final String TYPES = """
            project PlantTypes {
                import PlantConstants;

                DisplayRow top = {
                    name = "Top"
                };

                RecordType Nothing = {name = "Nothing", fields = {}};

                RecordType Axis = {
                    name = "Axis",
                    fields = {
                        Field {name = "Position", type = refBy(DoubleType)},
                        Field {
                            name = "Homed",
                            type = refBy(BooleanType),
                            cachingTime = CACHE_NONE
                        }
                    }
                };

                RecordType EngraverOut = {
                    name = "EngraverOut",
                    fields = {
                        Field {name = "Power", type = refBy(FloatType), description = "in W; of the beam"},
                        Field {name = "X", type = refBy(Axis)},
                        Field {name = "Curve", type = refBy(DoubleArrayType)}
                    }
                };

                RecordType EngraverIn = {
                    name = "EngraverIn",
                    fields = {
                        Field {name = "Power", type = refBy(FloatType)},
                        Field {name = "Start", type = refBy(BooleanType)}
                    }
                };
            }
            """;

    private static final String SERVICES = """
            project PlantServices {
                import PlantTypes;
                annotate BindingTime bindingTime = BindingTime::compile to .;

                serializer = Serializer::Json;
                isDefined(serializer);

                /* the scanner
                   at the door */
                SerialConnector scanner = SerialConnector {
                    id = "scanner", baudRate = 9600, parity = SerialConnectorParity::NO
                };

                OpcUaV1Connector engraverConn = {
                    id = "EngraverConn",
                    name = "Engraver",
                    ver = "0.1.0",
                    host = engraver,
                    port = 4841,
                    samplingPeriod = 500,
                    cacheMode = CacheMode::NONE,
                    mock = false,
                    security = {authenticationKey = "engraver", hostNameVerification = false},
                    kind = ServiceKind::TRANSFORMATION_SERVICE,
                    input = {{type=refBy(EngraverIn)}},
                    output = {{type=refBy(EngraverOut)}},
                    inInterface = {{type=refBy(EngraverIn), path="Objects/Engraver/"}},
                    outInterface = {{type=refBy(EngraverOut), path="Objects/Engraver"}}
                };

                MeshSource engraverSource = {impl = refBy(engraverConn), next = {refBy(engraverNext)}};
                MeshConnector engraverNext = {name = "Engraver->Sink", next = refBy(sink)};

                freeze {
                    .;
                }
            }
            """;

    @TempDir
    private Path folder;

    private IvmlImport.Read read(String services) throws IOException {
        Files.writeString(folder.resolve("PlantConstants.ivml"), CONSTANTS);
        Files.writeString(folder.resolve("PlantTypes.ivml"), TYPES);
        Path file = Files.writeString(folder.resolve("PlantServices.ivml"), services);
        return IvmlImport.read(
                List.of(file), scheme -> Connectors.provider(scheme).descriptor());
    }

    /** Line and column of the first place with this text, as a problem has them. */
    private static String place(String services, String marked) {
        int at = services.indexOf(marked);
        int line = 1
                + (int) services.substring(0, at).chars().filter(c -> c == '\n').count();
        return "PlantServices.ivml:" + line + ":" + (at - services.lastIndexOf('\n', at));
    }

    @Test
    void oktoflowsOpcUaConnectorsBecomeConnectionsWhosePointsAreFoundByTheirPaths() throws IOException {
        IvmlImport.Read read = read(SERVICES);
        assertThat(read.problems()).isEmpty();
        assertThat(read.text().lines())
                .contains(
                        "  \"engraverConn\": {type: opc.tcp, host: \"engraver.plant\", port: 4841,"
                                + " password: \"${env:ENGRAVERCONN_PASSWORD}\"}",
                        "  \"poll-500ms\": {mode: poll, every: 500ms}",
                        "  - {browse: \"engraverConn\", match: \"/Objects/Engraver/Power\", scan: \"poll-500ms\", writable: true}",
                        "  - {browse: \"engraverConn\", match: \"/Objects/Engraver/X/Position\", scan: \"poll-500ms\"}",
                        "  - {browse: \"engraverConn\", match: \"/Objects/Engraver/Curve\", scan: \"poll-500ms\"}",
                        "  - {browse: \"engraverConn\", match: \"/Objects/Engraver/Start\", scan: \"poll-500ms\", writable: true}");
        assertThat(read.notes())
                .contains("SerialConnector scanner is left out: it is of another protocol")
                .anyMatch(note -> note.contains("ENGRAVERCONN_PASSWORD"));
        Path deployment =
                Files.writeString(folder.resolve("plant.yaml"), read.text().replace("ENGRAVERCONN_PASSWORD", "PATH"));
        assertThat(DeploymentLoader.standard().load(deployment)).isInstanceOf(DeploymentResult.Loaded.class);
    }

    /** As oktoflow's own examples have them. */
    @Test
    void whatSaysNothingAboutDevicesNeedNotBeUnderstood() throws IOException {
        IvmlImport.Read read = read(SERVICES.replace("mock = false,", """
                mock = mocked(true, 1),
                operations = {FieldAssignmentOperation{field=refBy(EngraverOut.fields[0]), operation=Add{
                    arguments={DataFieldAccess{field=refBy(EngraverOut.fields[0])}, Constant{value=-100}}}}},
                """).replace("freeze {", """
                String address = networkAddress(manager, 1);
                freeze {"""));
        assertThat(read.problems()).isEmpty();
        assertThat(read.text()).contains("/Objects/Engraver/Power");
    }

    /** As oktoflow's meta model and its example of a woodworking machine have them. */
    @Test
    void anInterfaceWithoutBracesAndAFileInLatin1AreRead() throws IOException {
        String services = SERVICES.replace(
                        "{{type=refBy(EngraverOut), path=\"Objects/Engraver\"}}", "refBy(EngraverOut)")
                .replace("host = engraver,", "host = \"fräse\", description = \"one\ntwo\",")
                .replace("serializer =", """
                        def setOf(X) all(X x) = let setOf(X) r = {} in r.including(x);
                        const Integer timeout = 5 * max(a.period, b.period);
                        assign (semanticId = Unit_ms) to {
                            Integer limit = 0;
                        }
                        serializer =""");
        read(SERVICES);
        Path file = Files.writeString(folder.resolve("Latin.ivml"), services, StandardCharsets.ISO_8859_1);
        IvmlImport.Read read = IvmlImport.read(
                List.of(file), scheme -> Connectors.provider(scheme).descriptor());
        assertThat(read.problems()).isEmpty();
        assertThat(read.text()).contains("host: \"fräse\"").contains("match: \"/X/Position\"");
    }

    @Test
    void aConnectorWithoutAHostHasThatOfOktoflowAndSaysSo() throws IOException {
        IvmlImport.Read read = read(SERVICES.replace("host = engraver,", ""));
        assertThat(read.problems()).isEmpty();
        assertThat(read.text()).contains("\"engraverConn\": {type: opc.tcp, host: \"localhost\", port: 4841,");
        assertThat(read.notes()).contains("OpcUaV1Connector engraverConn names no host: oktoflow's default, localhost");
    }

    private void refused(String good, String bad, String marked, String message) throws IOException {
        String services = SERVICES.replace(good, bad);
        assertThat(services).isNotEqualTo(SERVICES);
        IvmlImport.Read read = read(services);
        assertThat(read.text()).isEmpty();
        assertThat(read.problems().stream().map(Problem::toString))
                .anyMatch(problem -> problem.contains(place(services, marked)) && problem.contains(message));
    }

    @Test
    void whatIsNotUnderstoodIsSaidWithLineAndColumn() throws IOException {
        refused("host = engraver,", "host = unknown,", "unknown,", "its value is not known here");
        refused("samplingPeriod = 500", "samplingPeriod = often(500)", "(500)", "the function often is not understood");
        refused("samplingPeriod = 500", "samplingPeriod = \"500ms\"", "\"500ms\"", "'500ms' is not a whole number");
        refused(
                "{{type=refBy(EngraverOut), path=\"Objects/Engraver\"}}",
                "{{type=refBy(Gone)}}",
                "Gone)",
                "the record Gone is not declared here");
        refused(
                "port = 4841,",
                "port = 4841;",
                ";\n        samplingPeriod",
                "a comma or a closing brace is expected, not ';'");
        refused("id = \"EngraverConn\",", "id = \"EngraverConn,", "\"EngraverConn,", "begins here and does not end");
    }

    @Test
    void aTypeThatIsNotDeclaredIsRefusedAtItsField() throws IOException {
        Files.writeString(folder.resolve("PlantConstants.ivml"), CONSTANTS);
        Files.writeString(
                folder.resolve("PlantTypes.ivml"),
                TYPES.replace("refBy(FloatType), description", "refBy(LaserType), description"));
        Path file = Files.writeString(folder.resolve("PlantServices.ivml"), SERVICES);
        IvmlImport.Read read = IvmlImport.read(
                List.of(file), scheme -> Connectors.provider(scheme).descriptor());
        assertThat(read.problems())
                .singleElement()
                .asString()
                .contains("PlantTypes.ivml:25:49: ")
                .contains("the type LaserType is not declared here");
    }

    @Test
    void oktoflowsOwnAdsConnectorLacksTheAddressOfTheMachine() throws IOException {
        String services = """
                project PlantServices {
                    AdsConnector press = {
                        host = "5.1.2.3.1.1",
                        port = 851
                    };
                }
                """;
        IvmlImport.Read read = read(services);
        assertThat(read.problems())
                .singleElement()
                .asString()
                .contains(place(services, "\"5.1.2.3.1.1\""))
                .contains("write host = \"ads://ADDRESS:48898/5.1.2.3.1.1:851\"");
    }

    @Test
    void whatIsNoModelIsRefused() throws IOException {
        assertThat(read("connections: {}").problems())
                .singleElement()
                .asString()
                .contains("PlantServices.ivml:1:1: 'project' is expected, not 'connections'");
        assertThat(read("project PlantServices {\n}\n").problems())
                .singleElement()
                .asString()
                .contains("has no connector that is one of ours");
        assertThat(read("project PlantServices {\n  X a = " + "{".repeat(100) + "\n")
                        .problems())
                .anyMatch(problem -> problem.toString().contains("nested too deeply"));
        assertThat(IvmlImport.read(List.of(folder.resolve("no.ivml")), scheme -> null)
                        .problems())
                .singleElement()
                .asString()
                .contains("no.ivml: does not exist");
    }
}
