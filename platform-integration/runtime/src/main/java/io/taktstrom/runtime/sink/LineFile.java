package io.taktstrom.runtime.sink;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/**
 * A file of text lines that only ever grows by whole flush units: when a write fails halfway (a full disk), the file is
 * cut back to where it was, so it is readable at any time.
 *
 * <p>Locked, so that no other process writes to it. Thread-safe.
 */
final class LineFile implements AutoCloseable {

    /** The system copies what is written into a buffer of its own; this bounds it. */
    private static final int LARGEST_WRITE = 1 << 16;

    private static final int LONGEST_LINE = 1 << 20;

    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss.SSS'Z'").withZone(ZoneOffset.UTC);

    private final Path path;
    private final byte[] header;
    private final long rotateBytes;
    private final long syncNanos;

    private FileChannel channel;
    /** Up to here the file holds whole units. */
    private long committed;

    private long syncedAt = System.nanoTime();

    /**
     * @param header stands at the start of an empty file
     * @param rotateBytes size from which on the file is set aside and begun anew
     * @param syncEvery how long what was written may be in the system's memory only, looked at with each write
     */
    LineFile(Path path, String header, long rotateBytes, Duration syncEvery) throws IOException {
        this.path = path;
        this.header = header.getBytes(StandardCharsets.UTF_8);
        this.rotateBytes = rotateBytes;
        this.syncNanos = syncEvery.toNanos();
        channel = open();
    }

    private FileChannel open() throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            throw new IOException("cannot write " + path + ": it is no regular file; name another");
        }
        if (folder != null && !Files.isDirectory(folder)) {
            throw new IOException("cannot write " + path + ": there is no directory " + folder + "; create it");
        }
        FileChannel opened;
        try {
            opened = FileChannel.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (FileSystemException e) {
            String reason = e.getReason();
            throw new IOException(
                    "cannot write " + path + ": " + (reason == null ? "permission denied" : reason)
                            + "; check the path and its permissions",
                    e);
        }
        try {
            lock(opened);
            committed = endOfLastLine(opened);
            if (committed == 0) {
                write(opened, ByteBuffer.wrap(header));
                committed = header.length;
            }
            return opened;
        } catch (IOException | RuntimeException e) {
            opened.close();
            throw e;
        }
    }

    private void lock(FileChannel opened) throws IOException {
        FileLock lock;
        try {
            lock = opened.tryLock();
        } catch (OverlappingFileLockException e) {
            throw new IOException("cannot write " + path + ": another sink writes it; give each sink its own file", e);
        }
        if (lock == null) {
            throw new IOException("cannot write " + path + ": another process writes it; stop that one first");
        }
    }

    /** A process that was killed while it wrote leaves half a line: it goes, for its sample was never acknowledged. */
    private long endOfLastLine(FileChannel opened) throws IOException {
        long size = opened.size();
        ByteBuffer tail = ByteBuffer.allocate((int) Math.min(size, LONGEST_LINE));
        opened.read(tail, size - tail.capacity());
        for (int i = tail.position() - 1; i >= 0; i--) {
            if (tail.get(i) == '\n') {
                long end = size - tail.capacity() + i + 1;
                opened.truncate(end);
                return end;
            }
        }
        if (size > 0) {
            throw new IOException("cannot append to " + path + ": it does not hold lines; name another file");
        }
        return 0;
    }

    /**
     * Appends whole lines, all or nothing.
     *
     * @throws IOException when they are not in the file
     */
    synchronized void append(ByteBuffer lines) throws IOException {
        if (committed >= rotateBytes) {
            rotate();
        }
        int length = lines.remaining();
        try {
            write(channel, lines);
            long now = System.nanoTime();
            if (now - syncedAt >= syncNanos) {
                channel.force(false);
                syncedAt = now;
            }
        } catch (IOException e) {
            IOException failure = new IOException("cannot write " + path + ": " + e.getMessage(), e);
            try {
                channel.truncate(committed);
            } catch (IOException again) {
                failure.addSuppressed(again);
            }
            throw failure;
        }
        committed += length;
    }

    private void write(FileChannel to, ByteBuffer lines) throws IOException {
        int end = lines.limit();
        long position = committed;
        while (lines.position() < end) {
            lines.limit(Math.min(end, lines.position() + LARGEST_WRITE));
            position += to.write(lines, position);
        }
    }

    /** Before a unit is written, so that a failure concerns none that is already in the file. */
    private void rotate() throws IOException {
        channel.force(true);
        String name = path.getFileName().toString();
        int dot = name.lastIndexOf('.');
        String stamp = STAMP.format(Instant.now());
        String aside = dot < 1 ? name + "." + stamp : name.substring(0, dot) + "." + stamp + name.substring(dot);
        Files.move(path, path.resolveSibling(aside));
        channel.close();
        channel = open();
    }

    @Override
    public synchronized void close() throws IOException {
        try (FileChannel last = channel) {
            last.force(true);
        }
    }
}
