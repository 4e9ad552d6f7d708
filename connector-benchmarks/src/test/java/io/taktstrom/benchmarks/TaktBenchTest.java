package io.taktstrom.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs the tests of {@code src/main/python/takt_bench}; needs Python 3.9, and nothing that pip installs. */
class TaktBenchTest {

    private static final String PYTHON = Objects.requireNonNullElse(System.getenv("TAKT_PYTHON"), "python3");

    @Test
    void itsOwnTestsPass() throws Exception {
        ProcessBuilder tests = new ProcessBuilder(PYTHON, "-m", "unittest", "discover", "-s", "src/test/python")
                .redirectErrorStream(true);
        tests.environment()
                .put("PYTHONPATH", Path.of("src/main/python").toAbsolutePath().toString());
        tests.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        Process process = start(tests);
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        assertThat(output).contains("OK");
    }

    private static Process start(ProcessBuilder tests) {
        try {
            return tests.start();
        } catch (IOException e) {
            assertThat(System.getenv("TAKT_INTEROP")).as(e.toString()).isNull();
            return Assumptions.abort("no " + PYTHON + ": install Python 3.9 or newer");
        }
    }
}
