package io.taktstrom.s7.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.s7.BlockList;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.SetupCommunication;
import io.taktstrom.s7.protocol.s7.Szl;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.s7.protocol.s7.WriteVar;
import io.taktstrom.spi.MalformedFrameException;

/** Reads everything that can be read from a frame, as a client would that expects just this one. */
final class AnyFrame {

    private AnyFrame() {}

    /** A frame that the TPKT check let pass. */
    static void read(ByteBuffer buffer, int frame, int bytes) throws MalformedFrameException {
        int type = CotpHeader.check(buffer, frame, bytes);
        switch (type) {
            case CotpHeader.CONNECT_CONFIRM, CotpHeader.CONNECT_REQUEST -> {
                CotpConnect.check(buffer, frame);
                CotpConnect.tpduBytes(buffer, frame, CotpConnect.SIZE_1024);
                CotpConnect.calledTsap(buffer, frame);
                CotpConnect.callingTsap(buffer, frame);
            }
            case CotpHeader.DISCONNECT_REQUEST -> CotpConnect.refusal(buffer, frame);
            case CotpHeader.DATA -> {
                if (bytes > CotpData.PAYLOAD) {
                    pdu(buffer, frame + CotpData.PAYLOAD, bytes - CotpData.PAYLOAD);
                }
            }
            default -> {
                // Nothing that a client reads.
            }
        }
    }

    static void pdu(ByteBuffer buffer, int pdu, int bytes) throws MalformedFrameException {
        S7Header.check(buffer, pdu, bytes);
        if (S7Header.rosctr(buffer, pdu) == S7Header.USER_DATA) {
            userData(buffer, pdu);
        } else if (S7Header.rosctr(buffer, pdu) == S7Header.ACK_DATA) {
            answer(buffer, pdu);
        } else if (S7Header.rosctr(buffer, pdu) == S7Header.ACK) {
            S7ErrorCode.describe(S7Header.error(buffer, pdu));
        }
    }

    private static void answer(ByteBuffer buffer, int pdu) throws MalformedFrameException {
        int function = S7Function.of(buffer, pdu);
        int items = S7Header.parameterBytes(buffer, pdu) < 2 ? 0 : buffer.get(pdu + S7Header.ANSWER_BYTES + 1) & 0xFF;
        switch (function) {
            case S7Function.SETUP_COMMUNICATION -> SetupCommunication.checkAnswer(buffer, pdu);
            case S7Function.READ_VAR -> {
                ReadVar.checkAnswer(buffer, pdu, items);
                int at = ReadVar.firstItem(pdu);
                for (int i = 0; i < items; i++) {
                    ReturnCode.describe(DataItem.code(buffer, at));
                    for (int k = 0; k < DataItem.bytes(buffer, at); k++) {
                        buffer.get(at + DataItem.HEADER_BYTES + k);
                    }
                    at = ReadVar.next(buffer, at);
                }
            }
            case S7Function.WRITE_VAR -> {
                WriteVar.checkAnswer(buffer, pdu, items);
                for (int i = 0; i < items; i++) {
                    WriteVar.code(buffer, pdu, i);
                }
            }
            default -> {
                // A function that this client does not use.
            }
        }
    }

    private static void userData(ByteBuffer buffer, int pdu) throws MalformedFrameException {
        int group = S7Header.parameterBytes(buffer, pdu) < 7 ? 0 : buffer.get(pdu + S7Header.REQUEST_BYTES + 5) & 0x0F;
        int function = group == 0 ? 0 : buffer.get(pdu + S7Header.REQUEST_BYTES + 6) & 0xFF;
        UserData.checkAnswer(buffer, pdu, group, function);
        S7ErrorCode.describe(UserData.error(buffer, pdu));
        ReturnCode.describe(UserData.code(buffer, pdu));
        for (int i = 0; i < UserData.payloadBytes(buffer, pdu); i++) {
            buffer.get(pdu + UserData.PAYLOAD + i);
        }
    }

    /** A list that has come as the payload of one PDU or several. */
    static void list(ByteBuffer list) throws MalformedFrameException {
        for (int i = 0; i < list.capacity() / BlockList.ENTRY_BYTES; i++) {
            BlockList.number(list, i);
        }
        if (list.capacity() >= BlockList.MIN_INFO_BYTES) {
            BlockList.dataBytes(list);
        }
        Szl.check(list, list.capacity(), list.capacity() < 2 ? 0 : Short.toUnsignedInt(list.getShort(0)));
        Szl.mode(list);
        Szl.firmware(list);
        Szl.text(list, Szl.ORDER_NUMBER, 20);
        Szl.text(list, Szl.MODULE_TYPE, 32);
    }
}
