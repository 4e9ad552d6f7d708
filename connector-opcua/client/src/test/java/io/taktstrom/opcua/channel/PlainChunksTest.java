package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PlainChunksTest {

    private static final int MAX = 100_000;
    private static final int CHUNK = 8192;

    private final PlainChunks chunks =
            new PlainChunks(new MessageLimit(MAX, "raise this"), new ChunkCodec.PeerLimits(CHUNK, 3 * CHUNK, 4));

    private static ByteBuffer bytes(int count) {
        byte[] bytes = new byte[count];
        new Random(count).nextBytes(bytes);
        return ByteBuffer.wrap(bytes);
    }

    private static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private boolean add(ByteBuffer in, int frame) throws ConnectorException {
        return chunks.add(in.getInt(frame) & 0xFF_FFFF, in, frame, in.getInt(frame + ChunkCodec.SIZE));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 100, CHUNK - 24, CHUNK - 23, 2 * CHUNK, 3 * CHUNK})
    void aMessageOfAnySizeComesBackAsItWas(int size) throws ConnectorException {
        for (int id = 1; id < 5; id++) {
            ByteBuffer message = bytes(size);
            ByteBuffer out = buffer(7 + chunks.prepare(ChunkCodec.MSG, id, message));
            chunks.write(out, 7);
            int at = 7;
            while (!add(out, at)) {
                at += out.getInt(at + ChunkCodec.SIZE);
            }
            assertThat(chunks.requestId()).isEqualTo(id);
            assertThat(chunks.message()
                            .buffer()
                            .slice(chunks.message().position(), chunks.message().remaining()))
                    .isEqualTo(message);
            chunks.release();
        }
    }

    @Test
    void aRequestThatTheServerDoesNotTakeIsRefusedBeforeItIsSent() {
        assertThatThrownBy(() -> chunks.prepare(ChunkCodec.MSG, 1, bytes(3 * CHUNK + 1)))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessageContaining("Bad_RequestTooLarge")
                .hasMessageContaining("maxNodesPerRequest");
    }

    /** Type, kind, size, channel, token, sequence number, request. */
    private static ByteBuffer chunk(char kind, int sequence, int size) {
        return buffer(size)
                .putInt(ChunkCodec.MSG | kind << 24)
                .putInt(size)
                .putInt(0)
                .putInt(0)
                .putInt(sequence)
                .putInt(9)
                .clear();
    }

    @Test
    void aMessageThatOutgrowsTheBoundIsRefusedBeforeItsEnd() throws ConnectorException {
        assertThat(add(chunk('C', 1, MAX / 2), 0)).isFalse();
        assertThat(add(chunk('F', 2, MAX / 2), 0)).isTrue();
        assertThat(add(chunk('C', 3, MAX / 2), 0)).isFalse();
        assertThat(add(chunk('C', 4, MAX / 2), 0)).isFalse();
        assertThatThrownBy(() -> add(chunk('C', 5, MAX / 2), 0))
                .hasMessageContaining("an answer has more than 100000 bytes; raise this, or lower maxNodesPerRequest");
    }

    @Test
    void chunksWithoutContentAreNotForFree() {
        assertThatThrownBy(() -> {
                    for (int i = 0; i < MAX; i++) {
                        add(chunk('C', i, 24), 0);
                    }
                })
                .hasMessageContaining("an answer has more than");
    }

    @Test
    void anAnswerThatTheServerGivesUpIsAFault() throws ConnectorException {
        add(chunk('C', 1, 5000), 0);
        ByteBuffer aborted = chunk('A', 2, 32).putInt(24, 0x8003_0000).putInt(28, -1);
        assertThat(add(aborted, 0)).isTrue();
        WireReader in = chunks.message();
        assertThat(ServiceHeader.read(in, ServiceHeader.READ_ANSWER)).isEqualTo(0x8003_0000);
        assertThat(add(chunk('F', 3, 100), 0)).isTrue();
        assertThat(chunks.message().remaining()).isEqualTo(76);
    }

    @Test
    void chunksThatAreMissingOrMalformedEndTheChannel() throws ConnectorException {
        add(chunk('F', 1, 100), 0);
        assertThatThrownBy(() -> add(chunk('F', 3, 100), 0)).hasMessageContaining("sequence number 3 after 1");
        assertThatThrownBy(() -> add(chunk('X', 2, 100), 0)).hasMessageContaining("kind");
        assertThatThrownBy(() -> add(chunk('F', 2, 100).putInt(ChunkCodec.CHANNEL, 7), 0))
                .hasMessageContaining("another channel");
        for (int size = 0; size < ChunkCodec.HEADER; size++) {
            ByteBuffer small = chunk('F', 2, 100).putInt(ChunkCodec.SIZE, size);
            assertThatThrownBy(() -> ChunkCodec.frameBytes(small, 0, 100, CHUNK, new MessageLimit(MAX, "raise this")))
                    .hasMessageContaining("12 to 8192 are allowed");
        }
        for (int size = 12; size < 24; size++) {
            int bytes = size;
            assertThatThrownBy(() -> chunks.add(ChunkCodec.MSG, chunk('F', 2, 24), 0, bytes))
                    .isInstanceOf(MalformedFrameException.class);
        }
    }
}
