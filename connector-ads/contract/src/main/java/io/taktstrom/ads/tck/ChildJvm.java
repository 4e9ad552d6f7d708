package io.taktstrom.ads.tck;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A JVM with the class path of this one, for what a test must not do to its own. */
final class ChildJvm implements AutoCloseable {

    static final int LIMIT_SECONDS = 60;

    private final Process process;

    private ChildJvm(Process process) {
        this.process = process;
    }

    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                // Failsafe's own is a jar that is there only while this JVM runs.
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                main.getName()));
        command.addAll(List.of(arguments));
        return new ChildJvm(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    Process process() {
        return process;
    }

    /** What it prints until it ends; one that does not end is killed, and says so. */
    String outputUntilItsEnd() throws Exception {
        CompletableFuture<String> text = CompletableFuture.supplyAsync(this::text);
        boolean ended = process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        process.destroyForcibly();
        String said = text.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        return ended ? said : said + "\nit did not end by itself";
    }

    private String text() {
        try (InputStream output = process.getInputStream()) {
            return new String(output.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
