package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.structured.OpenSecureChannelResponse;

/**
 * Messages as chunks and back (OPC 10000-6, 6.7.2). Sending belongs to the holder of the channel's send lock, receiving to
 * the thread that reads. A message that is too large is refused while it arrives: every chunk that waits counts.
 *
 * <pre>
 *   type 3 | kind 1: C more follow, F last, A aborted | size 4 | channel 4 | security header | sequence 4 | request 4 | body
 *                                           OPN: policy String, certificate, thumbprint;  MSG, CLO: token 4
 * </pre>
 */
abstract class ChunkCodec {

    static final int MSG = 'M' | 'S' << 8 | 'G' << 16;
    static final int OPN = 'O' | 'P' << 8 | 'N' << 16;
    static final int CLO = 'C' | 'L' << 8 | 'O' << 16;

    /** Before there is a channel, and its end for a reason. */
    static final int ACK = 'A' | 'C' << 8 | 'K' << 16;

    static final int ERR = 'E' | 'R' << 8 | 'R' << 16;
    static final int TYPE_MASK = 0xFF_FFFF;

    static final int KIND = 3;
    static final int SIZE = 4;
    static final int CHANNEL = 8;
    static final int HEADER = 12;
    static final int SEQUENCE_HEADER = 8;
    /** Of a message without security. */
    static final int BODY = HEADER + 4 + SEQUENCE_HEADER;

    /** No chunk's headers, padding and signature take more, and each chunk that waits takes as much memory. */
    private static final int OVERHEAD = 128;

    private static final int KEPT_BYTES = 1 << 20;
    private static final int NORMAL_BYTES = 4096;

    private final MessageLimit limit;
    private final PeerLimits peer;

    private ByteBuffer assembled = newBuffer(NORMAL_BYTES);
    private int assembledBytes;
    private long counted;

    private final WireReader message = new WireReader();
    private int requestId;

    /**
     * What the server takes, as it says itself.
     *
     * @param chunkBytes of one chunk
     * @param messageBytes of one message; 0 for any
     * @param chunks of one message; 0 for any
     */
    record PeerLimits(int chunkBytes, int messageBytes, int chunks) {}

    ChunkCodec(MessageLimit limit, PeerLimits peer) {
        this.limit = limit;
        this.peer = peer;
    }

    static ByteBuffer newBuffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    // ---- sending

    /** Most bytes of a message that one chunk can carry. */
    abstract int maxBody();

    /** Makes chunks of a message; returns how many bytes they have, to be {@linkplain #write written} next. */
    abstract int prepare(int type, int id, ByteBuffer body) throws ConnectorException;

    /** Writes the chunks that were prepared, at absolute positions. */
    abstract void write(ByteBuffer out, int at);

    /** Number of chunks of a message; fails when the server does not take as many, or as large a message. */
    final int chunks(int bytes) throws DeviceErrorException {
        int count = Math.max(1, (bytes + maxBody() - 1) / maxBody());
        boolean tooLarge = peer.messageBytes() > 0 && bytes > peer.messageBytes();
        if (tooLarge || (peer.chunks() > 0 && count > peer.chunks())) {
            int status = (int) (tooLarge ? StatusCodes.Bad_RequestTooLarge : StatusCodes.Bad_EncodingLimitsExceeded);
            throw new DeviceErrorException(
                    Failures.name(status) + ": a request of " + bytes + " bytes; lower maxNodesPerRequest",
                    status,
                    status & 0xFFFF_FFFFL);
        }
        return count;
    }

    final int chunkBytes() {
        return peer.chunkBytes();
    }

    // ---- tokens

    /** A nonce for a request that opens or renews the channel; with the send lock. */
    abstract ByteString newNonce();

    /** Uses a new security token from now on; by the thread that reads. */
    abstract void install(OpenSecureChannelResponse response) throws ConnectorException;

    // ---- receiving

    /** Where a chunk ends: its size is behind type and kind. */
    static int frameBytes(ByteBuffer in, int at, int available, int maxBytes, MessageLimit limit)
            throws MalformedFrameException {
        if (available < CHANNEL) {
            return 0;
        }
        int type = in.getInt(at) & TYPE_MASK;
        if (type != MSG && type != OPN && type != ACK && type != ERR) {
            throw new MalformedFrameException("the server does not speak OPC UA: %08x".formatted(in.getInt(at)), 0);
        }
        int bytes = in.getInt(at + SIZE);
        if (bytes > limit.bytes()) {
            throw new MalformedFrameException(limit.exceeded(), SIZE);
        }
        if (bytes < HEADER || bytes > maxBytes) {
            throw new MalformedFrameException(
                    "a chunk of " + bytes + " bytes; " + HEADER + " to " + maxBytes + " are allowed", SIZE);
        }
        return bytes <= available ? bytes : 0;
    }

    /** Takes a chunk; whether the message is complete, which {@link #message} holds until the next chunk. */
    final boolean add(int type, ByteBuffer in, int frame, int bytes) throws ConnectorException {
        int kind = in.get(frame + KIND);
        if (kind != 'C' && kind != 'F' && kind != 'A') {
            throw new MalformedFrameException("a chunk of the kind " + kind, KIND);
        }
        counted += Math.max(OVERHEAD, bytes - OVERHEAD);
        if (counted > limit.bytes()) {
            throw new ConnectionLostException(limit.exceeded());
        }
        boolean last = kind != 'C';
        decode(type, kind, in, frame, bytes);
        if (last) {
            counted = 0;
        }
        return last;
    }

    /** Takes a chunk: hands over its content, or the whole message with the last one. */
    abstract void decode(int type, int kind, ByteBuffer in, int frame, int bytes) throws ConnectorException;

    /** The message is one piece of another buffer. */
    final void setMessage(int id, ByteBuffer buffer, int at, int bytes) {
        requestId = id;
        message.reset(buffer, at, at + bytes);
    }

    /** Adds to a message of several pieces. */
    final void append(ByteBuffer piece, int at, int bytes) {
        if (assembledBytes + bytes > assembled.capacity()) {
            ByteBuffer larger = newBuffer(
                    (int) Math.max(assembledBytes + bytes, Math.min(limit.bytes(), 2L * assembled.capacity())));
            larger.put(0, assembled, 0, assembledBytes);
            assembled = larger;
        }
        assembled.put(assembledBytes, piece, at, bytes);
        assembledBytes += bytes;
    }

    /** The message is what was added. */
    final void setAssembled(int id) {
        setMessage(id, assembled, 0, assembledBytes);
        assembledBytes = 0;
    }

    final int assembledBytes() {
        return assembledBytes;
    }

    /** The server gives an answer up (OPC 10000-6, 6.7.3). */
    final void setAborted(int id, int status) {
        byte[] fault = ServiceHeader.fault(status);
        assembledBytes = 0;
        setMessage(id, ByteBuffer.wrap(fault).order(ByteOrder.LITTLE_ENDIAN), 0, fault.length);
    }

    final int requestId() {
        return requestId;
    }

    /** The message that is complete. */
    final WireReader message() {
        return message;
    }

    /** The message was used: memory of a large one is let go. */
    final void release() {
        if (assembled.capacity() > KEPT_BYTES) {
            assembled = newBuffer(NORMAL_BYTES);
        }
        message.reset(assembled, 0, 0);
    }
}
