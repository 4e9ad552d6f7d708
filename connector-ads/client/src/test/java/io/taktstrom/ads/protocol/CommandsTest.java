package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Each command against captured frames: writing the same request gives their bytes, and what is read from responses. */
class CommandsTest {

    private static final AmsAddress CX = AmsAddress.parse("5.13.117.96.1.1:10000");
    private static final AmsAddress PLC = AmsAddress.parse("192.168.23.20.1.1:851");

    private final ByteBuffer written = GoldenFrames.wrap(new byte[2048]);

    @Test
    void readState() {
        AmsHeader.writeRequest(
                written, 0, CX, AmsAddress.parse("192.168.1.199.1.1:32771"), AdsCommand.READ_STATE, 0, 0xC);
        assertWritten(GoldenFrames.frame("readStateRequest"));
    }

    @Test
    void aRouterAnswersForAPortThatIsNotThereWithAnErrorAndNoData() {
        ByteBuffer response = GoldenFrames.frame("targetPortNotFoundResponse");
        assertThat(AmsHeader.isResponse(response, 0)).isTrue();
        assertThat(AmsHeader.error(response, 0)).isEqualTo(AdsErrorCode.TARGET_PORT_NOT_FOUND);
        assertThat(AmsHeader.dataLength(response, 0)).isZero();
    }

    @Test
    void read() throws MalformedFrameException {
        AmsHeader.writeRequest(
                written,
                0,
                CX,
                AmsAddress.parse("192.168.1.99.1.1:32806"),
                AdsCommand.READ,
                ReadCommand.REQUEST_BYTES,
                0xE3);
        ReadCommand.writeRequest(written, 0, 0x2BC, 1, 4);
        assertWritten(GoldenFrames.frame("readRequest"));

        ByteBuffer response = GoldenFrames.frame("readResponse");
        assertThat(ReadCommand.checkResponse(response, 0)).isZero();
        assertThat(ReadCommand.dataLength(response, 0)).isEqualTo(4);
        assertThat(response.getInt(ReadCommand.DATA)).isEqualTo(0x296);
    }

    @Test
    void aReadThatFailedHasAResultAndNoData() throws MalformedFrameException {
        ByteBuffer response = GoldenFrames.frame("readErrorResponse");
        assertThat(AmsHeader.error(response, 0)).isZero();
        assertThat(ReadCommand.checkResponse(response, 0)).isEqualTo(AdsErrorCode.INVALID_INDEX_OFFSET);
    }

    @Test
    void write() {
        AmsHeader.writeRequest(
                written,
                0,
                PLC,
                AmsAddress.parse("192.168.23.205.1.1:65534"),
                AdsCommand.WRITE,
                WriteCommand.REQUEST_BYTES + 4,
                1);
        WriteCommand.writeRequest(written, 0, IndexGroup.RELEASE_HANDLE, 0, 4);
        written.putInt(WriteCommand.DATA, 0x1B80_0001);
        assertWritten(GoldenFrames.frame("writeRequest"));
    }

    @Test
    void writeControl() {
        AmsHeader.writeRequest(
                written,
                0,
                AmsAddress.parse("192.168.3.1.1.1:300"),
                AmsAddress.parse("192.168.3.1.1.1:35765"),
                AdsCommand.WRITE_CONTROL,
                WriteControlCommand.REQUEST_BYTES,
                1);
        WriteControlCommand.writeRequest(written, 0, AdsState.STOP, 0, 0);
        assertWritten(GoldenFrames.frame("writeControlRequest"));
    }

    @Test
    void addNotification() {
        AmsHeader.writeRequest(
                written,
                0,
                AmsAddress.parse("5.13.117.96.1.1:100"),
                AmsAddress.parse("192.168.1.99.1.1:32808"),
                AdsCommand.ADD_DEVICE_NOTIFICATION,
                SumAddNotification.ITEM_BYTES,
                0xF);
        SumAddNotification.putItem(written, AmsHeader.BYTES, 0, 1, 0xFFFF, 1024, TransmissionMode.CYCLIC, 0, 0);
        assertWritten(GoldenFrames.frame("addNotificationRequest"));
    }

    @Test
    void deleteNotification() {
        AmsHeader.writeRequest(
                written,
                0,
                AmsAddress.parse("5.13.117.96.1.1:100"),
                AmsAddress.parse("192.168.1.99.1.1:32808"),
                AdsCommand.DELETE_DEVICE_NOTIFICATION,
                DeleteNotificationCommand.REQUEST_BYTES,
                0x10);
        DeleteNotificationCommand.writeRequest(written, 0, 0x11);
        assertWritten(GoldenFrames.frame("deleteNotificationRequest"));
    }

    @Test
    void readWrite() throws MalformedFrameException {
        byte[] name = "main.hurz_BOOL\0".getBytes(StandardCharsets.US_ASCII);
        AmsHeader.writeRequest(
                written,
                0,
                PLC,
                AmsAddress.parse("192.168.23.200.1.1:65534"),
                AdsCommand.READ_WRITE,
                ReadWriteCommand.REQUEST_BYTES + name.length,
                1);
        ReadWriteCommand.writeRequest(written, 0, IndexGroup.HANDLE_BY_NAME, 0, 4, name.length);
        written.put(ReadWriteCommand.WRITE_DATA, name);
        assertWritten(GoldenFrames.frame("readWriteRequest"));

        ByteBuffer response = GoldenFrames.frame("readWriteResponse");
        assertThat(ReadCommand.checkResponse(response, 0)).isZero();
        assertThat(ReadCommand.dataLength(response, 0)).isEqualTo(4);
        assertThat(response.getInt(ReadWriteCommand.READ_DATA)).isEqualTo(0x3400_0234);

        assertThat(ReadCommand.checkResponse(GoldenFrames.frame("readWriteErrorResponse"), 0))
                .isEqualTo(2);
    }

    private void assertWritten(ByteBuffer expected) {
        assertThat(written.slice(0, expected.capacity())).isEqualTo(expected);
    }
}
