package io.taktstrom.cli.support;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end, or to a deadline, and keeps what it prints. */
final class OtherProcess {

    private static final int MAX_BYTES = 16 << 20;

    private OtherProcess() {}

    /** A command of {@code takt} in a JVM of its own: one that hangs can be ended. */
    static List<String> takt(Class<?> main, List<String> arguments) {
        List<String> line = new ArrayList<>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(option -> option.startsWith("-Dtakt.") || option.startsWith("-Djdk."))
                .forEach(line::add);
        line.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        line.addAll(arguments);
        return line;
    }

    /**
     * Runs it.
     *
     * @return both outputs, at most 16 MiB of them, and how it ended when that is not 0
     * @throws IOException when there is no such program
     */
    static String run(List<String> line, Duration deadline) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(line)
                .redirectErrorStream(true)
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .start();
        try (InputStream out = process.getInputStream()) {
            process.getOutputStream().close();
            CompletableFuture<String> printed = CompletableFuture.supplyAsync(() -> read(out, process));
            boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
            process.destroyForcibly();
            String text = printed.join();
            int code = process.waitFor();
            return ended
                    ? text + (code == 0 ? "" : "(exit code " + code + ")\n")
                    : text + "(ended after " + deadline.toSeconds() + " s)\n";
        }
    }

    private static String read(InputStream out, Process process) {
        try {
            String text = new String(out.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            if (out.read() < 0) {
                return text;
            }
            // It would wait for a reader.
            process.destroyForcibly();
            return text + "\n(cut off)\n";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
