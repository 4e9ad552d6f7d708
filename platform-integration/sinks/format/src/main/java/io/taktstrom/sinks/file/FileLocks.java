package io.taktstrom.sinks.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks that tell who writes a file. */
final class FileLocks {

    private FileLocks() {}

    /**
     * Locks a file until its channel is closed.
     *
     * @throws IOException when another sink or another process has it; says which
     */
    static void lock(Path path, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() == null) {
                throw new IOException("cannot write " + path + ": another process writes it; stop that one first");
            }
        } catch (OverlappingFileLockException e) {
            throw new IOException("cannot write " + path + ": another sink writes it; give each sink its own file", e);
        }
    }

    /** Whether it is locked. */
    static boolean isHeld(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            return lock == null;
        } catch (OverlappingFileLockException e) {
            return true;
        } catch (NoSuchFileException e) {
            return true;
        }
    }
}
