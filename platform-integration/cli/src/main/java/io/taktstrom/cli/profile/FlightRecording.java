package io.taktstrom.cli.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.ObjectName;

import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.kit.event.RecordingSettings;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.jspecify.annotations.Nullable;

/**
 * A running recording of Flight Recorder. It writes parts into a folder beside the file, which remain when the process is killed; the
 * file itself is made of them at the end. One thread.
 */
public final class FlightRecording implements AutoCloseable {

    /** The least free space to start with. */
    private static final long LEAST_ROOM = 32L << 20;

    /** Less than the time that a process gets to stop. */
    private static final long LONGEST_WRITING_NANOS = 4_000_000_000L;

    private static final long PERIOD_NANOS = 5_000_000;

    private static final String ENDING = ".jfr";

    private final Path file;
    private final Path parts;
    private final Recording recording;

    private FlightRecording(Path file, Path parts, Recording recording) {
        this.file = file;
        this.parts = parts;
        this.recording = recording;
    }

    /**
     * Starts recording.
     *
     * @param wanted gets the ending {@code .jfr} if it has none; an existing recording is replaced, another file is not
     * @param maxBytes at most the latest part of this size is kept
     * @throws IOException when it could not be written: where, why, and what to do
     */
    static FlightRecording begin(Path wanted, long maxBytes) throws IOException {
        Path file = wanted.toString().endsWith(ENDING) ? wanted : wanted.resolveSibling(wanted.getFileName() + ENDING);
        Path folder = file.toAbsolutePath().getParent();
        Path parts = file.resolveSibling(file.getFileName() + ".parts");
        if (folder == null || !Files.isDirectory(folder)) {
            throw failure(file, "no such folder: " + folder + "; create it first", null);
        }
        if (Files.exists(file) && !RecordedRun.isRecording(file)) {
            throw failure(file, "the file exists and is not a recording; name another file", null);
        }
        try {
            Files.createDirectories(parts);
            Files.delete(Files.createTempFile(parts, "room", ""));
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw failure(file, "cannot write there: " + e + "; choose another folder", e);
        }
        // Not by the FileStore, which needs the mount in its table: containers may not have it.
        long room = folder.toFile().getUsableSpace();
        if (room < LEAST_ROOM) {
            delete(parts);
            throw failure(
                    file,
                    "its disk has " + (room >> 20) + " MiB left, but " + (LEAST_ROOM >> 20)
                            + " MiB are needed; free some space, or choose another disk",
                    null);
        }
        return new FlightRecording(file, parts, recording(file, parts, maxBytes));
    }

    private static Recording recording(Path file, Path parts, long maxBytes) throws IOException {
        if (!FlightRecorder.isAvailable()) {
            throw failure(file, "this Java has no Flight Recorder; use a JDK 17 or newer", null);
        }
        keepPartsIn(parts, file);
        Recording recording = new Recording(RecordingSettings.configuration());
        recording.setName("takt");
        recording.setToDisk(true);
        recording.setMaxSize(maxBytes);
        recording.setDestination(file);
        recording.setDumpOnExit(true);
        recording.start();
        return recording;
    }

    /** What {@code jcmd PID JFR.configure} does: the only way once the virtual machine runs. */
    private static void keepPartsIn(Path parts, Path file) throws IOException {
        try {
            ManagementFactory.getPlatformMBeanServer()
                    .invoke(
                            new ObjectName("com.sun.management:type=DiagnosticCommand"),
                            "jfrConfigure",
                            new Object[] {new String[] {"repositorypath=\"" + parts.toAbsolutePath() + "\""}},
                            new String[] {String[].class.getName()});
        } catch (JMException | RuntimeException e) {
            throw failure(file, "Flight Recorder cannot use the folder " + parts + ": " + e.getMessage(), e);
        }
    }

    private static IOException failure(Path file, String what, @Nullable Exception cause) {
        return new IOException("record " + file + ": " + what, cause);
    }

    /** The file that is written. */
    public Path file() {
        return file;
    }

    /** Stops recording and writes the file; the parts remain when that fails. */
    @Override
    public void close() throws IOException {
        try (recording) {
            write();
        } catch (IOException e) {
            throw failure(
                    file,
                    "cannot be written: " + e.getMessage() + "; its parts are in " + parts
                            + ": free some space, then 'jfr assemble FOLDER FILE' makes one file of them",
                    e);
        }
        delete(parts);
    }

    private void write() throws IOException {
        try {
            recording.setDumpOnExit(false);
            recording.setDestination(null);
            recording.stop();
            recording.dump(file);
        } catch (IllegalStateException e) {
            // A process that was told to end: Flight Recorder has a hook of its own, which writes the file meanwhile.
            awaitHook();
        }
    }

    private void awaitHook() throws IOException {
        long begin = System.nanoTime();
        while (recording.getState() != RecordingState.CLOSED) {
            if (System.nanoTime() - begin > LONGEST_WRITING_NANOS) {
                throw new IOException("Flight Recorder does not finish");
            }
            LockSupport.parkNanos(PERIOD_NANOS);
        }
        if (!RecordedRun.isRecording(file)) {
            throw new IOException("Flight Recorder has written nothing");
        }
    }

    /** As far as possible; what is left does no harm. */
    private static void delete(Path folder) {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path each : walk.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException | UncheckedIOException e) {
            System.getLogger(FlightRecording.class.getName())
                    .log(System.Logger.Level.DEBUG, "parts of a recording remain in " + folder, e);
        }
    }

    @Override
    public String toString() {
        return file + " (at most " + ByteSize.format(recording.getMaxSize()) + ")";
    }
}
