package io.taktstrom.ads.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** What people get wrong: each message says what, where, with which code, and what to do. */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsBadInputIT {

    private static final String SOON = "connectTimeout=300ms";
    private static final String PLC = "127.0.0.1.1.1:851";
    private static final String NO_PORT = "0x6 target port not found; check the AMS port and that the PLC is in RUN";
    private static final String NO_ROUTE =
            "; add a route on the target to net id 127.0.0.1.1.1 at 127.0.0.1, and check the" + " target's net id";

    @AutoClose
    private TestPlc plc;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of("""
                symbols:
                  MAIN.speed: {type: LREAL, value: 12.5}
                  MAIN.count: {type: DINT, value: 7}
                  MAIN.name: {type: STRING(20), value: press}
                  MAIN.row: {type: "ARRAY[1..3] OF INT", value: [11, 33, 55]}
                """);
    }

    // ---- connecting

    @Test
    void aWrongNetIdIsNotFound() {
        connectFails("9.8.7.6.1.1:851", at("9.8.7.6.1.1:851"), "0x7 target machine not found" + NO_ROUTE);
    }

    @Test
    void aWrongAmsPortIsNotFound() {
        connectFails("127.0.0.1.1.1:852", at("127.0.0.1.1.1:852"), NO_PORT);
    }

    @Test
    void aPlcInConfigModeHasNoPort() {
        plc.simulator().enterConfig();
        connectFails(PLC, plc.endpoint(), NO_PORT);
    }

    @Test
    void aRouterThatHangsUpLacksARoute() {
        plc.simulator().faults().add(new DeviceFault.Hangup(FaultScope.all()));
        connectFails(PLC, plc.endpoint(), "the router closed the connection without an answer" + NO_ROUTE);
    }

    @Test
    void aRouterThatNeverAnswersLacksARoute() {
        plc.simulator().faults().add(new DeviceFault.Ignore(FaultScope.all()));
        connectFails(PLC, plc.endpoint(SOON), "no answer in time" + NO_ROUTE);
    }

    @Test
    void aMachineThatDoesNotListenRefuses() throws IOException {
        try (FaultProxy proxy = proxy(new io.taktstrom.testkit.Fault.Refuse())) {
            int port = proxy.address().getPort();
            connectFails(
                    through(proxy),
                    "connect to 127.0.0.1:" + port + ": Connection refused; check the address, that TwinCAT's router"
                            + " runs there, and the firewall (TCP " + port + ")");
        }
    }

    @Test
    void aBlackHoleIsGivenUp() throws IOException {
        try (FaultProxy proxy = proxy(new io.taktstrom.testkit.Fault.BlackHole())) {
            connectFails(
                    through(proxy),
                    "connect to 127.0.0.1.1.1:851 by way of 127.0.0.1:"
                            + proxy.address().getPort() + ": no answer in time" + NO_ROUTE);
        }
    }

    @Test
    void aFailedAttemptLeavesNoConnectionBehind() throws Exception {
        plc.simulator().faults().add(new DeviceFault.Ignore(FaultScope.all()));
        for (int i = 0; i < 5; i++) {
            assertThatThrownBy(() -> plc.connect("connectTimeout=50ms")).isInstanceOf(ConnectFailedException.class);
        }
        plc.simulator().faults().clear();
        assertThat(TestPlc.read(plc.connect(), "MAIN.count")).containsExactly(7L);
        await().until(() -> plc.simulator().openConnections() == 1);
    }

    private void connectFails(String target, Endpoint endpoint, String message) {
        connectFails(endpoint, "connect to " + target + " by way of " + plc.router() + ": " + message);
    }

    private void connectFails(Endpoint endpoint, String message) {
        assertThatThrownBy(() -> plc.connect(endpoint))
                .isInstanceOf(ConnectFailedException.class)
                .hasMessage(message);
    }

    private Endpoint at(String amsAddress) {
        return TestPlc.at("ads://" + plc.router() + "/" + amsAddress);
    }

    private FaultProxy proxy(io.taktstrom.testkit.Fault fault) throws IOException {
        FaultProxy proxy = FaultProxy.start(plc.simulator().address(), 1);
        proxy.arm(fault);
        return proxy;
    }

    private Endpoint through(FaultProxy proxy) {
        return TestPlc.at(
                "ads://127.0.0.1:" + proxy.address().getPort() + "/"
                        + plc.simulator().amsAddress(),
                SOON);
    }

    // ---- points

    @Test
    void anUnknownSymbolAmongGoodOnesCostsOneStatus() throws Exception {
        assertThat(TestPlc.read(plc.connect(), "MAIN.speed", "MAIN.sped", "MAIN.count"))
                .containsExactly(12.5, "Bad_NodeIdUnknown", 7L);
        assertThat(plc.notices())
                .containsExactly("MAIN.sped at 127.0.0.1.1.1:851: 0x710 symbol not found; check the name, or browse");
    }

    @Test
    void anIndexOutOfBoundsCostsOneStatusAndNamesTheBounds() throws Exception {
        assertThat(TestPlc.read(plc.connect(), "MAIN.row[9]", "MAIN.count"))
                .containsExactly("Bad_IndexRangeInvalid", 7L);
        assertThat(plc.notices())
                .singleElement()
                .asString()
                .contains("index 9 of MAIN.row[9] is out of bounds, which are [");
    }

    @Test
    void anAddressThatIsNoneCostsOneStatus() throws Exception {
        List<String> wrong = List.of("0x4020:junk", "MAIN..speed", "MAIN.speed[1]", "MAIN.row[", "\u03a9");
        List<String> unreadable = List.of("0x4020:junk", "MAIN..speed", "MAIN.row[");
        List<String> addresses = new ArrayList<>(wrong);
        addresses.add("MAIN.count");
        List<Object> values = TestPlc.read(plc.connect(), addresses.toArray(String[]::new));
        assertThat(values.subList(0, wrong.size()))
                .containsExactly(
                        "Bad_NodeIdInvalid",
                        "Bad_NodeIdInvalid",
                        "Bad_NodeIdUnknown",
                        "Bad_NodeIdInvalid",
                        "Bad_NodeIdUnknown");
        assertThat(values.get(wrong.size())).isEqualTo(7L);
        assertThat(plc.notices())
                .containsExactlyElementsOf(wrong.stream()
                        .map(address -> unreadable.contains(address)
                                ? "address " + address
                                        + " is neither the path of a symbol, like MAIN.axes[3].position, nor an index"
                                        + " group and an index offset, like 0x4020:0x10:DINT"
                                : address + " at 127.0.0.1.1.1:851: 0x710 symbol not found; check the name, or browse")
                        .toList());
    }

    @Test
    void aWrongDeclaredTypeCostsOneStatus() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = connection.resolve(List.of(
                DataPoint.of("MAIN.speed").withType(ScalarType.DINT),
                DataPoint.of("MAIN.count").withType(ScalarType.DINT)));
        assertThat(StatusCode.name(group.statusAt(0))).isEqualTo("Bad_TypeMismatch");
        assertThat(TestPlc.read(connection, group)).containsExactly("Bad_TypeMismatch", 7L);
        assertThat(plc.notices())
                .containsExactly("MAIN.speed at 127.0.0.1.1.1:851 is LREAL of 8 bytes, the point says DINT; correct or"
                        + " leave out its type");
    }

    @Test
    void aPointThatIsThereTwiceHasItsValueTwice() throws Exception {
        Connection connection = plc.connect();
        PointGroup group = connection.resolve(
                List.of(DataPoint.of("MAIN.count"), DataPoint.of("again", "main.COUNT"), DataPoint.of("MAIN.count")));
        assertThat(TestPlc.read(connection, group)).containsExactly(7L, 7L, 7L);
        RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
        connection.subscribe(group, SubscriptionSettings.onChange(Duration.ZERO), sink);
        sink.awaitCount(3);
        plc.simulator().set("MAIN.count", 8);
        assertThat(sink.awaitCount(6).subList(3, 6))
                .extracting(RecordedSample::point, RecordedSample::value)
                .containsExactlyInAnyOrder(
                        Assertions.tuple("MAIN.count", 8L),
                        Assertions.tuple("again", 8L),
                        Assertions.tuple("MAIN.count", 8L));
        assertThat(plc.notices()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0x704, Bad_NotReadable, Bad_NotWritable",
        "0x705, Bad_TypeMismatch, Bad_TypeMismatch",
        "0x708, Bad_ResourceUnavailable, Bad_ResourceUnavailable",
        "0x712, Bad_InvalidState, Bad_InvalidState",
        "0x719, Bad_Timeout, Bad_Timeout",
        "0x723, Bad_UserAccessDenied, Bad_UserAccessDenied",
        "0x7FFF, Bad_DeviceFailure, Bad_DeviceFailure",
    })
    void anErrorOfOneSymbolIsItsStatusAndTheOthersAreGood(String code, String ofRead, String ofWrite) throws Exception {
        plc.simulator().faults().add(new AdsFault.RefuseSymbol("MAIN.speed", Integer.decode(code)));
        for (String sums : List.of("maxSumCommands=500", "maxSumCommands=1")) {
            Connection connection = plc.connect(sums);
            PointGroup group = TestPlc.resolve(connection, "MAIN.count", "MAIN.speed", "MAIN.name");
            assertThat(TestPlc.read(connection, group)).as(sums).containsExactly(7L, ofRead, "press");
            SampleBatch batch = group.newBatch();
            Values.put(batch, 0, 7L);
            Values.put(batch, 1, 1.0);
            Values.put(batch, 2, "press");
            int[] statuses = new int[3];
            connection.write(group, batch, statuses);
            assertThat(Arrays.stream(statuses).mapToObj(StatusCode::name))
                    .as(sums)
                    .containsExactly("Good", ofWrite, "Good");
        }
        assertThat(plc.simulator().get("MAIN.speed")).isEqualTo(12.5);
    }

    // ---- devices that can do less

    @Test
    void withoutTablesNamesAreAskedForOneByOneAndBrowsingSaysWhyNot() throws Exception {
        plc.simulator().faults().add(AdsFault.noUploads());
        Connection connection = plc.connect();
        assertThat(TestPlc.read(connection, "MAIN.speed", "MAIN.nowhere", "MAIN.name", "MAIN.row[2]"))
                .containsExactly(12.5, "Bad_NodeIdUnknown", "press", 33L);
        assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessage("browse 127.0.0.1.1.1:851: the device gives no symbol table; use names that you know: 0x701"
                        + " service not supported by the device");
    }

    @Test
    void withoutSumCommandsPointsGoOneByOneWhichIsSaidOnce() throws Exception {
        plc.simulator().faults().add(AdsFault.noSumCommands());
        Connection connection = plc.connect();
        PointGroup group = TestPlc.resolve(connection, "MAIN.speed", "MAIN.count", "MAIN.name");
        for (int i = 0; i < 3; i++) {
            assertThat(TestPlc.read(connection, group)).containsExactly(12.5, 7L, "press");
        }
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, 1.5);
        Values.put(batch, 1, 8L);
        int[] statuses = new int[2];
        connection.write(group, batch, statuses);
        assertThat(statuses).containsOnly(StatusCode.GOOD);
        assertThat(TestPlc.read(connection, group)).containsExactly(1.5, 8L, "press");
        RecordingSink sink = new RecordingSink();
        connection.subscribe(group, SubscriptionSettings.onChange(Duration.ZERO), sink);
        sink.awaitValue("MAIN.speed", 1.5);
        sink.awaitValue("MAIN.count", 8L);
        sink.awaitValue("MAIN.name", "press");
        assertThat(plc.notices())
                .containsExactly("127.0.0.1.1.1:851 knows no sum commands; points are read and written one by one from"
                        + " now on");
    }
}
