package io.taktstrom.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The packaged command line as a process of its own. Its output goes to files, so that it never waits for us. */
public final class TaktProcess implements AutoCloseable {

    private static final long LIMIT_SECONDS = 60;

    /** What lasts for seconds starts with these. */
    private static final List<String> QUICK =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData");

    private final Process process;
    private final Path out;
    private final Path err;

    private TaktProcess(Process process, Path out, Path err) {
        this.process = process;
        this.out = out;
        this.err = err;
    }

    public static TaktProcess start(Path directory, String... args) throws IOException {
        return start(directory, List.of(), args);
    }

    /**
     * Starts it under another command.
     *
     * @param wrapper what starts Java, for example a shell that sets limits; nothing to start it directly
     */
    public static TaktProcess start(Path directory, List<String> wrapper, String... args) throws IOException {
        return start(directory, wrapper, QUICK, List.of(args));
    }

    /**
     * The same.
     *
     * @param jvm options of the JVM
     */
    public static TaktProcess start(Path directory, List<String> wrapper, List<String> jvm, List<String> args)
            throws IOException {
        // Background jobs of a shell ignore Ctrl-C, those of nohup the end of the terminal, and so would what they
        // start.
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,HUP"));
        command.addAll(wrapper);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.add("-jar");
        command.add(Path.of("target", "takt.jar").toAbsolutePath().toString());
        command.addAll(args);
        Path out = Files.createTempFile(directory, "out", ".txt");
        Path err = Files.createTempFile(directory, "err", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        return new TaktProcess(process, out, err);
    }

    /** Sends a signal such as {@code INT}. */
    public void signal(String name) throws IOException, InterruptedException {
        // The shell's own kill: a bare system has no program of this name.
        new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid())
                .start()
                .waitFor();
    }

    /** The exit code, once it has ended by itself. */
    public int code() throws InterruptedException, IOException {
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("takt still runs after " + LIMIT_SECONDS + " s: " + out() + err());
        }
        return process.exitValue();
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    public String out() throws IOException {
        return Files.readString(out);
    }

    public String err() throws IOException {
        return Files.readString(err);
    }

    /** Ends it, and checks that it has not shown a secret. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            ShownSecret.assertNoneIn(out() + err());
        } catch (NoSuchFileException e) {
            // The test has removed its folder.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
