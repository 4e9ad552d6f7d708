package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;

import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.MalformedFrameException;

/** How a connection begins: client and server say how large messages and their chunks may be (OPC 10000-6, 7.1.2). */
final class Hello {

    private static final int HEL = 'H' | 'E' << 8 | 'L' << 16;
    private static final int FINAL = 'F' << 24;

    /** Version 4, receive and send buffer 4 each, largest message 4, most chunks 4. */
    static final int ANSWER_BYTES = 20;

    /** Smaller ones carry no certificates; the standard asks for 8192. */
    private static final int MIN_CHUNK_BYTES = 1024;

    private Hello() {}

    /** What the client says. */
    static ByteBuffer message(String url, MessageLimit limit) {
        WireWriter hello = new WireWriter()
                .i32(HEL | FINAL)
                .i32(0)
                .i32(0)
                .i32(MiloEncoding.CHUNK_BYTES)
                .i32(MiloEncoding.CHUNK_BYTES)
                .i32(limit.bytes())
                .i32(0)
                .string(url);
        hello.setI32(Integer.BYTES, hello.size());
        return hello.buffer();
    }

    /** What the server takes, as its answer says. */
    static ChunkCodec.PeerLimits read(WireReader answer) throws ConnectionLostException, MalformedFrameException {
        answer.skip(Integer.BYTES);
        int receives = answer.i32();
        answer.skip(Integer.BYTES);
        int mostBytes = answer.i32();
        int mostChunks = answer.i32();
        int chunkBytes = receives < 0 ? MiloEncoding.CHUNK_BYTES : Math.min(receives, MiloEncoding.CHUNK_BYTES);
        if (chunkBytes < MIN_CHUNK_BYTES) {
            throw new ConnectionLostException("the server takes chunks of no more than " + receives + " bytes");
        }
        return new ChunkCodec.PeerLimits(chunkBytes, Math.max(0, mostBytes), Math.max(0, mostChunks));
    }
}
