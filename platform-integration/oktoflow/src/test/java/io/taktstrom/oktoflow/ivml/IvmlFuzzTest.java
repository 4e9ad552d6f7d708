package io.taktstrom.oktoflow.ivml;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.load.DeploymentLoader;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/** Models of anything: a deployment file, or problems; never an exception. */
class IvmlFuzzTest {

    private static final DeploymentLoader LOADER = DeploymentLoader.standard();

    private static @Nullable Path file;

    static Stream<byte[]> models() {
        return FuzzedParser.texts("""
                project P {
                    import Other*;
                    annotate BindingTime bindingTime = BindingTime::compile to .;
                    const NonEmptyString host = "10.0" + ".0.5"; // its address
                    RecordType Axis = { name = "Axis", fields = { Field {name = "X", type = refBy(DoubleType)} } };
                    TaktstromAdsConnector press = { host = host, port = 48898, amsNetId = "5.1.2.3.1.1", samplingPeriod = 100,
                        outInterface = {type = refBy(Axis)}, cacheMode = CacheMode::EQUALS };
                    TaktstromS7Connector cpu = TaktstromS7Connector { host = "10.0.0.7", scan = "fast", connection = "cpu" };
                    abstract compound C refines TaktstromS7Connector { setOf(Integer) n = {1, -2, 3 * 4}; };
                    freeze { .; } but (f|f.bindingTime >= 1);
                }
                """, """
                project Q { OpcUaV1Connector o = { port = 4840, inInterface = {type = refBy(T)},
                    security = { authenticationKey = "k" } };
                  assign (bindingTime = 1) to { A a; } /* c */ }
                """);
    }

    @MethodSource("models")
    @FuzzTest(maxDuration = "5m")
    void anyTextIsADeploymentOrProblems(byte[] bytes) throws IOException {
        Path model = written(bytes);
        FuzzedParser.check(bytes.length, () -> {
            IvmlImport.Read read = IvmlImport.read(
                    List.of(model),
                    scheme -> Connectors.all().stream()
                            .map(ConnectorProvider::descriptor)
                            .filter(each -> each.scheme().equals(scheme))
                            .findFirst()
                            .orElse(null));
            if (read.text().isEmpty() == read.problems().isEmpty()) {
                throw new AssertionError("neither a deployment nor problems: " + read);
            }
            read.problems().forEach(FuzzedParser::show);
            if (!read.text().isEmpty()) {
                DeploymentResult result = LOADER.read(Path.of("plant.yaml"), read.text());
                // What a connector says of an address is seen only then; but it is a file.
                if (result.toString().contains("is not YAML")) {
                    throw new AssertionError(result + "\n" + read.text());
                }
            }
        });
    }

    private static Path written(byte[] bytes) throws IOException {
        Path model = file;
        if (model == null) {
            model = Files.createTempFile("model", ".ivml");
            model.toFile().deleteOnExit();
            file = model;
        }
        return Files.write(model, bytes);
    }
}
