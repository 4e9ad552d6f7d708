package io.taktstrom.ads.engine;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class IncomingFramesTest {

    private static final AmsAddress ADDRESS = AmsAddress.parse("5.1.2.3.1.1:851");

    private static byte[] frame(int dataBytes, int id) {
        ByteBuffer frame = ByteBuffer.allocate(AmsHeader.BYTES + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        AmsHeader.writeRequest(frame, 0, ADDRESS, ADDRESS, AdsCommand.READ, dataBytes, id);
        for (int i = AmsHeader.BYTES; i < frame.capacity(); i++) {
            frame.put(i, (byte) (id + i));
        }
        byte[] bytes = new byte[frame.capacity()];
        frame.get(0, bytes);
        return bytes;
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

    private static List<Integer> ids(IncomingFrames inbox, ReadableByteChannel channel) throws IOException {
        List<Integer> ids = new ArrayList<>();
        while (inbox.fill(channel) >= 0) {
            for (int bytes = inbox.frameBytes(); bytes > 0; bytes = inbox.frameBytes()) {
                int id = AmsHeader.invokeId(inbox.buffer(), inbox.position());
                for (int i = AmsHeader.BYTES; i < bytes; i += 97) {
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
            assertThat(ids(new IncomingFrames(), pieces(stream.toByteArray(), List.of(cut))))
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
        IncomingFrames inbox = new IncomingFrames();
        assertThat(ids(inbox, pieces(stream.toByteArray(), sizes)))
                .as("seed %d", seed)
                .isEqualTo(expected);
        assertThat(inbox.frames()).isEqualTo(300);
    }

    @Test
    void aFrameLargerThanAnybodyAskedForIsRefusedBeforeThereIsRoomForIt() throws IOException {
        IncomingFrames inbox = new IncomingFrames();
        inbox.expect(300_000);
        byte[] fits = frame(300_000 - AmsHeader.BYTES, 9);
        assertThat(ids(inbox, pieces(fits, List.of()))).containsExactly(9);
        inbox.fill(pieces(frame(300_001 - AmsHeader.BYTES, 9), List.of(100)));
        assertThatThrownBy(inbox::frameBytes).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void anIncompleteFrameIsKnownFromItsFirstByte() throws IOException {
        IncomingFrames inbox = new IncomingFrames();
        assertThat(inbox.partial()).isFalse();
        byte[] frame = frame(10, 1);
        ReadableByteChannel channel = pieces(frame, List.of(1, 20));
        inbox.fill(channel);
        assertThat(inbox.frameBytes()).isZero();
        assertThat(inbox.partial()).isTrue();
        long since = inbox.partialSince();
        inbox.fill(channel);
        assertThat(inbox.frameBytes()).isZero();
        assertThat(inbox.partialSince()).isEqualTo(since);
        inbox.fill(channel);
        assertThat(inbox.frameBytes()).isEqualTo(frame.length);
        assertThat(inbox.partial()).isFalse();
    }
}
