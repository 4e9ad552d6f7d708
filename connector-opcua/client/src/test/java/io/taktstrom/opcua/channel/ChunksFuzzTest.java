package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** What a server sends on a channel without security: messages, or the end of the channel with its cause. */
class ChunksFuzzTest {

    private static final int MAX = 100_000;
    private static final int CHUNK = 8192;

    static Stream<byte[]> streams() {
        ByteBuffer two = ByteBuffer.allocate(60).order(ByteOrder.LITTLE_ENDIAN);
        two.putInt(ChunkCodec.MSG | 'C' << 24)
                .putInt(30)
                .putInt(0)
                .putInt(1)
                .putInt(5)
                .putInt(9)
                .position(30);
        two.putInt(ChunkCodec.MSG | 'F' << 24)
                .putInt(30)
                .putInt(0)
                .putInt(1)
                .putInt(6)
                .putInt(9);
        ByteBuffer aborted = ByteBuffer.allocate(32).order(ByteOrder.LITTLE_ENDIAN);
        aborted.putInt(ChunkCodec.MSG | 'A' << 24)
                .putInt(32)
                .putInt(0)
                .putInt(1)
                .putInt(1)
                .putInt(9);
        aborted.putInt(0x8003_0000).putInt(-1);
        ByteBuffer open = ByteBuffer.allocate(40).order(ByteOrder.LITTLE_ENDIAN);
        open.putInt(ChunkCodec.OPN | 'F' << 24)
                .putInt(40)
                .putInt(0)
                .putInt(-1)
                .putInt(-1)
                .putInt(-1)
                .putInt(1)
                .putInt(2);
        ByteBuffer hello = ByteBuffer.allocate(28).order(ByteOrder.LITTLE_ENDIAN);
        hello.putInt(ChunkCodec.ACK | 'F' << 24)
                .putInt(28)
                .putInt(0)
                .putInt(65_536)
                .putInt(65_536);
        return Stream.of(two.array(), aborted.array(), open.array(), hello.array());
    }

    @MethodSource("streams")
    @FuzzTest(maxDuration = "3m")
    void aStreamOfAnythingIsMessagesOrTheEnd(byte[] bytes) {
        FuzzedParser.check(bytes.length, ConnectorException.class, () -> {
            MessageLimit limit = new MessageLimit(MAX, "raise this");
            PlainChunks chunks = new PlainChunks(limit, new ChunkCodec.PeerLimits(CHUNK, 3 * CHUNK, 4));
            ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            int at = 0;
            for (int n; (n = ChunkCodec.frameBytes(in, at, bytes.length - at, CHUNK, limit)) > 0; at += n) {
                int type = in.getInt(at) & ChunkCodec.TYPE_MASK;
                if (type == ChunkCodec.ACK || type == ChunkCodec.ERR) {
                    Hello.read(new WireReader().reset(in, at + ChunkCodec.CHANNEL, at + n));
                } else if (chunks.add(type, in, at, n)) {
                    header(chunks.message());
                    chunks.release();
                }
            }
        });
    }

    private static void header(WireReader message) throws ConnectorException {
        if (message.remaining() > MAX) {
            throw new AssertionError("a message of " + message.remaining() + " bytes");
        }
        ServiceHeader.read(message, ServiceHeader.READ_ANSWER);
    }
}
