package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A sink that writes into a folder, which can be away: then a file stands in its place. */
public abstract class FolderUnderTest implements SinkUnderTest {

    private final Path base = Files.createTempDirectory("sink");
    private final Path folder = Files.createDirectory(base.resolve("folder"));
    private final Path away = base.resolve("away");

    protected FolderUnderTest() throws IOException {
        Files.writeString(base.resolve("a-file"), "");
    }

    /** Where the sink writes. */
    public final Path folder() {
        return folder;
    }

    /** Where there can be no folder, even for root, who may write everywhere: below a file. */
    protected final Path noFolder() {
        return base.resolve("a-file");
    }

    @Override
    public final void fail() throws IOException {
        Files.move(folder, away);
        Files.writeString(folder, "no folder any more");
    }

    @Override
    public final void recover() throws IOException {
        if (Files.exists(away)) {
            Files.delete(folder);
            Files.move(away, folder);
        }
    }

    @Override
    public final void close() throws IOException {
        try (Stream<Path> files = Files.walk(base)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
