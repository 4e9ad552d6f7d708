package io.taktstrom.sinks.file;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.testkit.RecordingObserver;
import org.junit.jupiter.api.io.TempDir;

/** A folder for files of lines, and what was said of them. */
abstract class LineFileBench {

    static final long NEVER = Long.MAX_VALUE;

    /** 2026-11-22T07:00:00Z. */
    static final long HOUR = 1_795_330_800_000_000_000L;

    @TempDir
    Path directory;

    final RecordingObserver observer = new RecordingObserver();
    final List<String> notices = observer.notices();

    void cut(String name, long size) throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve(name), StandardOpenOption.WRITE)) {
            channel.truncate(size);
        }
    }

    LineFile open(String name, String header, long rotateBytes) throws IOException {
        return open(
                name, header, new Rotation(rotateBytes, Duration.ZERO), EpochNanoClock.system(), Retention.FOR_EVER);
    }

    LineFile open(String name, String header, LineFileSettings settings) throws IOException {
        return open(name, header, settings, EpochNanoClock.system(), Retention.FOR_EVER);
    }

    LineFile open(String name, String header, Rotation rotation, EpochNanoClock clock, Retention retention)
            throws IOException {
        return open(name, header, new LineFileSettings(rotation, Duration.ZERO, false), clock, retention);
    }

    private LineFile open(
            String name, String header, LineFileSettings settings, EpochNanoClock clock, Retention retention)
            throws IOException {
        LineShape shape = new LineShape(header, header.isEmpty() ? "{\"point\":" : header);
        Template path = Template.parse(name, Set.of(Template.Name.DATE), text -> text);
        return new LineFile(
                new FileFamily(path, directory::resolve),
                shape,
                settings,
                clock,
                observer,
                new Archive("test", retention, Duration.ofSeconds(1), clock, observer));
    }

    String text(String name) {
        try {
            return Files.readString(directory.resolve(name));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
}
