package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.structured.OpenSecureChannelResponse;

/** Chunks of a channel without security. Hot: allocates nothing for messages of one chunk. */
final class PlainChunks extends ChunkCodec {

    private static final byte[] POLICY = SecurityPolicy.None.getUri().getBytes(StandardCharsets.UTF_8);

    /** No certificate, no thumbprint. */
    private static final int OPEN_BODY = HEADER + 3 * Integer.BYTES + POLICY.length + SEQUENCE_HEADER;

    /** Sequence numbers start again behind this one (OPC 10000-6, 6.7.2.4), at less than so many. */
    private static final long LAST = 0xFFFF_FFFFL - 1024;

    private static final int FIRST = 1024;

    private final WireReader header = new WireReader();
    private long sent;
    private long received = -1;
    private int channelId;
    private int tokenId;

    private int type;
    private int id;
    private int chunks;
    private ByteBuffer body = ByteBuffer.allocate(0);

    PlainChunks(MessageLimit limit, PeerLimits peer) {
        super(limit, peer);
    }

    @Override
    int maxBody() {
        return chunkBytes() - BODY;
    }

    private int bodyAt() {
        return type == OPN ? OPEN_BODY : BODY;
    }

    @Override
    int prepare(int newType, int newId, ByteBuffer newBody) throws DeviceErrorException {
        type = newType;
        id = newId;
        body = newBody;
        chunks = chunks(newBody.remaining());
        return newBody.remaining() + chunks * bodyAt();
    }

    @Override
    void write(ByteBuffer out, int at) {
        int to = at;
        int from = body.position();
        for (int left = chunks; left > 0; left--) {
            int bytes = Math.min(maxBody(), body.limit() - from);
            int size = bodyAt() + bytes;
            out.putInt(to, type | (left == 1 ? 'F' : 'C') << 24);
            out.putInt(to + SIZE, size);
            out.putInt(to + CHANNEL, channelId);
            if (type == OPN) {
                out.putInt(to + HEADER, POLICY.length);
                out.put(to + HEADER + Integer.BYTES, POLICY);
                out.putLong(to + HEADER + Integer.BYTES + POLICY.length, -1);
            } else {
                out.putInt(to + HEADER, tokenId);
            }
            sent = sent >= LAST ? 1 : sent + 1;
            out.putInt(to + bodyAt() - SEQUENCE_HEADER, (int) sent);
            out.putInt(to + bodyAt() - Integer.BYTES, id);
            out.put(to + bodyAt(), body, from, bytes);
            from += bytes;
            to += size;
        }
    }

    @Override
    ByteString newNonce() {
        return ByteString.NULL_VALUE;
    }

    @Override
    void install(OpenSecureChannelResponse response) {
        channelId = response.getSecurityToken().getChannelId().intValue();
        tokenId = response.getSecurityToken().getTokenId().intValue();
    }

    @Override
    void decode(int newType, int kind, ByteBuffer in, int frame, int bytes) throws MalformedFrameException {
        WireReader reader = header.reset(in, frame + HEADER, frame + bytes);
        if (newType == OPN) {
            reader.skipValues(Builtin.BYTE_STRING, 3);
        } else {
            // The token may be that before or after a renewal: without security it protects nothing.
            reader.skip(Integer.BYTES);
            if (in.getInt(frame + CHANNEL) != channelId) {
                throw new MalformedFrameException("a message of another channel", CHANNEL);
            }
        }
        long sequence = Integer.toUnsignedLong(reader.i32());
        int request = reader.i32();
        boolean next = sequence == received + 1 || (received >= LAST && sequence < FIRST);
        if (received >= 0 && !next) {
            throw new MalformedFrameException("sequence number " + sequence + " after " + received, reader.position());
        }
        received = sequence;
        int at = reader.position();
        int content = reader.remaining();
        if (kind == 'A') {
            // Status 4, reason String.
            setAborted(request, reader.i32());
        } else if (kind == 'F' && assembledBytes() == 0) {
            setMessage(request, in, at, content);
        } else {
            append(in, at, content);
            if (kind == 'F') {
                setAssembled(request);
            }
        }
    }
}
