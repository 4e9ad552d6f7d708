package io.taktstrom.testkit.peer;

import java.io.BufferedReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Third-party clients, each check of which is a test. Such a client says one line for each of its checks, whatever
 * else it says: <code>{"check": "a_name", "ok": false, "detail": "why"}</code>, in this order.
 */
public final class PeerChecks {

    private static final long LIMIT_MINUTES = 3;

    private static final Pattern RESULT =
            Pattern.compile("\\{\"check\": ?\"(\\w+)\", ?\"ok\": ?(true|false), ?\"detail\": ?\"(.*)\"}.*");

    /** What is done where the client can be run. */
    @FunctionalInterface
    public interface Run {
        /** Runs the client by this program. */
        Stream<DynamicTest> with(String program) throws Exception;
    }

    private PeerChecks() {}

    /**
     * The tests of a client, or one in their place that is skipped, or fails where {@code TAKT_INTEROP} is 1.
     *
     * @param variable of the environment, which names what runs the client; {@code ./takt test} sets it up
     * @param what it is to be, for the message
     */
    public static Stream<DynamicTest> of(String variable, String what, Run run) throws Exception {
        String program = PeerProcess.program(variable).orElse(null);
        return program != null
                ? run.with(program)
                : Stream.of(DynamicTest.dynamicTest("needs " + variable, () -> PeerProcess.required(variable, what)));
    }

    /** Runs a client to its end. A test for each of the checks, which are those that it reports. */
    public static Stream<DynamicTest> run(List<String> command, String... checks) throws Exception {
        return run(command, process -> {}, checks);
    }

    /** Runs a client to its end while something else goes on in a thread of its own. */
    public static Stream<DynamicTest> run(List<String> command, Consumer<Process> beside, String... checks)
            throws Exception {
        Map<String, Matcher> results = new HashMap<>();
        List<String> noise = new ArrayList<>();
        int exit = run(command, beside, results, noise);
        Stream<DynamicTest> each = Arrays.stream(checks)
                .map(check -> DynamicTest.dynamicTest(check.replace('_', ' '), () -> {
                    Matcher result = results.get(check);
                    if (result == null) {
                        throw new AssertionError("the client did not report this check; it said " + noise);
                    }
                    assertThat(result.group(2)).as(result.group(3)).isEqualTo("true");
                }));
        return Stream.concat(each, Stream.of(DynamicTest.dynamicTest("nothing else went wrong", () -> {
            assertThat(results.keySet()).containsExactlyInAnyOrder(checks);
            assertThat(exit).as("exit code; %s", noise).isZero();
        })));
    }

    private static int run(
            List<String> command, Consumer<Process> beside, Map<String, Matcher> results, List<String> noise)
            throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread work = new Thread(() -> beside.accept(process), "beside-a-peer");
        work.start();
        CompletableFuture.delayedExecutor(LIMIT_MINUTES, TimeUnit.MINUTES).execute(process::destroyForcibly);
        try (BufferedReader lines = process.inputReader()) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                Matcher result = RESULT.matcher(line);
                if (result.matches()) {
                    results.put(result.group(1), result);
                } else {
                    noise.add(line);
                }
            }
            return process.waitFor();
        } finally {
            process.destroyForcibly();
            work.join();
        }
    }
}
