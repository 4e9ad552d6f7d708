package io.taktstrom.runtime.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.kit.PrivateFiles;

/**
 * The file that has a line for each command, or for each transition of an alarm: appended, forced to the disk before the sender is told, held by one process.
 *
 * <pre>
 *   append -> position      what is written, in order
 *   force(position)         returns when the disk has all up to there; one force serves all who wait
 *
 *   commands.jsonl          beyond its size or age, its lines stay under the name commands.jsonl.1, .2, ..., and a new file starts
 *                           with what must be known of them; the oldest files beyond the number to keep are deleted
 * </pre>
 *
 * <p>Thread-safe. A disk that is full refuses a line, and takes the next one when there is room again; one that fails to
 * force what it took is not trusted any more, until a new start.
 */
public final class AuditFile implements AutoCloseable {

    private final Path path;
    private final AuditConfig config;
    private final EpochNanoClock clock;
    private final Supplier<List<String>> heading;
    private final Object forcing = new Object();
    private FileChannel channel;
    /** Where the next line begins; what stands behind it is part of a line that failed. */
    private long end;

    private long renewedAt;
    /** When the first line of the file was written. */
    private long beganAt;

    private boolean broken;
    private volatile long forced;

    private AuditFile(
            Path path, AuditConfig config, EpochNanoClock clock, Supplier<List<String>> heading, FileChannel channel) {
        this.path = path;
        this.config = config;
        this.clock = clock;
        beganAt = clock.epochNanos();
        this.heading = heading;
        this.channel = channel;
    }

    /**
     * Opens the file, or makes it. A last line without an end was never acknowledged, and is cut off.
     *
     * @param lines gets what stands in it
     * @param heading the first lines of each file that takes this one's place
     * @throws IOException when it cannot be used: why, and what to do
     */
    public static AuditFile open(
            Path path, AuditConfig config, EpochNanoClock clock, LineReader lines, Supplier<List<String>> heading)
            throws IOException {
        requireFile(path);
        FileChannel channel = locked(path);
        try {
            AuditFile file = new AuditFile(path, config, clock, heading, channel);
            file.end = file.read(lines);
            channel.truncate(file.end);
            file.forceFolder();
            return file;
        } catch (IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    /** Takes the lines that are there. */
    @FunctionalInterface
    public interface LineReader {
        /**
         * Takes one.
         *
         * @return its time, in epoch nanoseconds
         * @throws IOException when it is not a line of an audit
         */
        long line(String text) throws IOException;
    }

    /**
     * Finds out what would keep the file from being opened, as far as that can be seen without reading it. Makes and changes nothing.
     */
    public static void check(Path path) throws IOException {
        if (Files.exists(path)) {
            requireFile(path);
            locked(path).close();
            return;
        }
        Path folder = path.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder) || !Files.isWritable(folder)) {
            throw new IOException(
                    "cannot write the audit " + path + ": there must be a folder " + folder + " that can be written");
        }
    }

    private static void requireFile(Path path) throws IOException {
        try {
            PrivateFiles.requireRegular(path);
        } catch (IOException e) {
            throw new IOException("cannot use the audit file: " + e.getMessage(), e);
        }
    }

    private static FileChannel locked(Path path) throws IOException {
        FileChannel channel;
        try {
            channel = PrivateFiles.open(
                    path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new IOException(
                    "cannot write the audit " + path + ": " + e + "; check the path and its permissions", e);
        }
        try {
            if (channel.tryLock() != null) {
                return channel;
            }
        } catch (OverlappingFileLockException e) {
            // Another part of this process, which is as bad.
        }
        channel.close();
        throw new IOException("audit " + path + " is written by another process; stop that one, or name another file");
    }

    private long read(LineReader lines) throws IOException {
        long whole = endOfLastLine();
        // Not closed: that would close the channel.
        BufferedReader reader = new BufferedReader(Channels.newReader(channel.position(0), StandardCharsets.UTF_8));
        long number = 0;
        long left = whole;
        while (left > 0) {
            String line = reader.readLine();
            if (line == null) {
                break;
            }
            number++;
            left -= line.getBytes(StandardCharsets.UTF_8).length + 1;
            try {
                long time = lines.line(line);
                beganAt = number == 1 ? time : beganAt;
            } catch (IOException e) {
                throw new IOException(
                        "audit " + path + " line " + number + " is damaged: " + e.getMessage()
                                + "; which commands were there before is not known, so none is taken. Keep the file"
                                + " elsewhere, and start when none of them can come again",
                        e);
            }
        }
        return whole;
    }

    private long endOfLastLine() throws IOException {
        ByteBuffer block = ByteBuffer.allocate(1 << 12);
        for (long to = channel.size(); to > 0; to -= block.capacity()) {
            long from = Math.max(0, to - block.capacity());
            block.clear().limit((int) (to - from));
            channel.read(block, from);
            for (int i = block.position() - 1; i >= 0; i--) {
                if (block.get(i) == '\n') {
                    return from + i + 1;
                }
            }
        }
        return 0;
    }

    /**
     * Writes a line behind the others.
     *
     * @param line without its end
     * @return what {@link #force} takes
     * @throws IOException when it is not written, as a whole
     */
    public long append(String line) throws IOException {
        if (isFull()) {
            // A file that is being replaced is not forced.
            synchronized (forcing) {
                renewIfPossible();
            }
        }
        synchronized (this) {
            return write(line);
        }
    }

    private synchronized boolean isFull() {
        return end > renewedAt
                && (end - renewedAt > config.maxBytes()
                        || clock.epochNanos() - beganAt > config.maxAge().toNanos());
    }

    private long write(String line) throws IOException {
        if (broken) {
            throw new IOException("audit " + path + ": the disk has lost lines; check it, and start again");
        }
        if (end == renewedAt) {
            beganAt = clock.epochNanos();
        }
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(StandardCharsets.UTF_8));
        long at = end - renewedAt;
        long next = end + bytes.remaining();
        try {
            channel.truncate(at);
            while (bytes.hasRemaining()) {
                at += channel.write(bytes, at);
            }
        } catch (IOException e) {
            throw new IOException(
                    "audit " + path + " cannot be written: " + e.getMessage() + "; make room on its disk", e);
        }
        end = next;
        return next;
    }

