package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.taktstrom.kit.PrivateFiles;
import io.taktstrom.kit.TrustedFile;

/**
 * Keeps a log's folder from being used twice. The system lets go of it when the process ends, however it ends; the file stays
 * and says who had it.
 */
final class FolderLock implements AutoCloseable {

    private static final String NAME = "lock";

    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** @throws IOException when it cannot be had: who has it, or why it cannot be written */
    static FolderLock take(Path folder) throws IOException {
        requireOurs(folder);
        Path file = folder.resolve(NAME);
        FileChannel channel = PrivateFiles.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                throw held(folder, "process " + Files.readString(file).strip());
            }
            channel.truncate(0);
            channel.write(ByteBuffer.wrap((ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII)));
            return new FolderLock(channel);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw held(folder, "this process");
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** No other user can have put a link or a FIFO where we expect our files. */
    private static void requireOurs(Path folder) throws IOException {
        try {
            TrustedFile.requireDataFolder(folder);
            PrivateFiles.requireRegular(folder.resolve(ProgressFile.NAME));
            for (Path segment : Segment.in(folder)) {
                PrivateFiles.requireRegular(segment);
            }
        } catch (IOException e) {
            throw new LogException("cannot use the buffer in " + folder + ": " + e.getMessage());
        }
    }

    private static LogException held(Path folder, String who) {
        return new LogException(
                "the buffer in " + folder + " is used by " + who + " already; end that first, or name another folder");
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
