package io.taktstrom.stream.log;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;

/**
 * Goes through the records of one segment. What is damaged is left out: where a header is sound and its content is not, one
 * record; otherwise all up to the next place where a sound record begins. One thread. Hot: allocates only to hold a record
 * that is larger than any before.
 *
 * <pre>
 *   offset          record's end                   limit: so far the file is written
 *     v                v                              v
 *   [ header | content ][ header | content ][ ...    ]
 *    '----- at -----'    in the buffer
 * </pre>
 */
final class RecordCursor implements AutoCloseable {

    private static final int FIRST_BUFFER_BYTES = 1 << 18;

    private final FileChannel channel;
    private final RecordHeader header;
    private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    /** Where in the file the buffer begins. */
    private long base;
    /** Where in the buffer the present record begins. */
    private int at;
    /** Where in the file the next record begins, or may begin. */
    private long next;
    /** Behind the last sound record. */
    private long end;

    /** @param channel closed with this */
    RecordCursor(FileChannel channel, long logId, long start) {
        this.channel = channel;
        header = new RecordHeader(logId);
        next = start;
        end = start;
        buffer.limit(0);
    }

    /**
     * Behind the header of a segment, or at its begin when the header is damaged.
     *
     * @param channel closed with this
     */
    static RecordCursor behindHeader(FileChannel channel, long logId) throws IOException {
        ByteBuffer begin = ByteBuffer.allocate(SegmentHeader.MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (begin.hasRemaining() && channel.read(begin, begin.position()) > 0) {
            // As much as there is.
        }
        return new RecordCursor(channel, logId, SegmentHeader.lengthOf(begin.flip()));
    }

    /**
     * Goes on to the next sound record.
     *
     * @param limit the file's length, as far as it is written
     * @return false when there is none
     */
    boolean next(long limit) throws IOException {
        while (next + RecordHeader.BYTES <= limit) {
            load(next, RecordHeader.BYTES, limit);
            int candidate = (int) (next - base);
            if (!header.isAt(buffer, candidate, next)) {
                next += RecordHeader.ALIGNMENT;
                continue;
            }
            long padded = RecordHeader.paddedBytes(buffer.getInt(candidate + RecordHeader.LENGTH));
            if (next + padded > limit) {
                next += RecordHeader.ALIGNMENT;
                continue;
            }
            load(next, Math.toIntExact(padded), limit);
            at = (int) (next - base);
            next += padded;
            if (header.contentIsSound(buffer, at)) {
                end = next;
                return true;
            }
        }
        return false;
    }

    /** Has these bytes of the file in the buffer, and more if there are. */
    private void load(long offset, int bytes, long limit) throws IOException {
        if (offset >= base && offset + bytes <= base + buffer.limit()) {
            return;
        }
        if (bytes > buffer.capacity()) {
            buffer = ByteBuffer.allocateDirect(Math.toIntExact(RecordHeader.align(bytes * 5L / 4)))
                    .order(ByteOrder.LITTLE_ENDIAN);
        }
        buffer.clear();
        buffer.limit((int) Math.min(buffer.capacity(), limit - offset));
        base = offset;
        while (buffer.hasRemaining()) {
            if (channel.read(buffer, base + buffer.position()) < 0) {
                buffer.limit(0);
                throw new EOFException("it was cut at byte " + (base + buffer.position()) + " by another program");
            }
        }
        buffer.flip();
    }

    boolean isGroup() {
        byte kind = buffer.get(at + RecordHeader.KIND);
        return kind == RecordHeader.GROUP || kind == RecordHeader.GROUP_WITHOUT_CONNECTIONS;
    }

    /** Of a group's record. */
    boolean hasConnections() {
        return buffer.get(at + RecordHeader.KIND) == RecordHeader.GROUP;
    }

    boolean isSamples() {
        return buffer.get(at + RecordHeader.KIND) == RecordHeader.SAMPLES;
    }

    int flags() {
        return buffer.get(at + RecordHeader.FLAGS);
    }

    int group() {
        return buffer.getShort(at + RecordHeader.GROUP_ID) & 0xFFFF;
    }

    int count() {
        return buffer.getInt(at + RecordHeader.COUNT);
    }

    long first() {
        return buffer.getLong(at + RecordHeader.FIRST);
    }

    long writtenAt() {
        return buffer.getLong(at + RecordHeader.WRITTEN_AT);
    }

    /** Holds the record's content, from {@link #contentAt} on, until the next call. */
    ByteBuffer buffer() {
        return buffer;
    }

    int contentAt() {
        return at + RecordHeader.BYTES;
    }

    int contentBytes() {
        return buffer.getInt(at + RecordHeader.LENGTH);
    }

    /** A copy of the content. */
    byte[] content() {
        byte[] content = new byte[contentBytes()];
        buffer.get(contentAt(), content);
        return content;
    }

    /** Behind the last sound record so far. */
    long end() {
        return end;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
