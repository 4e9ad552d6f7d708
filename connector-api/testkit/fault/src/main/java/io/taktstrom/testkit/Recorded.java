package io.taktstrom.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** What Flight Recorder hears while something is done. */
public final class Recorded {

    private Recorded() {}

    /**
     * Does it, and gives the events of this name, oldest first; those of other threads as well, and of whatever else runs in this virtual
     * machine.
     */
    public static List<RecordedEvent> during(String name, AllocationMeter.Operation work) throws Exception {
        try (Recording recording = new Recording()) {
            recording.enable(name);
            recording.start();
            work.run();
            recording.stop();
            return of(recording).stream()
                    .filter(event -> event.getEventType().getName().equals(name))
                    .toList();
        }
    }

    /** All that a recording holds, which has been stopped. */
    public static List<RecordedEvent> of(Recording stopped) throws IOException {
        Path file = Files.createTempFile("takt-recorded", ".jfr");
        try {
            stopped.dump(file);
            return RecordingFile.readAllEvents(file);
        } finally {
            Files.deleteIfExists(file);
        }
    }
}
