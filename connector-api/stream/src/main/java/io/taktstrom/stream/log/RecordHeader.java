package io.taktstrom.stream.log;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * What stands before each record of a segment, little-endian, at a multiple of 8.
 *
 * <pre>
 *   0  4  magic "TREC"
 *   4  1  kind: 1 a group's description without connections (version 1), 2 samples, 3 a group's description
 *   5  1  flags: which columns have one value for all samples
 *   6  2  group, by its number in this segment
 *   8  4  length of the content
 *  12  4  samples
 *  16  8  number of the first sample; of a group, the next one's
 *  24  8  written at, epoch nanoseconds
 *  32  4  CRC-32C of the content
 *  36  4  CRC-32C of the 36 bytes above, the log's id, and where in the file the record begins
 *  40     content, then zeros up to a multiple of 8
 * </pre>
 *
 * <p>That the id and the place are in the CRC keeps bytes that only look like a record, in a value or from a block of
 * another file, from being taken for one. Not thread-safe. Hot: allocates nothing.
 */
final class RecordHeader {

    static final int BYTES = 40;
    static final int ALIGNMENT = 8;

    static final byte GROUP_WITHOUT_CONNECTIONS = 1;
    static final byte SAMPLES = 2;
    static final byte GROUP = 3;

    private static final int MAGIC = 0x43455254;
    static final int KIND = 4;
    static final int FLAGS = 5;
    static final int GROUP_ID = 6;
    static final int LENGTH = 8;
    static final int COUNT = 12;
    static final int FIRST = 16;
    static final int WRITTEN_AT = 24;
    private static final int CONTENT_CRC = 32;
    private static final int CRC = 36;

    private final CRC32C crc = new CRC32C();
    private final long logId;

    RecordHeader(long logId) {
        this.logId = logId;
    }

    /** A record's length, padding included. */
    static long paddedBytes(int contentBytes) {
        return align(BYTES + (long) contentBytes);
    }

    static long align(long offset) {
        return (offset + ALIGNMENT - 1) & -ALIGNMENT;
    }

    /**
     * Completes a record whose content is in the buffer already.
     *
     * @param at where in the buffer the header begins
     * @param place where in the file it begins
     */
    void write(
            ByteBuffer buffer,
            int at,
            long place,
            byte kind,
            int flags,
            int group,
            int length,
            int count,
            long first,
            long writtenAt) {
        buffer.putInt(at, MAGIC);
        buffer.put(at + KIND, kind);
        buffer.put(at + FLAGS, (byte) flags);
        buffer.putShort(at + GROUP_ID, (short) group);
        buffer.putInt(at + LENGTH, length);
        buffer.putInt(at + COUNT, count);
        buffer.putLong(at + FIRST, first);
        buffer.putLong(at + WRITTEN_AT, writtenAt);
        buffer.putInt(at + CONTENT_CRC, crcOf(buffer, at + BYTES, length));
        buffer.putInt(at + CRC, headerCrc(buffer, at, place));
    }

    /** Whether a sound header stands here; the content may be damaged all the same. */
    boolean isAt(ByteBuffer buffer, int at, long place) {
        return buffer.getInt(at) == MAGIC
                && buffer.getInt(at + LENGTH) >= 0
                && buffer.getInt(at + COUNT) >= 0
                && buffer.getInt(at + CRC) == headerCrc(buffer, at, place);
    }

    boolean contentIsSound(ByteBuffer buffer, int at) {
        return buffer.getInt(at + CONTENT_CRC) == crcOf(buffer, at + BYTES, buffer.getInt(at + LENGTH));
    }

    private int headerCrc(ByteBuffer buffer, int at, long place) {
        crc.reset();
        update(buffer, at, CRC);
        update(logId);
        update(place);
        return (int) crc.getValue();
    }

    private int crcOf(ByteBuffer buffer, int from, int length) {
        crc.reset();
        update(buffer, from, length);
        return (int) crc.getValue();
    }

    private void update(ByteBuffer buffer, int from, int length) {
        int position = buffer.position();
        int limit = buffer.limit();
        buffer.limit(from + length).position(from);
        crc.update(buffer);
        buffer.limit(limit).position(position);
    }

    private void update(long number) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            crc.update((int) (number >>> shift) & 0xFF);
        }
    }
}
