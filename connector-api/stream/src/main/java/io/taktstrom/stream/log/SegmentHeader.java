package io.taktstrom.stream.log;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.zip.CRC32C;

import org.jspecify.annotations.Nullable;

/**
 * What stands at the begin of a segment, little-endian. Magic, version, length and the place of the CRC are the same in all
 * versions to come, so that a log of another version is known for one.
 *
 * <pre>
 *   0  8  magic "TAKTSEG" 0
 *   8  4  version
 *  12  4  length of the header, CRC and padding included: a multiple of 8
 *  16  8  id of the log, the same in all its segments, drawn by lot
 *  24  8  number of the first sample
 *  32  8  made at, epoch nanoseconds
 *  40     deployment, stream, sink: each 4 bytes of length, then UTF-8
 *  ..     zeros
 *  -4  4  CRC-32C of all before
 * </pre>
 *
 * @param version of the format; version 1, which is still read, stores no connections
 * @param first number of the segment's first sample
 */
record SegmentHeader(int version, long logId, long first, long madeAt, LogIdentity identity) {

    /** The version that is written. */
    static final int VERSION = 2;

    private static final int OLDEST_VERSION = 1;

    /** More than any header has. */
    static final int MAX_BYTES = 1 << 16;

    private static final byte[] MAGIC = "TAKTSEG\0".getBytes(StandardCharsets.US_ASCII);
    private static final int VERSION_AT = 8;
    private static final int LENGTH_AT = 12;
    private static final int FIXED = 40;
    private static final int CRC_BYTES = 4;

    ByteBuffer encoded() {
        byte[][] names = {utf8(identity.deployment()), utf8(identity.stream()), utf8(identity.sink())};
        int content = FIXED;
        for (byte[] name : names) {
            content += Integer.BYTES + name.length;
        }
        int length = (int) RecordHeader.align(content + CRC_BYTES);
        ByteBuffer buffer = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.put(MAGIC)
                .putInt(version)
                .putInt(length)
                .putLong(logId)
                .putLong(first)
                .putLong(madeAt);
        for (byte[] name : names) {
            buffer.putInt(name.length).put(name);
        }
        buffer.putInt(length - CRC_BYTES, crc(buffer, length));
        return buffer.clear();
    }

    /**
     * Reads a header.
     *
     * @param buffer the begin of the file, from 0 to its limit
     * @return null when it is damaged
     * @throws LogException when it is sound, and of another version
     */
    static @Nullable SegmentHeader decode(ByteBuffer buffer, Path file) throws LogException {
        buffer.order(ByteOrder.LITTLE_ENDIAN).position(0);
        int length = lengthOf(buffer);
        if (length == 0) {
            return null;
        }
        int version = buffer.getInt(VERSION_AT);
        if (version < OLDEST_VERSION || version > VERSION) {
            throw new LogException(file + " is of version " + version
                    + " of the log's format, and this Taktstrom reads versions " + OLDEST_VERSION + " to " + VERSION
                    + "; empty it with the Taktstrom that wrote it (takt buffer drain), or name another folder");
        }
        buffer.position(LENGTH_AT + Integer.BYTES);
        long logId = buffer.getLong();
        long first = buffer.getLong();
        long madeAt = buffer.getLong();
        LogIdentity identity = new LogIdentity(text(buffer), text(buffer), text(buffer));
        return new SegmentHeader(version, logId, first, madeAt, identity);
    }

    /** The length of a sound header; 0 when there is none. */
    static int lengthOf(ByteBuffer buffer) {
        int there = buffer.limit();
        if (there < FIXED) {
            return 0;
        }
        for (int i = 0; i < MAGIC.length; i++) {
            if (buffer.get(i) != MAGIC[i]) {
                return 0;
            }
        }
        int length = buffer.getInt(LENGTH_AT);
        boolean whole = length >= FIXED + CRC_BYTES && length <= there && length % RecordHeader.ALIGNMENT == 0;
        return whole && buffer.getInt(length - CRC_BYTES) == crc(buffer, length) ? length : 0;
    }

    private static int crc(ByteBuffer buffer, int length) {
        CRC32C crc = new CRC32C();
        crc.update(buffer.duplicate().limit(length - CRC_BYTES).position(0));
        return (int) crc.getValue();
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(ByteBuffer buffer) {
        byte[] text = new byte[buffer.getInt()];
        buffer.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
