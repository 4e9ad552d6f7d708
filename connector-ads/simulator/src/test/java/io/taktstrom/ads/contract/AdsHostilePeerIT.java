package io.taktstrom.ads.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.Fault;
import io.taktstrom.ads.simulator.Requests;
import io.taktstrom.data.PointGroup;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.FaultProxy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A peer that breaks the protocol: whatever it sends costs a clear exception or a status, never a wrong value. */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsHostilePeerIT {

    /** Of the AMS/TCP header's length field: as large as it can say. */
    private static final int HUGE = 0xFFFF_FFF0;

    private static final String SOON = "requestTimeout=300ms";
    private static final String SPEED = "MAIN.speed";
    private static final String COUNT = "MAIN.count";

    private TestPlc plc;
    private AdsRelay relay;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of("""
                symbols:
                  MAIN.speed: {type: LREAL, value: 12.5}
                  MAIN.count: {type: DINT, value: 7}
                """);
        relay = new AdsRelay(plc.simulator());
    }

    @AfterEach
    void stop() throws IOException {
        plc.close();
        relay.close();
    }

    // ---- unasked

    @Test
    void aPeerThatSpeaksHttpIsNotTrusted() throws Exception {
        endsOnBytes("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "x");
    }

    @Test
    void aFrameThatIsLargerThanAnythingAskedForIsNotAwaited() throws Exception {
        endsOnBytes(frame(AdsCommand.DEVICE_NOTIFICATION, 64).putInt(AmsHeader.LENGTH, HUGE).array(), "x");
    }

    @Test
    void aFrameWhoseLengthsContradictEachOtherIsNotTrusted() throws Exception {
        endsOnBytes(frame(AdsCommand.DEVICE_NOTIFICATION, 64).putInt(AmsHeader.DATA_LENGTH, HUGE).array(), "x");
    }

    @Test
    void aNotificationThatCountsMoreStampsThanItHasIsNotTrusted() throws Exception {
        endsOnBytes(notification(HUGE, 0, 0).array(), "x");
    }

    @Test
    void aNotificationThatCountsMoreSamplesThanItHasIsNotTrusted() throws Exception {
        endsOnBytes(notification(1, HUGE, 4).array(), "x");
    }

    @Test
    void aNotificationWithAValueLongerThanTheFrameIsNotTrusted() throws Exception {
        endsOnBytes(notification(1, 1, HUGE).array(), "x");
    }

    @Test
    void noiseIsNotTrusted() throws Exception {
        Random random = new Random(20261121);
        for (int i = 0; i < 20; i++) {
            byte[] noise = new byte[200];
            random.nextBytes(noise);
            Connection connection = plc.connect();
            plc.simulator().sendToAll(noise);
            assertThat(TestPlc.cause(connection)).as("noise " + i).isInstanceOf(MalformedFrameException.class);
        }
    }

    private void endsOnBytes(byte[] bytes, String message) throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, SPEED);
        plc.simulator().sendToAll(bytes);
        assertThat(TestPlc.cause(connection)).isInstanceOf(MalformedFrameException.class).hasMessage(message);
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessage(message);
        assertThat(TestPlc.read(plc.connect(), SPEED)).containsExactly(12.5);
    }

    /** Of a notification to nobody; the client looks at its lengths before it asks whom it is for. */
    private ByteBuffer notification(int stamps, int samples, int size) {
        int data = AmsHeader.BYTES;
        return frame(AdsCommand.DEVICE_NOTIFICATION, 36)
                .putInt(data, 32)
                .putInt(data + 4, stamps)
                .putLong(data + 8, 0)
                .putInt(data + 16, samples)
                .putInt(data + 20, 1)
                .putInt(data + 24, size);
    }

    private ByteBuffer frame(int command, int dataBytes) {
        ByteBuffer frame = ByteBuffer.allocate(AmsHeader.BYTES + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        AmsAddress server = plc.simulator().amsAddress();
        AmsHeader.writeRequest(frame, 0, new AmsAddress(server.netId(), 40_000), server, command, dataBytes, 0);
        return frame;
    }

    // ---- as answers

    @Test
    void anAnswerToAnotherCommandEndsTheConnection() throws Exception {
        readFails(
                (group, answer) -> answer.putShort(AmsHeader.COMMAND, (short) AdsCommand.WRITE).array(),
                MalformedFrameException.class,
                "x");
    }

    @Test
    void anAnswerWithMoreBytesThanAskedForEndsTheConnection() throws Exception {
        readFails(
                (group, answer) -> resized(answer, 4),
                MalformedFrameException.class,
                "x");
    }

    @Test
    void anAnswerThatAnnouncesMoreThanItHasEndsTheConnection() throws Exception {
        readFails(
                (group, answer) -> answer.putInt(AmsHeader.BYTES + 4, HUGE).array(),
                MalformedFrameException.class,
                "x");
    }

    @Test
    void anAnswerWithoutItsResultEndsTheConnection() throws Exception {
        readFails(
                (group, answer) -> header(answer, Arrays.copyOf(answer.array(), AmsHeader.BYTES)),
                MalformedFrameException.class,
                "x");
    }

    @Test
    void anAnswerThatNobodyAskedForIsNobodys() throws Exception {
        readFails(
                (group, answer) -> answer.putInt(AmsHeader.INVOKE_ID, answer.getInt(AmsHeader.INVOKE_ID) + 0x1234_00)
                        .array(),
                RequestTimeoutException.class,
                "x");
    }

    private void readFails(AdsRelay.Edit edit, Class<? extends ConnectorException> type, String message)
            throws Exception {
        Connection connection = plc.connect(TestPlc.at(relay.uri(), SOON));
        PointGroup group = TestPlc.resolve(connection, SPEED);
        relay.edit(edit);
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(type)
                .hasMessage(message.replace("ROUTER", relay.router()));
        assertThat(TestPlc.cause(connection)).isInstanceOf(type);
    }

    @Test
    void aValueOfWrongSizeIsNoValue() throws Exception {
        Connection connection = plc.connect(TestPlc.at(relay.uri(), SOON));
        PointGroup group = TestPlc.resolve(connection, SPEED);
        relay.edit((indexGroup, answer) -> resized(answer, -4));
        assertThat(TestPlc.read(connection, group)).containsExactly("Bad_DecodingError");
        relay.edit((indexGroup, answer) -> answer.array());
        assertThat(TestPlc.read(connection, group)).containsExactly(12.5);
    }

    @Test
    void aSumAnswerThatEndsEarlyIsNotTrusted() throws Exception {
        Connection connection = plc.connect(TestPlc.at(relay.uri(), SOON));
        PointGroup group = TestPlc.resolve(connection, SPEED, COUNT);
        relay.edit((indexGroup, answer) -> indexGroup == IndexGroup.SUM_READ ? resized(answer, -6) : answer.array());
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("x");
    }

    @Test
    void halfAnAnswerAndAnEndIsALoss() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, SPEED);
        plc.simulator().faults().add(new Fault.HalfAnswer(Requests.all()));
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessage("x");
    }

    @Test
    void aDeviceThatSendsAByteNowAndThenIsGivenUp() throws Exception {
        try (FaultProxy proxy = FaultProxy.start(plc.simulator().address(), 1)) {
            int port = proxy.address().getPort();
            Connection connection = plc.connect(
                    TestPlc.at("ads://127.0.0.1:" + port + "/" + plc.simulator().amsAddress(), SOON));
            PointGroup group = TestPlc.resolve(connection, SPEED);
            proxy.arm(new io.taktstrom.testkit.Fault.Split(
                    Direction.TO_CLIENT, List.of(1), Duration.ofMillis(100)));
            assertThatThrownBy(() -> TestPlc.read(connection, group))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessage("x");
            assertThat(TestPlc.cause(connection)).isInstanceOf(RequestTimeoutException.class);
        }
    }

    @Test
    void anAnswerThatComesTooLateIsNotTakenForTheNext() throws Exception {
        Connection connection = plc.connect(SOON);
        PointGroup group = TestPlc.resolve(connection, COUNT);
        plc.simulator().faults().add(new Fault.Delay(Requests.ofCommand(AdsCommand.READ).times(1), Duration.ofMillis(600)));
        assertThatThrownBy(() -> TestPlc.read(connection, group)).isInstanceOf(RequestTimeoutException.class);
        plc.simulator().set(COUNT, 8);
        try {
            assertThat(TestPlc.read(connection, group)).containsExactly(8L);
        } catch (RequestTimeoutException | ConnectionLostException e) {
            assertThat(e).isNotNull();
        }
    }

    // ---- tables

    @Test
    void aSymbolTableOfImpossibleSizeIsNotFetched() throws Exception {
        tableIsNotTrusted(IndexGroup.UPLOAD_SIZES, answer -> answer.putInt(AmsHeader.BYTES + 8 + 4, HUGE), "x");
    }

    @Test
    void aSymbolTableWithAnEntryLongerThanItselfIsNotTrusted() throws Exception {
        tableIsNotTrusted(IndexGroup.SYMBOL_UPLOAD, answer -> answer.putInt(AmsHeader.BYTES + 8, HUGE), "x");
    }

    @Test
    void aSymbolTableWithANameLongerThanItsEntryIsNotTrusted() throws Exception {
        tableIsNotTrusted(IndexGroup.SYMBOL_UPLOAD, answer -> answer.putShort(AmsHeader.BYTES + 8 + 24, (short) -1), "x");
    }

    @Test
    void aTypeTableWithACountOfMembersBeyondItsEntryIsNotTrusted() throws Exception {
        tableIsNotTrusted(IndexGroup.DATA_TYPE_UPLOAD, answer -> answer.putShort(AmsHeader.BYTES + 8 + 40, (short) -1), "x");
    }

    private interface Change {
        ByteBuffer apply(ByteBuffer answer);
    }

    /** Names are then asked for one by one: the values are right all the same. */
    private void tableIsNotTrusted(int table, Change change, String notice) throws Exception {
        relay.edit((group, answer) ->
                group == table ? change.apply(answer).array() : answer.array());
        Connection connection = plc.connect(TestPlc.at(relay.uri()));
        assertThat(TestPlc.read(connection, SPEED, COUNT)).containsExactly(12.5, 7L);
        assertThat(plc.notices()).containsExactly(notice);
    }

    /** The answer to a Read with so many bytes more or less, all its lengths to match. */
    private static byte[] resized(ByteBuffer answer, int change) {
        byte[] bytes = Arrays.copyOf(answer.array(), answer.capacity() + change);
        ByteBuffer resized = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        resized.putInt(AmsHeader.BYTES + 4, bytes.length - AmsHeader.BYTES - 8);
        return header(resized, bytes);
    }

    private static byte[] header(ByteBuffer answer, byte[] bytes) {
        ByteBuffer frame = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        frame.putInt(AmsHeader.LENGTH, bytes.length - AmsHeader.TCP_BYTES);
        frame.putInt(AmsHeader.DATA_LENGTH, bytes.length - AmsHeader.BYTES);
        return bytes;
    }
}
