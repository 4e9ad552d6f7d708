package io.taktstrom.s7.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ReadableByteChannel;

import io.taktstrom.kit.tcp.Inbox;
import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.isotcp.Tpkt;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;

/**
 * Cuts what has come into frames, and frames into PDUs. Hot; one thread at a time; never grows.
 *
 * <p>A PDU that comes in one frame, as nearly all do, stays where it is. One in several pieces is put together elsewhere.
 */
final class PduInbox {

    private static final int CAPACITY = 64 * 1024;
    /** The largest TPDU that we agree to, behind its TPKT header. */
    private static final int MAX_FRAME_BYTES = Tpkt.BYTES + (1 << CotpConnect.SIZE_1024);

    private final Inbox bytes = new Inbox(CAPACITY, ByteOrder.BIG_ENDIAN);
    private final ByteBuffer pieces;
    private int piecesBytes;
    private ByteBuffer pduBuffer = bytes.buffer();
    private int pdu;

    /** @param mostPduBytes the largest PDU that may come */
    PduInbox(int mostPduBytes) {
        pieces = ByteBuffer.allocateDirect(mostPduBytes);
    }

    /** Reads what is there; returns -1 at the end of the stream. */
    int fill(ReadableByteChannel channel) throws IOException {
        return bytes.fill(channel, MAX_FRAME_BYTES);
    }

    /** Size of the complete frame at {@link #frame}; 0 when more bytes must come first. */
    int frameBytes() throws MalformedFrameException {
        return Tpkt.check(bytes.buffer(), bytes.start(), bytes.length(), MAX_FRAME_BYTES);
    }

    ByteBuffer buffer() {
        return bytes.buffer();
    }

    int frame() {
        return bytes.start();
    }

    /** Goes behind a frame of this size. */
    void skip(int frameBytes) {
        bytes.skip(frameBytes);
    }

    /** Size of the next complete PDU, at {@link #pdu} of {@link #pduBuffer} until the next call; 0 when there is none. */
    int nextPdu() throws ConnectorException {
        for (int size = frameBytes(); size > 0; size = frameBytes()) {
            ByteBuffer buffer = bytes.buffer();
            int frame = bytes.start();
            int type = CotpHeader.check(buffer, frame, size);
            bytes.skip(size);
            if (type == CotpHeader.DISCONNECT_REQUEST) {
                throw new ConnectionLostException(
                        "the device ended the connection: " + CotpConnect.refusal(buffer, frame));
            }
            if (type != CotpHeader.DATA) {
                throw new MalformedFrameException(
                        "COTP message of type 0x" + Integer.toHexString(type) + " where data is expected", Tpkt.BYTES);
            }
            int payload = size - CotpData.PAYLOAD;
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

    private void addPiece(int at, int size) throws MalformedFrameException {
        if (size > pieces.capacity() - piecesBytes) {
            throw tooLarge(piecesBytes + size);
        }
        pieces.put(piecesBytes, bytes.buffer(), at, size);
        piecesBytes += size;
    }

    private MalformedFrameException tooLarge(int size) {
        return new MalformedFrameException(
                "PDU of " + size + " bytes or more, agreed were " + pieces.capacity(), Tpkt.BYTES);
    }

    ByteBuffer pduBuffer() {
        return pduBuffer;
    }

    int pdu() {
        return pdu;
    }
}
