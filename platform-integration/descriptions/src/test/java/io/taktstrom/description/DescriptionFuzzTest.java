package io.taktstrom.description;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.description.aid.AidReader;
import io.taktstrom.description.aid.AidWriter;
import io.taktstrom.description.td.ThingReader;
import io.taktstrom.description.td.ThingWriter;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/** Descriptions of devices from elsewhere: a deployment file, or a refusal. */
class DescriptionFuzzTest {

    private static final DeploymentLoader LOADER = DeploymentLoader.standard();

    private static @Nullable Path file;

    static Stream<byte[]> things() {
        String whole = ThingWriter.write(
                "plant", Plants.describe(Plants.load(Plants.ALL)).interfaces());
        return FuzzedParser.texts(whole, """
                {"@context": "c", "title": "meter", "base": "modbus+tcp://h:502/1", "securityDefinitions": {"b": {"scheme": "basic"}},
                 "security": ["b"], "actions": {"a": {}}, "properties": {"V": {"type": "number", "unit": "V", "observable": true,
                 "forms": [{"href": "7?quantity=2", "op": ["readproperty", "writeproperty"], "modv:type": "xsd:float",
                   "modv:entity": "holdingRegister", "modv:pollingTime": 2000}]}}}
                """, """
                {"@context": "c", "title": "o", "base": "opc.tcp://h:4840/p", "properties": {"V": {"readOnly": false,
                 "forms": [{"href": "/?id=nsu=urn:x;s=a", "uav:id": "ns=1;i=2"}, {"href": "ads://h:48898/1.2.3.4.5.6:851/MAIN.a"}]}}}
                """);
    }

    static Stream<byte[]> shells() throws IOException {
        List<DeviceInterface> plant = Plants.describe(Plants.load(Plants.ALL)).interfaces();
        String xml = """
                <environment xmlns="https://admin-shell.io/aas/3/0"><submodels><submodel>
                <idShort>AssetInterfacesDescription</idShort><submodelElements><submodelElementCollection><idShort>I</idShort><value>
                <submodelElementCollection><idShort>EndpointMetadata</idShort><value><property><idShort>base</idShort>
                <value>modbus+tcp://10.0.0.9:502</value></property></value></submodelElementCollection>
                <submodelElementCollection><idShort>InteractionMetadata</idShort><value><submodelElementCollection>
                <idShort>properties</idShort><value><submodelElementCollection><idShort>e</idShort><value>
                <property><idShort>type</idShort><value>float</value></property><submodelElementCollection><idShort>forms</idShort>
                <value><property><idShort>href</idShort><value>40361?quantity=4</value></property></value>
                </submodelElementCollection></value></submodelElementCollection></value></submodelElementCollection></value>
                </submodelElementCollection></value></submodelElementCollection></submodelElements></submodel></submodels>
                </environment>
                """;
        return Stream.of(
                AidWriter.writePackage("plant", plant),
                AidWriter.write("plant", plant).getBytes(StandardCharsets.UTF_8),
                xml.getBytes(StandardCharsets.UTF_8));
    }

    private static void use(List<DeviceInterface> interfaces) {
        DescriptionImport.Imported imported = Plants.read(interfaces);
        if (imported.text().isEmpty() == imported.problems().isEmpty()) {
            throw new AssertionError("neither a deployment nor problems: " + imported);
        }
        if (!imported.text().isEmpty()) {
            DeploymentResult result = LOADER.read(Path.of("plant.yaml"), imported.text());
            // What a connector says of an address is seen only then; but it is a file.
            if (result.toString().contains("is not YAML")) {
                throw new AssertionError(result + "\n" + imported.text());
            }
        }
    }

    @MethodSource("things")
    @FuzzTest(maxDuration = "5m")
    void anyTextIsAThingOrRefused(byte[] bytes) {
        FuzzedParser.check(
                bytes.length,
                IllegalArgumentException.class,
                () -> use(List.of(new ThingReader().read(FuzzedParser.text(bytes)))));
    }

    @MethodSource("shells")
    @FuzzTest(maxDuration = "5m")
    void anyBytesAreAShellOrRefused(byte[] bytes) throws IOException {
        Path shell = written(bytes);
        FuzzedParser.check(bytes.length, IllegalArgumentException.class, () -> use(new AidReader().read(shell)));
    }

    private static Path written(byte[] bytes) throws IOException {
        Path shell = file;
        if (shell == null) {
            shell = Files.createTempFile("shell", ".aasx");
            shell.toFile().deleteOnExit();
            file = shell;
        }
        return Files.write(shell, bytes);
    }
}
