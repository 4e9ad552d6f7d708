package io.taktstrom.cli.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The clock of a process, by libfaketime: the wall clock alone, not the one that only goes forward. */
final class ShiftedClock {

    private final Path file;
    private final Path library;

    /** @param folder where the shift stands in a file */
    ShiftedClock(Path folder) throws IOException, NotHere {
        try (Stream<Path> places = Files.walk(Path.of("/usr/lib"), 4)) {
            library = places.filter(place -> place.endsWith("libfaketimeMT.so.1"))
                    .findFirst()
                    .orElseThrow(() -> new NotHere("libfaketime is not installed"));
        }
        file = folder.resolve("shift");
        set("+0");
    }

    /** @param shift such as +1h */
    void set(String shift) throws IOException {
        Files.writeString(file, shift + "\n");
    }

    List<String> wrapper() {
        return List.of(
                "env",
                "LD_PRELOAD=" + library,
                "FAKETIME_TIMESTAMP_FILE=" + file.toAbsolutePath(),
                "FAKETIME_CACHE_DURATION=1",
                "DONT_FAKE_MONOTONIC=1",
                "FAKETIME_DONT_FAKE_MONOTONIC=1");
    }
}
