package io.taktstrom.stream;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;

/** Logs of tests. */
public final class TestLogs {

    private TestLogs() {}

    /** Of a log of 16 MiB for a day, forced every 100 ms. */
    public static LogSettings settings(Path folder) {
        return settings(folder, 1 << 24, Duration.ofMillis(100));
    }

    private static LogSettings settings(Path folder, long maxBytes, Duration sync) {
        return new LogSettings(
                folder, new LogIdentity("plant.yaml", "press", "broker"), maxBytes, Duration.ofDays(1), sync);
    }

    /** Opens one that is large enough never to begin another segment for want of room. */
    static SampleLog openLarge(Path folder) throws IOException {
        return SampleLog.open(
                settings(folder, 1 << 30, Duration.ofSeconds(1)), FixedGroup::new, EpochNanoClock.system());
    }

    /** Opens it. */
    public static SampleLog open(Path folder) throws IOException {
        return SampleLog.open(settings(folder), FixedGroup::new, EpochNanoClock.system());
    }

    /** What a kill of the process leaves of a log: its files as they are now, in a new folder. */
    static Path copy(Path log, Path newFolder) throws IOException {
        Files.createDirectory(newFolder);
        try (Stream<Path> files = Files.list(log)) {
            for (Path file : files.toList()) {
                Files.copy(file, newFolder.resolve(file.getFileName()));
            }
        }
        return newFolder;
    }
}
