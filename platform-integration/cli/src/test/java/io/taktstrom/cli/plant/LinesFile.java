package io.taktstrom.cli.plant;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import tools.jackson.core.JacksonException;

/** A file of JSON lines that grows, read as far as its lines are whole. One thread. */
public final class LinesFile {

    private final Path path;
    private final List<SeenSample> samples = new ArrayList<>();
    private long read;
    private int broken;

    public LinesFile(Path path) {
        this.path = path;
    }

    private void add(String line, List<SeenSample> found) {
        try {
            found.add(SeenSample.ofJson(line));
        } catch (JacksonException e) {
            broken++;
        }
    }

    /** Lines that are cut off. */
    public int broken() {
        return broken;
    }

    /** All that it has by now. */
    public List<SeenSample> samples() throws IOException {
        samples.addAll(next());
        return samples;
    }

    /** What has come since the last call; not among {@link #samples} then. */
    public List<SeenSample> next() throws IOException {
        List<SeenSample> found = new ArrayList<>();
        if (Files.exists(path)) {
            try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
                byte[] bytes = new byte[(int) (file.length() - read)];
                file.seek(read);
                file.readFully(bytes);
                int end = bytes.length;
                while (end > 0 && bytes[end - 1] != '\n') {
                    end--;
                }
                new String(bytes, 0, end, StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> !line.isBlank())
                        .forEach(line -> add(line, found));
                read += end;
            }
        }
        return found;
    }
}
