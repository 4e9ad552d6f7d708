package io.taktstrom.ads.contract;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.data.PointGroup;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A peer that breaks the protocol: whatever it sends costs a clear exception or a status, never a wrong value. */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsHostilePeerIT {

    /** Of the AMS/TCP header's length field: as large as it can say. */
    private static final int HUGE = 0xFFFF_FFF0;

    private static final String UNREADABLE = "the symbol tables are unreadable, names are looked up one by one: ";
    private static final String SOON = "requestTimeout=300ms";
    private static final String SPEED = "MAIN.speed";
    private static final String COUNT = "MAIN.count";
    /** MAIN.speed, by an address that no online change moves, and so read by itself. */
    private static final String PLACE = "0x4040:0x1000:LREAL";

    @AutoClose
    private TestPlc plc;

    @AutoClose
    private AdsRelay relay;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of("""
                symbols:
                  MAIN.speed: {type: LREAL, value: 12.5}
                  MAIN.count: {type: DINT, value: 7}
                  MAIN.tick: {type: UDINT, waveform: counter}
                """);
        relay = new AdsRelay(plc.simulator());
    }

    // ---- unasked

    @Test
    void aPeerThatSpeaksHttpIsNotTrusted() throws Exception {
        endsOnBytes(
                "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                "AMS/TCP header starts with 0x5448 instead of 0; no ADS server? (at byte 0)");
    }

    @Test
    void aFrameThatIsLargerThanAnythingAskedForIsNotAwaited() throws Exception {
        endsOnBytes(
                frame(AdsCommand.DEVICE_NOTIFICATION, 64)
                        .putInt(AmsHeader.LENGTH, HUGE)
                        .array(),
                "frame of 4294967286 bytes, allowed are 38 to 262144 (at byte 2)");
    }

    @Test
    void aFrameWhoseLengthsContradictEachOtherIsNotTrusted() throws Exception {
        endsOnBytes(
                frame(AdsCommand.DEVICE_NOTIFICATION, 64)
                        .putInt(AmsHeader.DATA_LENGTH, HUGE)
                        .array(),
                "data length 4294967280 in a frame with room for 64 (at byte 26)");
    }

    @Test
    void aNotificationThatCountsMoreStampsThanItHasIsNotTrusted() throws Exception {
        endsOnBytes(notification(HUGE, 0, 0).array(), "stamp of 12 bytes where 4 are left (at byte 70)");
    }

    @Test
    void aNotificationThatCountsMoreSamplesThanItHasIsNotTrusted() throws Exception {
        endsOnBytes(notification(1, HUGE, 4).array(), "sample of 8 bytes where 4 are left (at byte 70)");
    }

    @Test
    void aNotificationWithAValueLongerThanTheFrameIsNotTrusted() throws Exception {
        endsOnBytes(notification(1, 1, HUGE).array(), "value of 4294967280 bytes where 8 are left (at byte 66)");
    }

    @Test
    void noiseIsNotTrusted() throws Exception {
        Random random = new Random(20261121);
        for (int i = 0; i < 8; i++) {
            byte[] noise = new byte[200];
            random.nextBytes(noise);
            Connection connection = plc.connect();
            plc.simulator().sendToAll(noise);
            assertThat(TestPlc.cause(connection)).as("noise " + i).isInstanceOf(MalformedFrameException.class);
            await().until(() -> plc.simulator().openConnections() == 0);
        }
    }

    private void endsOnBytes(byte[] bytes, String message) throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, SPEED);
        plc.simulator().sendToAll(bytes);
        String whole =
                "the peer at " + plc.router() + " breaks the ADS protocol, the connection is given up: " + message;
        assertThat(TestPlc.cause(connection))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage(whole);
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessageEndingWith(whole);
        assertThat(TestPlc.read(plc.connect(), SPEED)).containsExactly(12.5);
    }

    /** Of an unknown notification; the client looks at its lengths before it asks whom it is for. */
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
                (group, answer) -> answer.putShort(AmsHeader.COMMAND, (short) AdsCommand.WRITE),
                "Write answers Read (at byte 22)");
    }

    @Test
    void anAnswerWithMoreBytesThanAskedForEndsTheConnection() throws Exception {
        readFails((group, answer) -> resized(answer, 4), "Read gave 12 bytes where 8 were asked for (at byte 26)");
    }

    @Test
    void anAnswerThatAnnouncesMoreThanItHasEndsTheConnection() throws Exception {
        readFails(
                (group, answer) -> answer.putInt(AmsHeader.BYTES + 4, HUGE),
                "Read response with 16 bytes of data instead of 4294967288 (at byte 26)");
    }

    @Test
    void anAnswerWithoutItsResultEndsTheConnection() throws Exception {
        readFails(
                (group, answer) -> withoutData(answer),
                "Read response with 0 bytes of data, needs at least 4 (at byte 26)");
    }

    private void readFails(AdsRelay.Edit edit, String message) throws Exception {
        Connection connection = plc.connect(TestPlc.at(relay.uri(), SOON));
        PointGroup group = TestPlc.resolve(connection, PLACE);
        relay.edit(edit);
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("Read 0x4040:0x1000 at 127.0.0.1.1.1:851: " + message);
        assertThat(TestPlc.cause(connection))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage("the peer at " + relay.router() + " breaks the ADS protocol, the connection is given up: "
                        + message);
    }

    @Test
    void anUnexpectedAnswerIsIgnored() throws Exception {
        Connection connection = plc.connect(TestPlc.at(relay.uri(), SOON));
        PointGroup group = TestPlc.resolve(connection, PLACE);
        relay.edit((indexGroup, answer) ->
                answer.putInt(AmsHeader.INVOKE_ID, answer.getInt(AmsHeader.INVOKE_ID) + 0x1234_0000));
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(RequestTimeoutException.class)
                .hasMessage("Read 0x4040:0x1000 at 127.0.0.1.1.1:851: no answer in time; check that the target runs");
        relay.edit(AdsRelay::same);
        assertThat(TestPlc.read(connection, group)).containsExactly(12.5);
    }

    @Test
    void aValueOfWrongSizeIsNoValue() throws Exception {
        Connection connection = plc.connect(TestPlc.at(relay.uri(), SOON));
        PointGroup group = TestPlc.resolve(connection, PLACE);
        relay.edit((indexGroup, answer) -> resized(answer, -4));
        assertThat(TestPlc.read(connection, group)).containsExactly("Bad_DecodingError");
        relay.edit(AdsRelay::same);
        assertThat(TestPlc.read(connection, group)).containsExactly(12.5);
    }

    @Test
    void aSumAnswerThatEndsEarlyIsNotTrusted() throws Exception {
        Connection connection = plc.connect(TestPlc.at(relay.uri(), SOON));
        PointGroup group = TestPlc.resolve(connection, SPEED, COUNT);
        relay.edit((indexGroup, answer) -> indexGroup == IndexGroup.SUM_READ ? resized(answer, -6) : answer);
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessage(
                        "read of 2 points of the ADS connection to 127.0.0.1.1.1:851: sum command: 7 bytes of values instead of 13 (at byte 12)");
    }

    @Test
    void halfAnAnswerAndAnEndIsALoss() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, SPEED);
        plc.simulator().faults().add(new DeviceFault.HalfAnswer(FaultScope.all()));
        assertThatThrownBy(() -> TestPlc.read(connection, group))
                .isInstanceOf(ConnectionLostException.class)
                .hasMessage(
                        "connection to " + plc.router() + " was closed by the peer: it has no route to us any more, it"
                                + " was restarted, or another ADS client on this host took our place, for a router keeps"
                                + " one TCP connection per host");
    }

    @Test
    void aDeviceThatSendsAByteNowAndThenIsGivenUp() throws Exception {
        try (FaultProxy proxy = FaultProxy.start(plc.simulator().address(), 1)) {
            int port = proxy.address().getPort();
            Connection connection = plc.connect(
                    TestPlc.at("ads://127.0.0.1:" + port + "/" + plc.simulator().amsAddress(), SOON));
            PointGroup group = TestPlc.resolve(connection, PLACE);
            proxy.arm(new io.taktstrom.testkit.Fault.Split(Direction.TO_CLIENT, List.of(1), Duration.ofMillis(100)));
            assertThatThrownBy(() -> TestPlc.read(connection, group))
                    .isInstanceOf(RequestTimeoutException.class)
                    .hasMessage("Read 0x4040:0x1000 at 127.0.0.1.1.1:851: no answer in time, nor anything else from"
                            + " 127.0.0.1:" + port + "; check the network and that the target runs. The connection is"
                            + " given up");
            assertThat(TestPlc.cause(connection)).isInstanceOf(RequestTimeoutException.class);
        }
    }

    @Test
    void anAnswerThatComesTooLateIsNotTakenForTheNext() throws Exception {
        Connection connection = plc.connect(SOON);
        PointGroup group = TestPlc.resolve(connection, COUNT);
        // While something comes, a single answer that does not must not end the connection.
        RecordingSink ticks = new RecordingSink();
        connection.subscribe(
                TestPlc.resolve(connection, "MAIN.tick"), SubscriptionSettings.onChange(Duration.ZERO), ticks);
        ticks.awaitCount(1);
        plc.simulator()
                .faults()
                .add(new DeviceFault.Delay(
                        FaultScope.ofCommand(AdsCommand.READ_WRITE).times(1), Duration.ofMillis(700)));
        assertThatThrownBy(() -> TestPlc.read(connection, group)).isInstanceOf(RequestTimeoutException.class);
        plc.simulator().set(COUNT, 8);
        await().ignoreException(RequestTimeoutException.class)
                .untilAsserted(() -> assertThat(TestPlc.read(connection, group)).containsExactly(8L));
    }

    // ---- tables

    @Test
    void aSymbolTableOfImpossibleSizeIsNotFetched() throws Exception {
        tableIsNotTrusted(
                IndexGroup.UPLOAD_SIZES,
                answer -> answer.putInt(AmsHeader.BYTES + 8 + 4, HUGE),
                "announces a table of 4294967280 bytes, which is ignored");
    }

    @Test
    void aSymbolTableWithAnEntryLongerThanItselfIsNotTrusted() throws Exception {
        tableIsNotTrusted(
                IndexGroup.SYMBOL_UPLOAD,
                answer -> answer.putInt(AmsHeader.BYTES + 8, HUGE),
                UNREADABLE + "entry of 4294967280 bytes, allowed are 33 to 424 (at byte 0)");
    }

    @Test
    void aSymbolTableWithANameLongerThanItsEntryIsNotTrusted() throws Exception {
        tableIsNotTrusted(
                IndexGroup.SYMBOL_UPLOAD,
                answer -> answer.putShort(AmsHeader.BYTES + 8 + 24, (short) -1),
                UNREADABLE + "65535 bytes wanted where 34 are left (at byte 30)");
    }

    @Test
    void aTypeTableWithACountOfMembersBeyondItsEntryIsNotTrusted() throws Exception {
        tableIsNotTrusted(
                IndexGroup.DATA_TYPE_UPLOAD,
                answer -> answer.putShort(AmsHeader.BYTES + 8 + 40, (short) -1),
                UNREADABLE + "entry of 1529280652 bytes, allowed are 45 to 17 (at byte 111)");
    }

    private interface Change {
        ByteBuffer apply(ByteBuffer answer);
    }

    /** Names are then asked for one by one: the values are right all the same. */
    private void tableIsNotTrusted(int table, Change change, String notice) throws Exception {
        relay.edit((group, answer) -> group == table ? change.apply(answer) : answer);
        Connection connection = plc.connect(TestPlc.at(relay.uri()));
        assertThat(TestPlc.read(connection, SPEED, COUNT)).containsExactly(12.5, 7L);
        assertThat(plc.notices()).containsExactly("127.0.0.1.1.1:851: " + notice);
    }

    /** The answer to a Read with so many bytes more or less, all its lengths to match. */
    private static ByteBuffer resized(ByteBuffer answer, int change) {
        ByteBuffer resized = cut(answer, answer.capacity() + change);
        return resized.putInt(AmsHeader.BYTES + 4, resized.capacity() - AmsHeader.BYTES - 8);
    }

    private static ByteBuffer withoutData(ByteBuffer answer) {
        return cut(answer, AmsHeader.BYTES);
    }

    private static ByteBuffer cut(ByteBuffer answer, int bytes) {
        ByteBuffer cut = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        cut.put(0, answer, 0, Math.min(bytes, answer.capacity()));
        cut.putInt(AmsHeader.LENGTH, bytes - AmsHeader.TCP_BYTES);
        return cut.putInt(AmsHeader.DATA_LENGTH, bytes - AmsHeader.BYTES);
    }
}
