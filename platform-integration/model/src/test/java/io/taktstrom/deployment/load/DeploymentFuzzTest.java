package io.taktstrom.deployment.load;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.PointNames;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.deployment.UcumCode;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.provider.MethodSource;

/** Deployment files and tables of points of anything: a deployment, or problems; never an exception. */
class DeploymentFuzzTest {

    private static final DeploymentLoader LOADER =
            new DeploymentLoader(TestCatalog.CATALOG, name -> name.length() == 1 ? "9" : null, 1 << 20);

    private static final DeploymentLoader STANDARD = DeploymentLoader.standard();

    private static @Nullable Path folder;

    private static Path file(String name) throws IOException {
        Path in = folder;
        if (in == null) {
            in = Files.createTempDirectory("deployment");
            in.toFile().deleteOnExit();
            folder = in;
        }
        Path file = in.resolve(name);
        file.toFile().deleteOnExit();
        return file;
    }

    private static void use(DeploymentResult result) {
        if (result.toString().isEmpty()
                || (result instanceof DeploymentResult.Loaded loaded
                        && loaded.deployment().toString().isEmpty())) {
            throw new AssertionError("neither a deployment nor problems");
        }
    }

    static Stream<byte[]> deployments() {
        return FuzzedParser.texts(
                LoaderFixture.GOOD,
                LoaderFixture.COMPOSED,
                LoaderFixture.COMPOSED.replace("${env:EVERY}", "${env:E}ms").replace("${env:UNIT}", "${env:U}"));
    }

    static Stream<byte[]> examples() {
        return FuzzedParser.files(Path.of("../../docs/examples"), ".yaml");
    }

    /** With the connectors, sinks and stages that there are. */
    @MethodSource("examples")
    @FuzzTest(maxDuration = "5m")
    void anyTextIsADeploymentOfOursOrProblems(byte[] bytes) throws IOException {
        Path plant = file("plant.yaml");
        FuzzedParser.check(10 * bytes.length, () -> use(STANDARD.read(plant, FuzzedParser.text(bytes))));
    }

    @MethodSource("deployments")
    @FuzzTest(maxDuration = "5m")
    void anyTextIsADeploymentOrProblems(byte[] bytes) throws IOException {
        Path plant = file("plant.yaml");
        FuzzedParser.check(10 * bytes.length, () -> use(LOADER.read(plant, FuzzedParser.text(bytes))));
    }

    static Stream<byte[]> tables() {
        return FuzzedParser.texts(
                "id,address,type,unit,labels.kind\na,MAIN.a,LREAL,Cel,x\n\"b\",MAIN.b,\"STRING(80)\",,\nc,MAIN.c,,,\"say \"\"y\"\"\"\n",
                "address;scale;offset;deadband;writable\n1;0,5;1e3;10%;true\n2;1;;;no\n");
    }

    @MethodSource("tables")
    @FuzzTest(maxDuration = "3m")
    void anyTableIsPointsOrProblems(byte[] bytes) throws IOException {
        Files.write(file("points.csv"), bytes);
        Path plant = file("plant.yaml");
        String text =
                LoaderFixture.GOOD.replace("streams:", "  - {import: points.csv, on: press1, scan: slow}\nstreams:");
        FuzzedParser.check(10 * (bytes.length + text.length()), () -> use(LOADER.read(plant, text)));
    }

    static Stream<byte[]> units() {
        return FuzzedParser.texts(
                "kW.h", "m/s2", "10*3/uL", "{rot}/min", "nsu=urn:x;s=\"Oven\".T 100%", "MAIN.axes[3].fSpeed");
    }

    @MethodSource("units")
    @FuzzTest(maxDuration = "1m")
    void anyTextIsAUnitOrNotAndNamesAPoint(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        FuzzedParser.check(bytes.length, () -> {
            String code = UcumCode.of(text);
            if (!code.isEmpty() && !UcumCode.isValid(code)) {
                throw new AssertionError(code);
            }
            UcumCode.remedy(text);
            PointNames.ofAddress(text);
        });
    }
}
