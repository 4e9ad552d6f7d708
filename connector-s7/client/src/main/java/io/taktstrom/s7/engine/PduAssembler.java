package io.taktstrom.s7.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.kit.tcp.FrameReader;
import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.cotp.Tpkt;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;

/**
 * Makes PDUs of frames. Hot; one thread at a time; never grows.
 *
 * <p>A PDU that comes in one frame, as nearly all do, stays where it is. One in several pieces is put together elsewhere.
 */
final class PduAssembler {

    /** The largest TPDU that we agree to, behind its TPKT header. */
    private static final int MAX_FRAME_BYTES = Tpkt.BYTES + (1 << CotpConnect.SIZE_1024);

    private final ByteBuffer pieces;
    private int piecesBytes;
    private ByteBuffer pduBuffer;
    private int pdu;

    /** @param mostPduBytes the largest PDU that may come */
    PduAssembler(int mostPduBytes) {
        pieces = ByteBuffer.allocateDirect(mostPduBytes);
        pduBuffer = pieces;
    }

    /** Reads the frames of a connection. */
    static FrameReader newReader() {
        return new FrameReader(Tpkt::check, ByteOrder.BIG_ENDIAN, MAX_FRAME_BYTES);
    }

    /** Adds a frame; returns the size of the PDU that it completes, at {@link #pdu} of {@link #pduBuffer}, or 0. */
    int add(ByteBuffer buffer, int frame, int size) throws ConnectorException {
        int type = CotpHeader.check(buffer, frame, size);
        if (type == CotpHeader.DISCONNECT_REQUEST) {
            throw new ConnectionLostException("the device ended the connection: " + CotpConnect.refusal(buffer, frame));
        }
        if (type != CotpHeader.DATA) {
            throw new MalformedFrameException(
                    "COTP message of type 0x" + Integer.toHexString(type) + " where data is expected", Tpkt.BYTES);
        }
        int payload = size - CotpData.PAYLOAD;
        boolean last = CotpData.isLast(buffer, frame);
        if (payload > pieces.capacity() - piecesBytes) {
            throw new MalformedFrameException(
                    "PDU of " + (piecesBytes + payload) + " bytes or more, agreed were " + pieces.capacity(),
                    Tpkt.BYTES);
        }
        if (piecesBytes == 0 && last) {
            pduBuffer = buffer;
            pdu = frame + CotpData.PAYLOAD;
            return payload;
        }
        pieces.put(piecesBytes, buffer, frame + CotpData.PAYLOAD, payload);
        piecesBytes += payload;
        if (!last) {
            return 0;
        }
        int whole = piecesBytes;
        piecesBytes = 0;
        pduBuffer = pieces;
        pdu = 0;
        return whole;
    }

    ByteBuffer pduBuffer() {
        return pduBuffer;
    }

    int pdu() {
        return pdu;
    }
}
