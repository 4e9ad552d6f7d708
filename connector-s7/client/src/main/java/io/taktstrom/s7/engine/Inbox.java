package io.taktstrom.s7.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.isotcp.Tpkt;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;

/**
 * Cuts the byte stream into frames, and frames into PDUs. Hot; one thread at a time; never grows.
 *
 * <p>A PDU that comes in one frame, as nearly all do, stays where it is. One in several pieces is put together elsewhere.
 */
final class Inbox {

    private static final int CAPACITY = 64 * 1024;
    /** The largest TPDU that we agree to, behind its TPKT header. */
    private static final int MAX_FRAME_BYTES = Tpkt.BYTES + (1 << CotpConnect.SIZE_1024);

    private final ByteBuffer buffer = ByteBuffer.allocateDirect(CAPACITY);
    private final ByteBuffer pieces;
    private int start;
    private int end;
    private int piecesBytes;
    private ByteBuffer pduBuffer = buffer;
    private int pdu;

    /** @param mostPduBytes the largest PDU that may come */
    Inbox(int mostPduBytes) {
        pieces = ByteBuffer.allocateDirect(mostPduBytes);
    }

    /** Reads what is there; returns -1 at the end of the stream. */
    int fill(ReadableByteChannel channel) throws IOException {
        if (start == end) {
            start = 0;
            end = 0;
        } else if (buffer.capacity() - end < MAX_FRAME_BYTES) {
            buffer.put(0, buffer, start, end - start);
            end -= start;
            start = 0;
        }
        buffer.limit(buffer.capacity()).position(end);
        int bytes = channel.read(buffer);
        end = buffer.position();
        buffer.clear();
        return bytes;
    }

    /** Size of the complete frame at {@link #frame}; 0 when more bytes must come first. */
    int frameBytes() throws MalformedFrameException {
        return Tpkt.check(buffer, start, end - start, MAX_FRAME_BYTES);
    }

    ByteBuffer buffer() {
        return buffer;
    }

    int frame() {
        return start;
    }

    /** Goes behind a frame of this size. */
    void skip(int bytes) {
        start += bytes;
    }

    /** Size of the next complete PDU, at {@link #pdu} of {@link #pduBuffer} until the next call; 0 when there is none. */
    int nextPdu() throws ConnectorException {
        for (int bytes = frameBytes(); bytes > 0; bytes = frameBytes()) {
            int frame = start;
            int type = CotpHeader.check(buffer, frame, bytes);
            start += bytes;
            if (type == CotpHeader.DISCONNECT_REQUEST) {
                throw new ConnectionLostException(
                        "the device ended the connection: " + CotpConnect.refusal(buffer, frame));
            }
            if (type != CotpHeader.DATA) {
                throw new MalformedFrameException(
                        "COTP message of type 0x" + Integer.toHexString(type) + " where data is expected", Tpkt.BYTES);
            }
            int payload = bytes - CotpData.PAYLOAD;
            boolean last = CotpData.isLast(buffer, frame);
            if (piecesBytes == 0 && last) {
                if (payload > pieces.capacity()) {
                    throw tooLarge(payload);
                }
                pduBuffer = buffer;
                pdu = frame + CotpData.PAYLOAD;
                if (payload > 0) {
                    return payload;
                }
            } else {
                addPiece(frame + CotpData.PAYLOAD, payload);
                if (last) {
                    int whole = piecesBytes;
                    piecesBytes = 0;
                    pduBuffer = pieces;
                    pdu = 0;
                    return whole;
                }
            }
        }
        return 0;
    }

    private void addPiece(int at, int bytes) throws MalformedFrameException {
        if (bytes > pieces.capacity() - piecesBytes) {
            throw tooLarge(piecesBytes + bytes);
        }
        pieces.put(piecesBytes, buffer, at, bytes);
        piecesBytes += bytes;
    }

    private MalformedFrameException tooLarge(int bytes) {
        return new MalformedFrameException(
                "PDU of " + bytes + " bytes or more, agreed were " + pieces.capacity(), Tpkt.BYTES);
    }

    ByteBuffer pduBuffer() {
        return pduBuffer;
    }

    int pdu() {
        return pdu;
    }
}
