package io.taktstrom.sinks.local;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.FolderUnderTest;
import io.taktstrom.testkit.sink.SinkContract;

/** A file, as an analyst reads it. */
final class FileReceiver extends FolderUnderTest {

    /** Reads all samples of a file's text. */
    @FunctionalInterface
    interface Reading {
        List<ReceivedSample> of(String text);
    }

    private static final long NANOS = 1_000_000_000;

    private final SinkProvider provider;
    private final Map<String, String> options;
    private final Reading reading;

    FileReceiver(SinkProvider provider, Map<String, String> options, Reading reading) throws IOException {
        this.provider = provider;
        this.options = options;
        this.reading = reading;
    }

    @Override
    public SinkProvider provider() {
        return provider;
    }

    @Override
    public Map<String, String> options() {
        return with(folder().resolve("out"));
    }

    private Map<String, String> with(Path file) {
        Map<String, String> all = new HashMap<>(options);
        all.put("path", file.toString());
        return all;
    }

    @Override
    public Map<String, String> unusableOptions() {
        return with(noFolder().resolve("out"));
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.STALL, "a disk that hangs cannot be interrupted: TaktJarIT leaves it behind",
                SinkContract.FULL, "it takes a disk of its own: TaktJarIT has one",
                SinkContract.REFUSAL, "files take everything",
                SinkContract.REPEATS, "lines have no number: a line may stand twice after a failure",
                SinkContract.NO_ALLOCATION, "a few bytes per unit, and texts");
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        Path file = folder().resolve("out");
        return Files.exists(file) ? reading.of(Files.readString(file)) : List.of();
    }

    /** Epoch nanoseconds; of nothing, none. */
    static long time(String text) {
        if (text.isEmpty()) {
            return SampleBatch.NO_TIME;
        }
        Instant instant = Instant.parse(text);
        return instant.getEpochSecond() * NANOS + instant.getNano();
    }
}