    /** A file that cannot be set aside grows on; it is tried again with the next line. */
    private void renewIfPossible() {
        try {
            renew();
        } catch (IOException e) {
            System.getLogger(AuditFile.class.getName())
                    .log(System.Logger.Level.WARNING, "audit " + path + " cannot be set aside, and grows on", e);
        }
    }

    /** The lines so far get another name; who waits for them has them on the disk. */
    private synchronized void renew() throws IOException {
        if (!isFull()) {
            return;
        }
        channel.force(true);
        Path next = path.resolveSibling(path.getFileName() + ".new");
        Files.deleteIfExists(next);
        FileChannel fresh = locked(next);
        FileChannel old = channel;
        long before = renewedAt;
        try {
            channel = fresh;
            renewedAt = end;
            for (String line : heading.get()) {
                write(line);
            }
            fresh.force(true);
            keepOld();
            Files.move(next, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            forceFolder();
            forced = end;
        } catch (IOException | RuntimeException e) {
            channel = old;
            end = renewedAt;
            renewedAt = before;
            fresh.close();
            throw e;
        }
        old.close();
        deleteOldest();
    }

    /** So that a name is on the disk, too; where folders cannot be forced, their file system does it by itself. */
    private void forceFolder() {
        try (FileChannel folder =
                FileChannel.open(path.toAbsolutePath().resolveSibling("."), StandardOpenOption.READ)) {
            folder.force(true);
        } catch (IOException e) {
            // Windows opens no folders.
        }
    }

    /** Under both names first, so that there is no moment without a file. */
    private void keepOld() throws IOException {
        NavigableMap<Integer, Path> former = former();
        int number = former.isEmpty() ? 1 : former.lastKey() + 1;
        Files.createLink(path.resolveSibling(path.getFileName() + "." + number), path);
    }

    /** The files that this one has replaced, by number. */
    private NavigableMap<Integer, Path> former() throws IOException {
        NavigableMap<Integer, Path> former = new TreeMap<>();
        String prefix = path.getFileName() + ".";
        try (Stream<Path> files = Files.list(path.toAbsolutePath().getParent())) {
            files.filter(file -> file.getFileName().toString().startsWith(prefix))
                    .forEach(file -> {
                        String number = file.getFileName().toString().substring(prefix.length());
                        if (number.matches("[1-9]\\d{0,8}")) {
                            former.put(Integer.parseInt(number), file);
                        }
                    });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return former;
    }

    /** A file that cannot be deleted stays until the next time. */
    private void deleteOldest() {
        try {
            NavigableMap<Integer, Path> former = former();
            while (former.size() > config.files()) {
                Files.deleteIfExists(former.pollFirstEntry().getValue());
            }
        } catch (IOException e) {
            System.getLogger(AuditFile.class.getName())
                    .log(System.Logger.Level.WARNING, "an old file of the audit " + path + " cannot be deleted", e);
        }
    }

    /** Returns when the disk has everything up to a position. */
    public void force(long position) throws IOException {
        if (forced >= position) {
            return;
        }
        synchronized (forcing) {
            if (forced >= position) {
                return;
            }
            long upTo;
            FileChannel now;
            synchronized (this) {
                upTo = end;
                now = channel;
            }
            try {
                now.force(false);
                forced = upTo;
            } catch (IOException e) {
                synchronized (this) {
                    broken = true;
                }
                throw new IOException("audit " + path + ": the disk does not keep it: " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        synchronized (forcing) {
            channel.close();
        }
    }
}
