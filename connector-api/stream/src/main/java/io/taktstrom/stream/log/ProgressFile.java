package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * How far a log's samples have come. Two places that are written in turn, so that one is whole whatever tears the other; the
 * newest sound one counts. Hot: writing allocates nothing.
 *
 * <pre>
 *     0   place A             0  4  magic "TPRG"
 *  4096   place B             4  2  version
 *                             6  2  flags: 1 the run has ended in order, 2 samples were lost and the receiver may not know
 *                             8  8  how often it was written
 *                            16  8  id of the log
 *                            24  8  acknowledged: the receiver has all samples before this number
 *                            32  8  taken: all before this may have been sent
 *                            40  8  durable: all before this were forced to the disk
 *                            48  4  CRC-32C of all before
 * </pre>
 */
final class ProgressFile implements AutoCloseable {

    static final String NAME = "progress";

    private static final int MAGIC = 0x47525054;
    private static final int VERSION = 2;
    private static final int OLDEST_VERSION = 1;
    private static final int FINISHED = 1;
    private static final int GAP = 2;
    private static final int PLACE = 4096;
    private static final int CRC_AT = 48;
    private static final int BYTES = 52;

    /**
     * What it says.
     *
     * @param isFinished whether the run ended in order; version 1 does not say it
     * @param hasGap whether samples were lost, and the receiver may not know
     */
    record Progress(
            long written,
            long logId,
            long acknowledged,
            long taken,
            long durable,
            boolean isFinished,
            boolean hasGap) {}

    private final LogFiles files;
    private final Path path;
    private final long logId;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();
    private FileChannel channel;
    private long written;
    private boolean dirty;

    /** @param before what it said when it was read; null to make it */
    ProgressFile(LogFiles files, Path path, long logId, @Nullable Progress before) throws IOException {
        this.files = files;
        this.path = path;
        this.logId = logId;
        written = before == null ? 0 : before.written();
        boolean isNew = !Files.exists(path);
        channel = files.open(path, isNew);
        if (isNew) {
            // From the start as long as it will ever be: writing to it needs no room on a full disk.
            channel.write(ByteBuffer.allocate(PLACE + BYTES), 0);
        }
    }

    /** What the file says; null when it is not there, or says nothing sound. */
    static @Nullable Progress read(Path path) throws IOException {
        if (!Files.exists(path)) {
            return null;
        }
        ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(path)).order(ByteOrder.LITTLE_ENDIAN);
        Progress first = progressAt(all, 0, path);
        Progress second = progressAt(all, PLACE, path);
        if (first == null || second == null) {
            return first == null ? second : first;
        }
        return first.written() > second.written() ? first : second;
    }

    private static @Nullable Progress progressAt(ByteBuffer all, int at, Path path) throws LogException {
        if (all.limit() < at + BYTES || all.getInt(at) != MAGIC) {
            return null;
        }
        CRC32C crc = new CRC32C();
        crc.update(all.slice(at, CRC_AT));
        if (all.getInt(at + CRC_AT) != (int) crc.getValue()) {
            return null;
        }
        int version = all.getShort(at + 4);
        if (version < OLDEST_VERSION || version > VERSION) {
            throw new LogException(path + " is of version " + version
                    + " of the log's format, and this Taktstrom reads versions " + OLDEST_VERSION + " to " + VERSION
                    + "; empty the log with the Taktstrom that wrote it (takt buffer drain), or name another folder");
        }
        return new Progress(
                all.getLong(at + 8),
                all.getLong(at + 16),
                all.getLong(at + 24),
                all.getLong(at + 32),
                all.getLong(at + 40),
                (all.getShort(at + 6) & FINISHED) != 0,
                (all.getShort(at + 6) & GAP) != 0);
    }

    /** Writes, so that it outlives the process; to outlive the system it must be {@linkplain #force forced}. */
    synchronized void write(long acknowledged, long taken, long durable, boolean isFinished, boolean hasGap)
            throws IOException {
        // Not before it is there: after a write that failed in the middle, the other place is the sound one.
        long now = written + 1;
        buffer.clear();
        int flags = (isFinished ? FINISHED : 0) | (hasGap ? GAP : 0);
        buffer.putInt(MAGIC)
                .putShort((short) VERSION)
                .putShort((short) flags)
                .putLong(now)
                .putLong(logId);
        buffer.putLong(acknowledged).putLong(taken).putLong(durable);
        crc.reset();
        crc.update(buffer.flip());
        buffer.limit(BYTES).putInt((int) crc.getValue()).flip();
        boolean interrupted = Thread.interrupted();
        try {
            try {
                put(now);
            } catch (ClosedByInterruptException e) {
                interrupted |= Thread.interrupted();
                channel = files.open(path, false);
                put(now);
            }
            written = now;
            dirty = true;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void put(long number) throws IOException {
        buffer.rewind();
        long place = number % 2 * PLACE;
        while (buffer.hasRemaining()) {
            channel.write(buffer, place + buffer.position());
        }
    }

    /** Forces to the disk what was written. */
    void force() throws IOException {
        FileChannel now;
        synchronized (this) {
            if (!dirty) {
                return;
            }
            dirty = false;
            now = channel;
        }
        now.force(false);
    }

    @Override
    public synchronized void close() throws IOException {
        channel.close();
    }
}
