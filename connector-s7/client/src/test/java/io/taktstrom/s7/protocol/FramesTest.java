package io.taktstrom.s7.protocol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.s7.protocol.cotp.CotpConnect;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.cotp.CotpHeader;
import io.taktstrom.s7.protocol.cotp.Tpkt;
import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.protocol.s7.BlockList;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.SessionPassword;
import io.taktstrom.s7.protocol.s7.SetupCommunication;
import io.taktstrom.s7.protocol.s7.Szl;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.protocol.s7.WriteVar;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Each layout, read from and written as bytes of real devices. */
class FramesTest {

    private static final int PDU = CotpData.PAYLOAD;
    private static final int LIMIT = 1024;

    private final ByteBuffer written = ByteBuffer.allocate(LIMIT);

    static Stream<String> names() {
        return GoldenFrames.names().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyFrameIsReadAndIsCompleteOnlyWithItsLastByte(String name) throws MalformedFrameException {
        ByteBuffer frame = GoldenFrames.frame(name);
        for (int available = 0; available < frame.capacity(); available++) {
            assertThat(Tpkt.check(frame, 0, available, LIMIT))
                    .as("%s bytes", available)
                    .isZero();
        }
        assertThat(Tpkt.check(frame, 0, frame.capacity(), LIMIT)).isEqualTo(frame.capacity());
        if (!name.endsWith("Request")) {
            AnyFrame.read(frame, 0, frame.capacity());
        }
    }

    /** A frame that ends early and says so in its TPKT header is malformed, whatever is missing. */
    @ParameterizedTest
    @MethodSource("names")
    void aFrameCutShortAnywhereIsMalformed(String name) throws MalformedFrameException {
        ByteBuffer whole = GoldenFrames.frame(name);
        for (int bytes = 7; bytes < whole.capacity(); bytes++) {
            ByteBuffer cut = ByteBuffer.allocate(bytes).put(0, whole, 0, bytes);
            Tpkt.write(cut, 0, bytes);
            int length = bytes;
            if (length == CotpData.PAYLOAD && (cut.get(5) & 0xFF) == CotpHeader.DATA) {
                // A piece without any bytes.
                AnyFrame.read(cut, 0, length);
                continue;
            }
            assertThatThrownBy(() -> AnyFrame.read(cut, 0, length))
                    .as("%s of %s bytes", bytes, whole.capacity())
                    .isInstanceOf(MalformedFrameException.class);
        }
    }

    @Test
    void aFrameOfAnotherProtocolOrSizeIsFoundOutByItsFirstBytes() {
        ByteBuffer http = ByteBuffer.wrap(new byte[] {'H', 'T', 'T', 'P'});
        assertThatThrownBy(() -> Tpkt.check(http, 0, 1, LIMIT)).hasMessageContaining("0x48");
        ByteBuffer large = ByteBuffer.wrap(new byte[] {3, 0, 4, 1});
        assertThatThrownBy(() -> Tpkt.check(large, 0, 4, LIMIT)).hasMessageContaining("1025");
        ByteBuffer small = ByteBuffer.wrap(new byte[] {3, 0, 0, 6});
        assertThatThrownBy(() -> Tpkt.check(small, 0, 4, LIMIT)).hasMessageContaining("6 bytes");
    }

    @Test
    void connect() throws MalformedFrameException {
        CotpConnect.writeRequest(written, 0, 1, 9, 0x0100, 0x0102);
        assertWritten("connectRequest");
        ByteBuffer confirm = GoldenFrames.frame("connectConfirm");
        assertThat(CotpHeader.check(confirm, 0, confirm.capacity())).isEqualTo(CotpHeader.CONNECT_CONFIRM);
        CotpConnect.check(confirm, 0);
        assertThat(CotpConnect.sourceReference(confirm, 0)).isEqualTo(3);
        assertThat(CotpConnect.calledTsap(confirm, 0)).isEqualTo(0x0102);
        assertThat(CotpConnect.callingTsap(confirm, 0)).isEqualTo(0x0100);
        assertThat(CotpConnect.tpduBytes(confirm, 0, CotpConnect.SIZE_1024)).isEqualTo(512);
        assertThat(CotpConnect.tpduBytes(confirm, 0, 8)).isEqualTo(256);
    }

    @Test
    void aRefusedConnectionSaysWhy() throws MalformedFrameException {
        // Disconnect request with reason 3, laid out as ITU-T X.224, figure in 13.5.
        ByteBuffer refusal = ByteBuffer.wrap(new byte[] {3, 0, 0, 11, 6, (byte) 0x80, 0, 1, 0, 0, 3});
        assertThat(CotpHeader.check(refusal, 0, 11)).isEqualTo(CotpHeader.DISCONNECT_REQUEST);
        assertThat(CotpConnect.refusal(refusal, 0)).isEqualTo("address unknown (3)");
        for (int reason = 0; reason < 256; reason++) {
            refusal.put(10, (byte) reason);
            assertThat(CotpConnect.refusal(refusal, 0)).endsWith("(" + reason + ")");
        }
        ByteBuffer without = ByteBuffer.wrap(new byte[] {3, 0, 0, 10, 5, (byte) 0x80, 0, 1, 0, 0});
        assertThat(CotpConnect.refusal(without, 0)).isEqualTo("no reason given");
    }

    @Test
    void setupCommunication() throws MalformedFrameException {
        CotpData.write(written, 0, SetupCommunication.REQUEST_BYTES);
        SetupCommunication.writeRequest(written, PDU, 0xFFFF, 1, 1920);
        assertWritten("setupRequest");
        ByteBuffer answer = GoldenFrames.frame("setupAnswer");
        SetupCommunication.checkAnswer(answer, PDU);
        assertThat(SetupCommunication.pduBytes(answer, PDU)).isEqualTo(240);
        assertThat(S7Header.reference(answer, PDU)).isEqualTo(0xFFFF);
        CotpData.write(written, 0, 20);
        SetupCommunication.writeAnswer(written, PDU, 0xFFFF, 1, 240);
        assertWritten("setupAnswer");
        assertThat(SetupCommunication.jobs(GoldenFrames.frame("setupAnswerOfThreeJobs"), PDU))
                .isEqualTo(3);
        assertThat(SetupCommunication.jobs(GoldenFrames.frame("setupAnswerOfOneAndTwoJobs"), PDU))
                .isEqualTo(1);
    }

    @Test
    void aSetupThatGrantsNothingIsMalformed() {
        ByteBuffer answer = GoldenFrames.frame("setupAnswer");
        SetupCommunication.writeAnswer(answer, PDU, 1, 0, 240);
        assertThatThrownBy(() -> SetupCommunication.checkAnswer(answer, PDU)).hasMessageContaining("no requests");
        SetupCommunication.writeAnswer(answer, PDU, 1, 1, 63);
        assertThatThrownBy(() -> SetupCommunication.checkAnswer(answer, PDU)).hasMessageContaining("63 bytes");
    }

    @Test
    void readVariables() throws MalformedFrameException {
        int[][] items = {
            {VarItem.BIT, 1, 1, AreaCode.DATA_BLOCK, 16},
            {0x08, 1, 1, AreaCode.DATA_BLOCK, 64},
            {0x06, 1, 1, AreaCode.DATA_BLOCK, 32},
            {0x04, 1, 1, AreaCode.DATA_BLOCK, 0},
            {VarItem.BIT, 1, 0, AreaCode.MEMORY, 8},
            {VarItem.BIT, 1, 0, AreaCode.MEMORY, 9},
            {VarItem.TIMER, 1, 0, AreaCode.TIMER, 0},
            {VarItem.COUNTER, 1, 0, AreaCode.COUNTER, 0},
        };
        CotpData.write(written, 0, ReadVar.REQUEST_BYTES + items.length * VarItem.BYTES);
        ReadVar.writeRequest(written, PDU, 2, items.length);
        for (int i = 0; i < items.length; i++) {
            int[] item = items[i];
            VarItem.write(written, ReadVar.item(PDU, i), item[0], item[1], item[2], item[3], item[4]);
        }
        assertWritten("readRequestOfEight");
        ByteBuffer answer = GoldenFrames.frame("readAnswerOfEight");
        ReadVar.checkAnswer(answer, PDU, 8);
        assertThat(values(answer, 8)).containsExactly("01", "aabbccdd", "feadbeef", "babe", "01", "01", "2504", "0011");
    }

    @Test
    void itemsOfATimerAndACounterAreWholeAnswersToo() throws MalformedFrameException {
        ByteBuffer answer = GoldenFrames.frame("readAnswerOfFive");
        ReadVar.checkAnswer(answer, PDU, 5);
        assertThat(values(answer, 5)).extracting(String::length).containsExactly(32, 32, 32, 32, 32);
    }

    @Test
    void anItemWithAnErrorHasNoBytesWhateverItsLengthSays() throws MalformedFrameException {
        ByteBuffer cpu = GoldenFrames.frame("readAnswerNoBlock");
        ReadVar.checkAnswer(cpu, PDU, 1);
        assertThat(DataItem.code(cpu, ReadVar.firstItem(PDU))).isEqualTo(ReturnCode.NOT_AVAILABLE);
        ByteBuffer snap7 = GoldenFrames.frame("readAnswerOfFiveErrors");
        ReadVar.checkAnswer(snap7, PDU, 5);
        assertThat(values(snap7, 5)).containsExactly("", "", "", "", "");
    }

    @Test
    void fewerItemsThanAskedForAreMalformedAndTheMessageNamesTheOption() {
        assertThatThrownBy(() -> ReadVar.checkAnswer(GoldenFrames.frame("readAnswerOfFive"), PDU, 25))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("5 items to a read of 25")
                .hasMessageContaining("maxItems");
    }

    @Test
    void bytesBehindTheLastItemAreMalformedButForOneThatFillsUp() throws MalformedFrameException {
        ByteBuffer answer = GoldenFrames.frame("readAnswerOfOneByte");
        ReadVar.checkAnswer(answer, PDU, 1);
        ByteBuffer longer = ByteBuffer.allocate(answer.capacity() + 2).put(0, answer, 0, answer.capacity());
        S7Header.write(longer, PDU, S7Header.ACK_DATA, 1, 2, 6);
        ReadVar.checkAnswer(longer, PDU, 1);
        S7Header.write(longer, PDU, S7Header.ACK_DATA, 1, 2, 7);
        assertThatThrownBy(() -> ReadVar.checkAnswer(longer, PDU, 1)).hasMessageContaining("behind the last item");
    }

    @Test
    void writeVariables() throws MalformedFrameException {
        CotpData.write(written, 0, WriteVar.data(0, 1) + 8);
        WriteVar.writeRequest(written, PDU, 2, 1, 8);
        VarItem.write(written, WriteVar.item(PDU, 0), VarItem.BYTE, 4, 0, AreaCode.MEMORY, 0);
        int data = WriteVar.data(PDU, 1);
        DataItem.write(written, data, 0, DataItem.BYTE, 4);
        written.putInt(data + DataItem.HEADER_BYTES, 0xA910_0001);
        assertWritten("writeRequest");
        WriteVar.checkAnswer(GoldenFrames.frame("writeAnswer"), PDU, 1);
        ByteBuffer answer = GoldenFrames.frame("writeAnswerOfFive");
        WriteVar.checkAnswer(answer, PDU, 5);
        assertThat(WriteVar.code(answer, PDU, 2)).isEqualTo(ReturnCode.OK);
        assertThat(WriteVar.code(answer, PDU, 3)).isEqualTo(ReturnCode.ACCESS_DENIED);
        assertThatThrownBy(() -> WriteVar.checkAnswer(answer, PDU, 4)).isInstanceOf(MalformedFrameException.class);
    }

    @Test
    void aBitIsWrittenAsOneBit() {
        ByteBuffer request = GoldenFrames.frame("writeBitRequest");
        int value = request.get(request.capacity() - 1);
        CotpData.write(written, 0, WriteVar.data(0, 1) + 5);
        WriteVar.writeRequest(written, PDU, 1, 1, 5);
        VarItem.write(written, WriteVar.item(PDU, 0), VarItem.BIT, 1, 0, AreaCode.MEMORY, 8);
        DataItem.write(written, WriteVar.data(PDU, 1), 0, DataItem.BIT, 1);
        written.put(WriteVar.data(PDU, 1) + DataItem.HEADER_BYTES, (byte) value);
        assertWritten("writeBitRequest");
    }

    @Test
    void aRequestThatIsRefusedHasAnErrorClassAndCode() {
        assertThat(S7Header.error(GoldenFrames.frame("refusal"), PDU)).isEqualTo(0xD20C);
        assertThat(S7Header.error(GoldenFrames.frame("readRefused"), PDU)).isEqualTo(S7ErrorCode.WRONG_PDU_SIZE);
        ByteBuffer putGet = GoldenFrames.frame("putGetRefused");
        assertThat(S7Header.rosctr(putGet, PDU)).isEqualTo(S7Header.ACK);
        assertThat(S7Header.reference(putGet, PDU)).isZero();
        assertThat(S7ErrorCode.describe(S7Header.error(putGet, PDU)))
                .startsWith("0x8104 function refused")
                .contains("PUT/GET");
    }

    @Test
    void everyCodeHasAText() {
        for (int code = 0; code <= 0xFFFF; code++) {
            assertThat(S7ErrorCode.describe(code))
                    .startsWith("0x%04X ".formatted(code))
                    .hasSizeGreaterThan(8);
        }
        for (int code = 0; code <= 0xFF; code++) {
            assertThat(ReturnCode.describe(code))
                    .startsWith("0x%02X ".formatted(code))
                    .hasSizeGreaterThan(6);
        }
    }

    @Test
    void systemStatusLists() throws MalformedFrameException {
        CotpData.write(written, 0, Szl.writeRequest(written, PDU, 0x100, Szl.IDENTIFICATION, 0));
        assertWritten("szlRequest");
        ByteBuffer identification = list("szlIdentification");
        Szl.check(identification, identification.capacity(), Szl.IDENTIFICATION);
        assertThat(Szl.text(identification, Szl.ORDER_NUMBER, 20)).isEqualTo("6ES7 315-2EH14-0AB0");
        assertThat(Szl.firmware(identification)).isEqualTo("3.2.7");
        ByteBuffer mode = list("szlMode");
        Szl.check(mode, mode.capacity(), Szl.MODE);
        assertThat(Szl.mode(mode)).isEqualTo("RUN");
        ByteBuffer refused = GoldenFrames.frame("szlRefused");
        UserData.checkAnswer(refused, PDU, UserData.GROUP_CPU, Szl.SUBFUNCTION);
        assertThat(UserData.error(refused, PDU)).isEqualTo(S7ErrorCode.SZL_INDEX_UNKNOWN);
    }

    @Test
    void aListInTwoPdusIsAskedForPieceByPiece() throws MalformedFrameException {
        ByteBuffer first = GoldenFrames.frame("szlComponentFirst");
        assertThat(UserData.hasMore(first, PDU)).isTrue();
        int sequence = UserData.sequence(first, PDU);
        CotpData.write(
                written,
                0,
                UserData.writeFollowing(written, PDU, 0x300, UserData.GROUP_CPU, Szl.SUBFUNCTION, sequence));
        assertWritten("szlFollowingRequest");
        assertThat(UserData.hasMore(GoldenFrames.frame("szlComponentSecond"), PDU))
                .isFalse();
        ByteBuffer one = list("szlComponentFirst");
        ByteBuffer two = list("szlComponentSecond");
        ByteBuffer list =
                ByteBuffer.allocate(one.capacity() + two.capacity()).put(one).put(two);
        Szl.check(list, list.capacity(), Szl.COMPONENT);
        assertThat(Szl.text(list, Szl.SYSTEM_NAME, 24)).isEqualTo("S7300/ET200M station_1");
        assertThat(Szl.text(list, Szl.MODULE_NAME, 24)).isEqualTo("PLC_1");
        assertThat(Szl.text(list, Szl.MODULE_TYPE, 32)).isEqualTo("CPU 315-2 PN/DP");
        assertThat(Szl.text(list, Szl.SERIAL_NUMBER, 24)).isEqualTo("S C-B1U393142011");
    }

    @Test
    void listsOfBlocks() throws MalformedFrameException {
        ByteBuffer answer = list("blockListAnswer");
        assertThat(answer.capacity() / BlockList.ENTRY_BYTES).isEqualTo(1);
        assertThat(BlockList.number(answer, 0)).isEqualTo(1);
        CotpData.write(written, 0, BlockList.writeInfo(written, PDU, 0xB00, 0));
        assertWritten("blockInfoRequest");
        ByteBuffer refused = GoldenFrames.frame("blockInfoRefused");
        UserData.checkAnswer(refused, PDU, UserData.GROUP_BLOCK, BlockList.INFO);
        assertThat(UserData.error(refused, PDU)).isEqualTo(S7ErrorCode.BLOCK_NOT_FOUND);
        assertThat(UserData.payloadBytes(refused, PDU)).isZero();
    }

    /** As snap7's native client writes it; the bytes were worked out by hand. */
    @Test
    void aPasswordIsFilledUpAndHidden() {
        int bytes = SessionPassword.writeRequest(written, 0, 3, "secret");
        byte[] pdu = new byte[bytes];
        written.get(0, pdu);
        assertThat(HexFormat.of().formatHex(pdu))
                .isEqualTo("3207000000030008000c" + "0001120411450100" + "ff090008" + "2630101720365543");
    }

    @Test
    void aPieceOfNothingIsNoPdu() throws MalformedFrameException {
        ByteBuffer piece = GoldenFrames.frame("emptyPiece");
        assertThat(CotpHeader.check(piece, 0, piece.capacity())).isEqualTo(CotpHeader.DATA);
        assertThat(CotpData.isLast(piece, 0)).isFalse();
        CotpData.write(written, 0, 0, false);
        assertWritten("emptyPiece");
    }

    @Test
    void addressesKeepAll24Bits() {
        VarItem.write(written, 0, VarItem.BYTE, 65_535, 65_535, AreaCode.DATA_BLOCK, VarItem.MAX_ADDRESS);
        assertThat(VarItem.isAny(written, 0)).isTrue();
        assertThat(VarItem.transport(written, 0)).isEqualTo(VarItem.BYTE);
        assertThat(VarItem.count(written, 0)).isEqualTo(65_535);
        assertThat(VarItem.db(written, 0)).isEqualTo(65_535);
        assertThat(VarItem.area(written, 0)).isEqualTo(AreaCode.DATA_BLOCK);
        assertThat(VarItem.address(written, 0)).isEqualTo(VarItem.MAX_ADDRESS);
    }

    private static ByteBuffer list(String name) throws MalformedFrameException {
        ByteBuffer frame = GoldenFrames.frame(name);
        S7Header.check(frame, PDU, frame.capacity() - PDU);
        return frame.slice(PDU + UserData.PAYLOAD, UserData.payloadBytes(frame, PDU));
    }

    private static List<String> values(ByteBuffer answer, int items) {
        List<String> values = new ArrayList<>();
        int at = ReadVar.firstItem(PDU);
        for (int i = 0; i < items; i++) {
            StringBuilder hex = new StringBuilder();
            for (int k = 0; k < DataItem.bytes(answer, at); k++) {
                hex.append("%02x".formatted(answer.get(at + DataItem.HEADER_BYTES + k)));
            }
            values.add(hex.toString());
            at = ReadVar.next(answer, at);
        }
        return values;
    }

    private void assertWritten(String name) {
        ByteBuffer expected = GoldenFrames.frame(name);
        assertThat(written.slice(0, expected.capacity())).as(name).isEqualTo(expected);
    }
}
