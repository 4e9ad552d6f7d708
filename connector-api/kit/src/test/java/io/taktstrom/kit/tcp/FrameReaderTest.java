package io.taktstrom.kit.tcp;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class FrameReaderTest {

    private static final int HEADER = 2 * Integer.BYTES;

    /** A frame starts with its length and an id. */
    private static final Framing FRAMING = (in, at, available, maxBytes) -> {
        if (available < HEADER) {
            return 0;
        }
        int bytes = in.getInt(at);
        if (bytes < HEADER || bytes > maxBytes) {
            throw new MalformedFrameException("a frame of " + bytes + " bytes", 0);
        }
        return bytes <= available ? bytes : 0;
    };

    private static FrameReader reader() {
        return new FrameReader(FRAMING, ByteOrder.LITTLE_ENDIAN, 256 * 1024);
    }

    private static byte[] frame(int dataBytes, int id) {
        ByteBuffer frame = ByteBuffer.allocate(HEADER + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(0, frame.capacity()).putInt(Integer.BYTES, id);
        for (int i = HEADER; i < frame.capacity(); i++) {
            frame.put(i, (byte) (id + i));
        }
        return frame.array();
    }

    /** Gives the stream in pieces of these sizes, then the rest. */
    private static ReadableByteChannel pieces(byte[] stream, Iterable<Integer> sizes) {
        ByteArrayInputStream in = new ByteArrayInputStream(stream);
        var next = sizes.iterator();
        return new ReadableByteChannel() {
            @Override
            public int read(ByteBuffer into) {
                int most = next.hasNext() ? next.next() : Integer.MAX_VALUE;
                byte[] piece = new byte[Math.min(Math.min(most, into.remaining()), in.available())];
                int read = in.readNBytes(piece, 0, piece.length);
                into.put(piece);
                return read == 0 && in.available() == 0 ? -1 : read;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
    }

    private static List<Integer> ids(FrameReader inbox, ReadableByteChannel channel) throws IOException {
        List<Integer> ids = new ArrayList<>();
        while (inbox.fill(channel) >= 0) {
            for (int bytes = inbox.frameBytes(); bytes > 0; bytes = inbox.frameBytes()) {
                int id = inbox.buffer().getInt(inbox.position() + Integer.BYTES);
                for (int i = HEADER; i < bytes; i += 97) {
                    assertThat(inbox.buffer().get(inbox.position() + i)).isEqualTo((byte) (id + i));
                }
                ids.add(id);
                inbox.skip(bytes);
            }
        }
        return ids;
    }

    @Test
    void wheneverTheStreamIsCutTheFramesAreTheSame() throws IOException {
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        for (int id = 1; id <= 3; id++) {
            stream.writeBytes(frame(8 * id, id));
        }
        for (int cut = 1; cut < stream.size(); cut++) {
            assertThat(ids(reader(), pieces(stream.toByteArray(), List.of(cut))))
                    .as("cut at %d", cut)
                    .containsExactly(1, 2, 3);
        }
    }

    @Test
    void framesOfAnySizeInPiecesOfAnySizeAreTheSame() throws IOException {
        long seed = 11;
        Random random = new Random(seed);
        ByteArrayOutputStream stream = new ByteArrayOutputStream();
        List<Integer> expected = new ArrayList<>();
        for (int id = 1; id <= 300; id++) {
            stream.writeBytes(frame(random.nextInt(10) == 0 ? random.nextInt(200_000) : random.nextInt(200), id));
            expected.add(id);
        }
        List<Integer> sizes = new ArrayList<>();
        for (int left = stream.size(); left > 0; left -= sizes.get(sizes.size() - 1)) {
            sizes.add(1 + random.nextInt(50_000));
        }
        FrameReader inbox = reader();
        assertThat(ids(inbox, pieces(stream.toByteArray(), sizes)))
                .as("seed %d", seed)
                .isEqualTo(expected);
        assertThat(inbox.frames()).isEqualTo(300);
    }

    @Test
    void aFrameAboveTheExpectedSizeIsRefusedBeforeMemoryIsAllocated() throws IOException {
        FrameReader inbox = reader();
        inbox.expect(300_000);
        byte[] fits = frame(300_000 - HEADER, 9);
        assertThat(ids(inbox, pieces(fits, List.of()))).containsExactly(9);
        inbox.fill(pieces(frame(300_001 - HEADER, 9), List.of(100)));
        assertThatThrownBy(inbox::frameBytes).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void anIncompleteFrameIsKnownFromItsFirstByte() throws IOException {
        FrameReader inbox = reader();
        assertThat(inbox.partialNanosLeft(0, 0)).isEqualTo(Long.MAX_VALUE);
        byte[] frame = frame(10, 1);
        ReadableByteChannel channel = pieces(frame, List.of(1, 10));
        inbox.fill(channel);
        assertThat(inbox.frameBytes()).isZero();
        long since = inbox.partialNanosLeft(0, 0);
        assertThat(since).isLessThan(Long.MAX_VALUE);
        inbox.fill(channel);
        assertThat(inbox.frameBytes()).isZero();
        assertThat(inbox.partialNanosLeft(0, 0)).isEqualTo(since);
        assertThat(inbox.partialBytes()).isEqualTo(11);
        inbox.fill(channel);
        assertThat(inbox.frameBytes()).isEqualTo(frame.length);
        assertThat(inbox.partialNanosLeft(0, 0)).isEqualTo(Long.MAX_VALUE);
    }
}
