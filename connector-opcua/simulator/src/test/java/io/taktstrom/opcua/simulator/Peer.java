package io.taktstrom.opcua.simulator;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.taktstrom.opcua.simulator.model.SimulatorModel;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs a client that nobody here wrote against a simulator, and turns each line that it prints into a test. */
final class Peer {

    static final Path FOLDER = Path.of("src/test/interop");

    private static final Duration LIMIT = Duration.ofMinutes(3);

    private Peer() {}

    /** The program that an environment variable names, or null. */
    static @Nullable String program(String variable) {
        String value = System.getenv(variable);
        return value == null || value.isEmpty() ? null : value;
    }

    /**
     * One test in place of those that a missing program would run: skipped, or failing if {@code TAKT_INTEROP} is set.
     *
     * @param program what the variable names, for the message
     */
    static Stream<DynamicTest> missing(String variable, String program) {
        String message = variable + " is not set: it names " + program + "; ./takt test sets it up";
        return Stream.of(DynamicTest.dynamicTest("needs " + variable, () -> {
            if ("1".equals(System.getenv("TAKT_INTEROP"))) {
                throw new AssertionFailedError(message);
            }
            Assumptions.abort(message);
        }));
    }

    static SimulatorModel model() throws IOException {
        return SimulatorModel.parse(Files.readString(FOLDER.resolve("peers.yaml")));
    }

    /** A test for each of the checks, which are those that the client reports. */
    static Stream<DynamicTest> tests(List<String> command, String... checks) throws Exception {
        Map<String, JsonNode> results = new HashMap<>();
        List<String> noise = new ArrayList<>();
        int exit = run(command, results, noise);
        Stream<DynamicTest> each = Arrays.stream(checks)
                .map(check -> DynamicTest.dynamicTest(check.replace('_', ' '), () -> assertOk(check, results, noise)));
        return Stream.concat(each, Stream.of(DynamicTest.dynamicTest("nothing else went wrong", () -> {
            assertThat(results.keySet()).containsExactlyInAnyOrder(checks);
            assertThat(exit).as("exit code; %s", noise).isZero();
        })));
    }

    private static void assertOk(String check, Map<String, JsonNode> results, List<String> noise) {
        JsonNode result = results.get(check);
        if (result == null) {
            throw new AssertionFailedError("the client did not report this check; it said " + noise);
        }
        assertThat(result.get("ok").asBoolean())
                .as(result.get("detail").asString())
                .isTrue();
    }

    private static int run(List<String> command, Map<String, JsonNode> results, List<String> noise) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread watchdog = new Thread(() -> endAfterLimit(process), "watchdog of a peer");
        watchdog.setDaemon(true);
        watchdog.start();
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("{\"check\"")) {
                    JsonNode result = JsonMapper.shared().readTree(line.substring(0, line.lastIndexOf('}') + 1));
                    results.put(result.get("check").asString(), result);
                } else {
                    noise.add(line);
                }
            }
            return process.waitFor();
        } finally {
            process.destroyForcibly();
        }
    }

    private static void endAfterLimit(Process process) {
        try {
            if (!process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
