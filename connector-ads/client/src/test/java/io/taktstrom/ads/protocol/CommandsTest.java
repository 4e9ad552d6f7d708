package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Each command against captured frames: writing the same request gives their bytes, and what is read from responses. */
class CommandsTest {

    private final ByteBuffer written = GoldenFrames.wrap(new byte[2048]);

    private void header(String target, String source, int command, int length, int id) {
        AmsHeader.writeRequest(written, 0, AmsAddress.parse(target), AmsAddress.parse(source), command, length, id);
    }

    @Test
    void readState() {
        header("5.13.117.96.1.1:10000", "192.168.1.199.1.1:32771", AdsCommand.READ_STATE, 0, 0xC);
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
        header("5.13.117.96.1.1:10000", "192.168.1.99.1.1:32806", AdsCommand.READ, 12, 0xE3);
        CommandData.writeRequest(written, 0, AdsCommand.READ, 0x2BC, 1, 4, 0);
        assertWritten(GoldenFrames.frame("readRequest"));

        ByteBuffer response = GoldenFrames.frame("readResponse");
        assertThat(CommandData.checkRead(response, 0)).isZero();
        assertThat(CommandData.dataLength(response, 0)).isEqualTo(4);
        assertThat(response.getInt(CommandData.READ_DATA)).isEqualTo(0x296);
    }

    @Test
    void aReadThatFailedHasAResultAndNoData() throws MalformedFrameException {
        ByteBuffer response = GoldenFrames.frame("readErrorResponse");
        assertThat(AmsHeader.error(response, 0)).isZero();
        assertThat(CommandData.checkRead(response, 0)).isEqualTo(AdsErrorCode.INVALID_INDEX_OFFSET);
    }

    @Test
    void write() {
        header("192.168.23.20.1.1:851", "192.168.23.205.1.1:65534", AdsCommand.WRITE, 12 + 4, 1);
        CommandData.writeRequest(written, 0, AdsCommand.WRITE, IndexGroup.RELEASE_HANDLE, 0, 0, 4);
        written.putInt(CommandData.WRITE_DATA, 0x1B80_0001);
        assertWritten(GoldenFrames.frame("writeRequest"));
    }

    @Test
    void writeControl() {
        header("192.168.3.1.1.1:300", "192.168.3.1.1.1:35765", AdsCommand.WRITE_CONTROL, 8, 1);
        CommandData.writeRequest(written, 0, AdsCommand.WRITE_CONTROL, AdsState.STOP, 0, 0, 0);
        assertWritten(GoldenFrames.frame("writeControlRequest"));
    }

    @Test
    void addNotification() {
        header(
                "5.13.117.96.1.1:100",
                "192.168.1.99.1.1:32808",
                AdsCommand.ADD_DEVICE_NOTIFICATION,
                SumCommand.ADD_BYTES,
                0xF);
        SumCommand.putNotification(written, AmsHeader.BYTES, 0, 1, 0xFFFF, 1024, TransmissionMode.CYCLIC, 0, 0);
        assertWritten(GoldenFrames.frame("addNotificationRequest"));
    }

    @Test
    void deleteNotification() {
        header("5.13.117.96.1.1:100", "192.168.1.99.1.1:32808", AdsCommand.DELETE_DEVICE_NOTIFICATION, 4, 0x10);
        written.putInt(AmsHeader.BYTES, 0x11);
        assertWritten(GoldenFrames.frame("deleteNotificationRequest"));
    }

    @Test
    void readWrite() throws MalformedFrameException {
        byte[] name = "main.hurz_BOOL\0".getBytes(StandardCharsets.US_ASCII);
        header("192.168.23.20.1.1:851", "192.168.23.200.1.1:65534", AdsCommand.READ_WRITE, 16 + name.length, 1);
        CommandData.writeRequest(written, 0, AdsCommand.READ_WRITE, IndexGroup.HANDLE_BY_NAME, 0, 4, name.length);
        written.put(CommandData.READ_WRITE_DATA, name);
        assertWritten(GoldenFrames.frame("readWriteRequest"));

        ByteBuffer response = GoldenFrames.frame("readWriteResponse");
        assertThat(CommandData.checkRead(response, 0)).isZero();
        assertThat(CommandData.dataLength(response, 0)).isEqualTo(4);
        assertThat(response.getInt(CommandData.READ_DATA)).isEqualTo(0x3400_0234);

        assertThat(CommandData.checkRead(GoldenFrames.frame("readWriteErrorResponse"), 0))
                .isEqualTo(2);
    }

    private void assertWritten(ByteBuffer expected) {
        assertThat(written.slice(0, expected.capacity())).isEqualTo(expected);
    }
}
