package io.taktstrom.sinks.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/**
 * A file that is open for appending, under its name, locked against other processes. What is written always goes behind
 * what is there, so that a file that another process has truncated never gets a hole. Not thread-safe.
 */
final class HeldFile implements AutoCloseable {

    /** How the file has changed since the last look. */
    enum State {
        AS_IT_WAS,
        /** Its name leads to another file, or to none. */
        GONE,
        CUT,
        GROWN
    }

    /** The system copies what is written into a buffer of its own; this bounds it. */
    private static final int LARGEST_WRITE = 1 << 16;

    private static final int BLOCK = 1 << 16;

    private final Path path;
    /** Reads, cuts and holds the lock; a channel that appends cannot read. */
    private final FileChannel guard;

    private final FileChannel end;
    /** What tells this file from another of the same name; null where the system has nothing of the kind. */
    private final @Nullable Object key;

    private HeldFile(Path path, FileChannel guard, FileChannel end, @Nullable Object key) {
        this.path = path;
        this.guard = guard;
        this.end = end;
        this.key = key;
    }

    /** @throws IOException when it cannot be written; says why and what to do */
    static HeldFile open(Path path) throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        // Opening a pipe would wait for its reader.
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("cannot write " + path + ": not a regular file; name another");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new IOException("cannot write " + path + ": directory " + folder + " not found; create it");
        }
        FileChannel guard = null;
        FileChannel end = null;
        try {
            guard = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
            FileLocks.lock(path, guard);
            end = FileChannel.open(path, StandardOpenOption.APPEND);
            Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
            return new HeldFile(path, guard, end, key);
        } catch (FileSystemException e) {
            closeAll(guard, end);
            throw new IOException(
                    "cannot write " + path + ": " + reason(e) + "; check the path and its permissions", e);
        } catch (IOException | RuntimeException e) {
            closeAll(guard, end);
            throw e;
        }
    }

    private static String reason(FileSystemException e) {
        if (e instanceof NoSuchFileException) {
            return "it is not there, or not any more";
        }
        String reason = e.getReason();
        return reason == null ? "permission denied" : reason;
    }

    /** An interrupt closes what it finds in use. */
    boolean isOpen() {
        return guard.isOpen() && end.isOpen();
    }

    /** What other processes have done to it, given the size that it should have. */
    State look(long expected) throws IOException {
        try {
            BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
            if (!Objects.equals(now.fileKey(), key)) {
                return State.GONE;
            }
            return now.size() == expected ? State.AS_IT_WAS : now.size() < expected ? State.CUT : State.GROWN;
        } catch (NoSuchFileException e) {
            return State.GONE;
        }
    }

    long size() throws IOException {
        return guard.size();
    }

    void append(ByteBuffer lines) throws IOException {
        int limit = lines.limit();
        try {
            while (lines.position() < limit) {
                lines.limit(Math.min(limit, lines.position() + LARGEST_WRITE));
                end.write(lines);
            }
        } finally {
            lines.limit(limit);
        }
    }

    /** Whether these bytes, all of them, are at this offset. */
    boolean holds(ByteBuffer bytes, long at) throws IOException {
        if (at < 0 || at + bytes.remaining() > guard.size()) {
            return false;
        }
        ByteBuffer found = ByteBuffer.allocate(bytes.remaining());
        int read = 0;
        while (found.hasRemaining() && read >= 0) {
            read = guard.read(found, at + found.position());
        }
        return bytes.equals(found.flip());
    }

    /** Behind the last line feed; 0 when there is none. */
    long endOfLastLine() throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        for (long to = guard.size(); to > 0; to -= BLOCK) {
            long from = Math.max(0, to - BLOCK);
            block.clear().limit((int) (to - from));
            guard.read(block, from);
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return from + i + 1;
                }
            }
        }
        return 0;
    }

    /** Lets go of what stands behind this size; never makes it longer. */
    void cut(long size) throws IOException {
        guard.truncate(size);
    }

    void force(boolean alsoWhatTheFolderSays) throws IOException {
        end.force(alsoWhatTheFolderSays);
    }

    @Override
    public void close() throws IOException {
        closeAll(end, guard);
    }

    private static void closeAll(@Nullable FileChannel first, @Nullable FileChannel second) throws IOException {
        try {
            if (first != null) {
                first.close();
            }
        } finally {
            if (second != null) {
                second.close();
            }
        }
    }
}
