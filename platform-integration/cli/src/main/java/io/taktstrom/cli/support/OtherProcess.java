package io.taktstrom.cli.support;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
     * @return the first 16 MiB of both outputs, and how it ended when that is not 0
     * @throws IOException when there is no such program
     */
    static String run(List<String> line, Duration deadline) throws IOException, InterruptedException {
        Path printed = Files.createTempFile("takt-support", ".txt");
        try {
            Process process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(printed.toFile())
                    .start();
            process.getOutputStream().close();
            boolean ended = process.waitFor(deadline.toMillis(), TimeUnit.MILLISECONDS);
            int code = process.destroyForcibly().waitFor();
            return text(printed)
                    + (!ended
                            ? "(ended after " + deadline.toSeconds() + " s)\n"
                            : code == 0 ? "" : "(exit code " + code + ")\n");
        } finally {
            Files.delete(printed);
        }
    }

    private static String text(Path printed) throws IOException {
        try (InputStream in = Files.newInputStream(printed)) {
            String text = new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
            return in.read() < 0 ? text : text + "\n(cut off)\n";
        }
    }
}
