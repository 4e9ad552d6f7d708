package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import io.taktstrom.data.PointGroup;
import org.jspecify.annotations.Nullable;

/** One file of a log, as far as it is written. Guarded by the log's monitor. */
final class Segment {

    private static final int DIGITS = 20;
    /** A number that a long holds. */
    private static final Pattern NAME = Pattern.compile("0[0-8]\\d{" + (DIGITS - 2) + "}\\.seg");

    final Path path;
    /** Number of its first sample. */
    final long first;
    /** Groups that are described in it, by their number: those of its writer, or as far as a reader has come. */
    final List<@Nullable PointGroup> groups = new ArrayList<>();
    /** Number behind its last sample. */
    long end;
    /** Bytes that are whole records. */
    long bytes;
    /** When its last sample was written, by the clock that only goes forward. */
    long writtenNanos;

    Segment(Path path, long first, long end, long bytes, long writtenNanos) {
        this.path = path;
        this.first = first;
        this.end = end;
        this.bytes = bytes;
        this.writtenNanos = writtenNanos;
    }

    static Path path(Path folder, long first) {
        return folder.resolve(String.format(Locale.ROOT, "%0" + DIGITS + "d.seg", first));
    }

    /** What its name says. */
    static long first(Path path) {
        return Long.parseLong(path.getFileName().toString().substring(0, DIGITS));
    }

    /** The segments in a folder, oldest first. Other files are none of a log's. */
    static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(
                            file -> NAME.matcher(file.getFileName().toString()).matches())
                    .sorted()
                    .toList();
        }
    }
}
