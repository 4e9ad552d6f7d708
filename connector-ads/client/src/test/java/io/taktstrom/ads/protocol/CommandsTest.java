package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Each command against captured frames: what is read from them, and that writing the same again gives their bytes. */
class CommandsTest {

    private static final AmsAddress CX = AmsAddress.parse("5.13.117.96.1.1:10000");
    private static final AmsAddress PLC = AmsAddress.parse("192.168.23.20.1.1:851");
    private static final AmsAddress TC3 = AmsAddress.parse("192.168.1.48.1.1:851");

    private final ByteBuffer written = GoldenFrames.wrap(new byte[2048]);

    @Test
    void readState() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("readStateRequest");
        ReadStateCommand.checkRequest(request, 0);
        AmsHeader.writeRequest(
                written, 0, CX, AmsAddress.parse("192.168.1.199.1.1:32771"), AdsCommand.READ_STATE, 0, 0xC);
        assertWritten(request);

        ByteBuffer response = GoldenFrames.frame("readStateResponse");
        assertThat(ReadStateCommand.checkResponse(response, 0)).isZero();
        assertThat(ReadStateCommand.adsState(response, 0)).isEqualTo(AdsState.RUN);
        assertThat(ReadStateCommand.deviceState(response, 0)).isEqualTo(2);
        AmsHeader.writeResponse(written, 0, request, 0, ReadStateCommand.RESPONSE_BYTES, 0);
        ReadStateCommand.writeResponse(written, 0, 0, AdsState.RUN, 2);
        assertWritten(response);
    }

    @Test
    void readDeviceInfo() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("readDeviceInfoRequest");
        ReadDeviceInfoCommand.checkRequest(request, 0);
        ByteBuffer response = GoldenFrames.frame("readDeviceInfoResponse");
        assertThat(ReadDeviceInfoCommand.checkResponse(response, 0)).isZero();
        assertThat(ReadDeviceInfoCommand.majorVersion(response, 0)).isEqualTo(2);
        assertThat(ReadDeviceInfoCommand.minorVersion(response, 0)).isEqualTo(11);
        assertThat(ReadDeviceInfoCommand.build(response, 0)).isEqualTo(2103);
        assertThat(ReadDeviceInfoCommand.name(response, 0, StandardCharsets.US_ASCII))
                .isEqualTo("PLC Server");
        AmsHeader.writeResponse(written, 0, request, 0, ReadDeviceInfoCommand.RESPONSE_BYTES, 0);
        ReadDeviceInfoCommand.writeResponse(written, 0, 2, 11, 2103, "PLC Server", StandardCharsets.US_ASCII);
        assertWritten(response);
    }

    @Test
    void aDeviceNameOfSixteenBytesHasNoTerminator() {
        String name = "Plc30 App 123456";
        ReadDeviceInfoCommand.writeResponse(written, 0, 3, 1, 1926, name + "789", StandardCharsets.US_ASCII);
        assertThat(ReadDeviceInfoCommand.name(written, 0, StandardCharsets.US_ASCII))
                .isEqualTo(name);
    }

    @Test
    void aRouterAnswersForAPortThatIsNotThereWithAnErrorAndNoData() {
        ByteBuffer response = GoldenFrames.frame("targetPortNotFoundResponse");
        assertThat(AmsHeader.isResponse(response, 0)).isTrue();
        assertThat(AmsHeader.error(response, 0)).isEqualTo(AdsErrorCode.TARGET_PORT_NOT_FOUND);
        assertThat(AmsHeader.dataLength(response, 0)).isZero();
        ByteBuffer request = GoldenFrames.wrap(new byte[AmsHeader.BYTES]);
        AmsHeader.writeRequest(
                request,
                0,
                AmsAddress.parse("5.13.117.96.1.1:500"),
                AmsAddress.parse("192.168.1.99.1.1:32806"),
                AdsCommand.READ_DEVICE_INFO,
                0,
                0xEB);
        AmsHeader.writeResponse(written, 0, request, 0, 0, AdsErrorCode.TARGET_PORT_NOT_FOUND);
        assertWritten(response);
    }

    @Test
    void read() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("readRequest");
        ReadCommand.checkRequest(request, 0);
        assertThat(ReadCommand.indexGroup(request, 0)).isEqualTo(0x2BC);
        assertThat(ReadCommand.indexOffset(request, 0)).isEqualTo(1);
        assertThat(ReadCommand.length(request, 0)).isEqualTo(4);
        AmsHeader.writeRequest(
                written,
                0,
                CX,
                AmsAddress.parse("192.168.1.99.1.1:32806"),
                AdsCommand.READ,
                ReadCommand.REQUEST_BYTES,
                0xE3);
        ReadCommand.writeRequest(written, 0, 0x2BC, 1, 4);
        assertWritten(request);

        ByteBuffer response = GoldenFrames.frame("readResponse");
        assertThat(ReadCommand.checkResponse(response, 0)).isZero();
        assertThat(ReadCommand.dataLength(response, 0)).isEqualTo(4);
        assertThat(response.getInt(ReadCommand.DATA)).isEqualTo(0x296);
        AmsHeader.writeResponse(written, 0, request, 0, ReadCommand.RESPONSE_BYTES + 4, 0);
        ReadCommand.writeResponse(written, 0, 0, 4);
        written.putInt(ReadCommand.DATA, 0x296);
        assertWritten(response);
    }

    @Test
    void aReadThatFailedHasAResultAndNoData() throws MalformedFrameException {
        ByteBuffer response = GoldenFrames.frame("readErrorResponse");
        assertThat(AmsHeader.error(response, 0)).isZero();
        assertThat(ReadCommand.checkResponse(response, 0)).isEqualTo(AdsErrorCode.INVALID_INDEX_OFFSET);
    }

    @Test
    void write() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("writeRequest");
        WriteCommand.checkRequest(request, 0);
        assertThat(WriteCommand.indexGroup(request, 0)).isEqualTo(IndexGroup.RELEASE_HANDLE);
        assertThat(WriteCommand.indexOffset(request, 0)).isZero();
        assertThat(WriteCommand.dataLength(request, 0)).isEqualTo(4);
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
        assertWritten(request);

        ByteBuffer response = GoldenFrames.frame("writeResponse");
        assertThat(WriteCommand.checkResponse(response, 0)).isZero();
        AmsHeader.writeResponse(written, 0, request, 0, WriteCommand.RESPONSE_BYTES, 0);
        WriteCommand.writeResponse(written, 0, 0);
        assertWritten(response);
    }

    @Test
    void writeControl() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("writeControlRequest");
        WriteControlCommand.checkRequest(request, 0);
        assertThat(WriteControlCommand.adsState(request, 0)).isEqualTo(AdsState.STOP);
        assertThat(WriteControlCommand.deviceState(request, 0)).isZero();
        assertThat(WriteControlCommand.dataLength(request, 0)).isZero();
        AmsHeader.writeRequest(
                written,
                0,
                AmsAddress.parse("192.168.3.1.1.1:300"),
                AmsAddress.parse("192.168.3.1.1.1:35765"),
                AdsCommand.WRITE_CONTROL,
                WriteControlCommand.REQUEST_BYTES,
                1);
        WriteControlCommand.writeRequest(written, 0, AdsState.STOP, 0, 0);
        assertWritten(request);

        ByteBuffer response = GoldenFrames.frame("writeControlResponse");
        assertThat(WriteControlCommand.checkResponse(response, 0)).isZero();
        AmsHeader.writeResponse(written, 0, request, 0, WriteControlCommand.RESPONSE_BYTES, 0);
        WriteControlCommand.writeResponse(written, 0, 0);
        assertWritten(response);
    }

    @Test
    void addNotification() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("addNotificationRequest");
        AddNotificationCommand.checkRequest(request, 0);
        AmsHeader.writeRequest(
                written,
                0,
                AmsAddress.parse("5.13.117.96.1.1:100"),
                AmsAddress.parse("192.168.1.99.1.1:32808"),
                AdsCommand.ADD_DEVICE_NOTIFICATION,
                AddNotificationCommand.REQUEST_BYTES,
                0xF);
        AddNotificationCommand.writeRequest(written, 0, 1, 0xFFFF, 1024, TransmissionMode.CYCLIC, 0, 0);
        assertWritten(request);

        ByteBuffer response = GoldenFrames.frame("addNotificationResponse");
        assertThat(AddNotificationCommand.checkResponse(response, 0)).isZero();
        assertThat(AddNotificationCommand.handle(response, 0)).isEqualTo(0x11);
        AmsHeader.writeResponse(written, 0, request, 0, AddNotificationCommand.RESPONSE_BYTES, 0);
        AddNotificationCommand.writeResponse(written, 0, 0, 0x11);
        assertWritten(response);
    }

    @Test
    void garbageInTheReservedBytesOfAddNotificationIsIgnored() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("addNotificationRequestWithGarbage");
        AddNotificationCommand.checkRequest(request, 0);
        assertThat(AmsHeader.isTarget(request, 0, TC3)).isTrue();
        int item = AmsHeader.BYTES;
        assertThat(SumAddNotification.indexGroup(request, item, 0)).isEqualTo(IndexGroup.VALUE_BY_HANDLE);
        assertThat(SumAddNotification.indexOffset(request, item, 0)).isEqualTo(0x3B80_0002);
        assertThat(SumAddNotification.length(request, item, 0)).isEqualTo(4);
        assertThat(SumAddNotification.mode(request, item, 0)).isEqualTo(TransmissionMode.ON_CHANGE);
        assertThat(SumAddNotification.maxDelay(request, item, 0)).isEqualTo(10_000);
        assertThat(SumAddNotification.cycleTime(request, item, 0)).isZero();
    }

    @Test
    void deleteNotification() throws MalformedFrameException {
        ByteBuffer request = GoldenFrames.frame("deleteNotificationRequest");
        DeleteNotificationCommand.checkRequest(request, 0);
        assertThat(DeleteNotificationCommand.handle(request, 0)).isEqualTo(0x11);
        AmsHeader.writeRequest(
                written,
                0,
                AmsAddress.parse("5.13.117.96.1.1:100"),
                AmsAddress.parse("192.168.1.99.1.1:32808"),
                AdsCommand.DELETE_DEVICE_NOTIFICATION,
                DeleteNotificationCommand.REQUEST_BYTES,
                0x10);
        DeleteNotificationCommand.writeRequest(written, 0, 0x11);
        assertWritten(request);

        ByteBuffer response = GoldenFrames.frame("deleteNotificationResponse");
        assertThat(DeleteNotificationCommand.checkResponse(response, 0)).isZero();
        AmsHeader.writeResponse(written, 0, request, 0, DeleteNotificationCommand.RESPONSE_BYTES, 0);
        DeleteNotificationCommand.writeResponse(written, 0, 0);
        assertWritten(response);
    }

    @Test
    void readWrite() throws MalformedFrameException {
        byte[] name = "main.hurz_BOOL\0".getBytes(StandardCharsets.US_ASCII);
        ByteBuffer request = GoldenFrames.frame("readWriteRequest");
        ReadWriteCommand.checkRequest(request, 0);
        assertThat(ReadWriteCommand.indexGroup(request, 0)).isEqualTo(IndexGroup.HANDLE_BY_NAME);
        assertThat(ReadWriteCommand.indexOffset(request, 0)).isZero();
        assertThat(ReadWriteCommand.readLength(request, 0)).isEqualTo(4);
        assertThat(ReadWriteCommand.writeLength(request, 0)).isEqualTo(name.length);
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
        assertWritten(request);

        ByteBuffer response = GoldenFrames.frame("readWriteResponse");
        assertThat(ReadWriteCommand.checkResponse(response, 0)).isZero();
        assertThat(ReadWriteCommand.dataLength(response, 0)).isEqualTo(4);
        assertThat(response.getInt(ReadWriteCommand.READ_DATA)).isEqualTo(0x3400_0234);
        AmsHeader.writeResponse(written, 0, request, 0, ReadWriteCommand.RESPONSE_BYTES + 4, 0);
        ReadWriteCommand.writeResponse(written, 0, 0, 4);
        written.putInt(ReadWriteCommand.READ_DATA, 0x3400_0234);
        assertWritten(response);

        assertThat(ReadWriteCommand.checkResponse(GoldenFrames.frame("readWriteErrorResponse"), 0))
                .isEqualTo(2);
    }

    @Test
    void aResponseMayBeWrittenOverItsRequest() {
        ByteBuffer frame = GoldenFrames.frame("readStateRequest");
        ByteBuffer request = GoldenFrames.frame("readStateRequest");
        AmsHeader.writeResponse(frame, 0, frame, 0, 0, AdsErrorCode.TARGET_PORT_NOT_FOUND);
        AmsHeader.writeResponse(written, 0, request, 0, 0, AdsErrorCode.TARGET_PORT_NOT_FOUND);
        assertWritten(frame);
    }

    private void assertWritten(ByteBuffer expected) {
        assertThat(written.slice(0, expected.capacity())).isEqualTo(expected);
    }
}
