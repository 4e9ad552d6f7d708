package io.taktstrom.ads.jni;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The shim, built with AddressSanitizer and UndefinedBehaviorSanitizer, in a JVM of its own. */
@EnabledOnOs(OS.LINUX)
class SanitizerIT {

    private static final Path BUILD = Path.of("target/cmake-sanitized");
    private static final Path SHIM = BUILD.resolve("library/libtaktstrom-ads-jni.so");
    private static final long LIMIT_SECONDS = 300;

    /** The JVM uses SIGSEGV itself; what it keeps until its end are no leaks of ours. */
    private static final String ASAN = "handle_segv=0:allow_user_segv_handler=1:detect_leaks=0:exitcode=99";

    private static final String[] REPORTS = {"AddressSanitizer", "runtime error:", "SIGSEGV", "SIGABRT"};

    @TempDir
    Path folder;

    @BeforeEach
    void requireSanitizedShim() {
        NativeTools.requireShim();
        assertThat(SHIM).exists();
    }

    @Test
    void aSessionWithReadsWritesAndNotificationsGivesTheSanitizersNothingToReport() throws Exception {
        String output = run(0);

        assertThat(output).contains(SanitizedScenario.DONE).doesNotContain(REPORTS);
    }

    @Test
    void anOverrunIsReported() throws Exception {
        assertThat(run(99, "overrun")).contains("AddressSanitizer: heap-buffer-overflow");
    }

    private String run(int exitCode, String... arguments) throws IOException, InterruptedException {
        Path output = folder.resolve("output.txt");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:ErrorFile=" + folder.resolve("hs_err.log"),
                "-D" + ShimFile.PROPERTY + "=" + SHIM.toAbsolutePath(),
                "-cp",
                classPath(),
                SanitizedScenario.class.getName()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment()
                .putAll(Map.of(
                        "LD_PRELOAD",
                        Files.readString(BUILD.resolve("preload.txt")).strip(),
                        "ASAN_OPTIONS",
                        ASAN,
                        "UBSAN_OPTIONS",
                        "print_stacktrace=1"));
        Process process = builder.start();
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String text = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(ended).as(text).isTrue();
        assertThat(process.waitFor()).as(text).isEqualTo(exitCode);
        return text;
    }

    /** Failsafe puts it into a jar that is there only while this JVM runs, and a property beside. */
    private static String classPath() {
        return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    }
}
