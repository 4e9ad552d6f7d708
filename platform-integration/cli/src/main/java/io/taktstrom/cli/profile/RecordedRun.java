package io.taktstrom.cli.profile;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.function.Consumer;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.text.FileTrouble;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * A recording on disk: ours, the JDK's, async-profiler's.
 *
 * @param events that could be read
 * @param damage why there are no more; empty when the file is whole
 */
record RecordedRun(long events, String damage) {

    /** The beginning of the message of the JDK's parser. */
    private static final String OTHER_VERSION = "File version";

    private static final byte[] MAGIC = {'F', 'L', 'R', 0};

    static boolean isRecording(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        }
    }

    /**
     * Reads it to its end, or to where it is damaged.
     *
     * @throws InvalidFileException when nothing can be read from it: why, and what to do
     */
    static RecordedRun read(Path file, Consumer<RecordedEvent> each) {
        check(file);
        long events = 0;
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                each.accept(recording.readEvent());
                events++;
            }
            return new RecordedRun(events, "");
        } catch (IOException | RuntimeException e) {
            // The parser fails where the file is damaged.
            String why = String.valueOf(e.getMessage());
            if (events == 0 && why.startsWith(OTHER_VERSION)) {
                throw new InvalidFileException(
                        file + ": this Java (" + Runtime.version().feature() + ") cannot read it: " + why
                                + " Run 'takt profile' with the Java that wrote it, or a newer one");
            }
            if (events == 0) {
                throw new InvalidFileException(file + ": a recording that is cut off or damaged (" + why
                        + "); if its process was killed, 'jfr assemble' makes a file of its parts");
            }
            return new RecordedRun(events, why);
        }
    }

    private static void check(Path file) {
        String problem = "";
        try {
            if (!Files.exists(file)) {
                problem = "no such file";
            } else if (Files.isDirectory(file)) {
                problem =
                        "a folder; name a recording. 'jfr assemble FOLDER FILE' makes one of the parts that a killed run leaves";
            } else if (Files.size(file) == 0) {
                problem = "empty; a recording is written when its process ends";
            } else if (!isRecording(file)) {
                problem = "not a Flight Recorder recording; make one with 'takt run FILE --record'";
            }
        } catch (IOException e) {
            problem = "cannot be read: " + FileTrouble.reason(e);
        }
        if (!problem.isEmpty()) {
            throw new InvalidFileException(file + ": " + problem);
        }
    }
}
