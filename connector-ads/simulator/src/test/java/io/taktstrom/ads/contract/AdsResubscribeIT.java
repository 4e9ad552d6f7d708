package io.taktstrom.ads.contract;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.AdsFault;
import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

/**
 * Subscriptions of a PLC that changes: each concerned point is Bad once, and then Good with a value of its own, in the same
 * session; what is gone stays Bad and says why. Each variable of the model holds its own number plus a multiple of a
 * thousand, so a value that is another variable's shows.
 */
@Timeout(value = TestPlc.LIMIT_SECONDS, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdsResubscribeIT {

    private static final int POINTS = 300;
    private static final SubscriptionSettings FASTEST = SubscriptionSettings.onChange(Duration.ZERO);

    @AutoClose
    private TestPlc plc;

    @BeforeEach
    void start() throws IOException {
        plc = TestPlc.of(AdsModel.dints(POINTS));
    }

    /** A notification by handle ends with a sample without data. */
    @Test
    void aNullNotificationHasTheSubscriptionMadeAnew() throws Exception {
        plc.simulator().faults().add(AdsFault.noUploads());
        plc.simulator()
                .faults()
                .add(new DeviceFault.Refuse(
                        FaultScope.groups(IndexGroup.SYMBOL_BY_NAME, IndexGroup.SYMBOL_BY_NAME), 0x701));
        Connection connection = plc.connect();
        PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v3").withType(ScalarType.DINT)));
        RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
        connection.subscribe(group, FASTEST, sink);
        sink.awaitValue("MAIN.v3", 3L);
        plc.simulator().onlineChange();
        sink.awaitSample(sample -> sample.status() == StatusCode.BAD_OUT_OF_SERVICE);
        plc.simulator().set("MAIN.v3", 1003);
        sink.awaitValue("MAIN.v3", 1003L);
    }

    private RecordingSink subscribe(Connection connection) throws Exception {
        RecordingSink sink = new RecordingSink();
        connection.subscribe(TestPlc.resolve(connection, TestPlc.names(POINTS)), FASTEST, sink);
        for (int i = 0; i < POINTS; i++) {
            sink.awaitValue("MAIN.v" + i, (long) i);
        }
        return sink;
    }

    /** All variables take another value of theirs; each point has it in the end, and never had a wrong one. */
    private void awaitNewValues(RecordingSink sink, int thousands) {
        for (int i = 0; i < POINTS; i++) {
            plc.simulator().set("MAIN.v" + i, 1000 * thousands + i);
        }
        for (int i = 0; i < POINTS; i++) {
            sink.awaitValue("MAIN.v" + i, 1000L * thousands + i);
        }
        assertNoneWrong(sink);
    }

    private static void assertNoneWrong(RecordingSink sink) {
        for (RecordedSample sample : sink.samples()) {
            if (sample.value() instanceof Long value) {
                assertThat("MAIN.v" + value % 1000).isEqualTo(sample.point());
            } else {
                assertThat(StatusCode.isBad(sample.status()))
                        .as(sample.toString())
                        .isTrue();
            }
        }
    }

    @Test
    void afterAnOnlineChangeEachPointIsBadOnceAndThenGoodAgain() throws Exception {
        RecordingSink sink = subscribe(plc.connect());
        plc.simulator().onlineChange();
        sink.awaitCount(3 * POINTS);
        for (int i = 0; i < POINTS; i++) {
            assertThat(sink.samplesOf("MAIN.v" + i))
                    .as("MAIN.v" + i)
                    .extracting(RecordedSample::status, RecordedSample::value)
                    .containsExactly(
                            tuple(StatusCode.GOOD, (long) i),
                            tuple(StatusCode.BAD_OUT_OF_SERVICE, null),
                            tuple(StatusCode.GOOD, (long) i));
        }
        await().until(() -> plc.notices().size() == 2);
        assertThat(plc.notices())
                .containsExactly(
                        "127.0.0.1.1.1:851 signals that variables may have moved, as after an online change; all are"
                                + " resolved again before they are used",
                        "127.0.0.1.1.1:851: all points are subscribed again, to the current variables");
    }

    @Test
    void onlineChangesLeaveNoNotificationBehind() throws Exception {
        Connection connection = plc.connect();
        RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
        Subscription subscription =
                connection.subscribe(TestPlc.resolve(connection, TestPlc.names(POINTS)), FASTEST, sink);
        for (int i = 1; i <= 5; i++) {
            plc.simulator().onlineChange();
            awaitNewValues(sink, i);
        }
        assertThat(plc.simulator().notifications()).isEqualTo(POINTS + 1);
        subscription.close();
        await().until(() -> plc.simulator().notifications() == 0);
    }

    @Test
    void closingWhileASubscriptionIsMadeAnewLeavesNothingBehind() throws Exception {
        for (int i = 0; i < 20; i++) {
            Connection connection = plc.connect();
            RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
            Subscription subscription =
                    connection.subscribe(TestPlc.resolve(connection, TestPlc.names(POINTS)), FASTEST, sink);
            plc.simulator().onlineChange();
            if (i % 2 == 0) {
                sink.awaitSample(sample -> StatusCode.isBad(sample.status()));
            }
            subscription.close();
            int samples = sink.samples().size();
            await().until(() -> plc.simulator().notifications() == 0);
            assertThat(sink.samples()).hasSize(samples);
            connection.close();
        }
        await().until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith("takt-ads-upkeep")));
    }

    /** What may follow an online change: symbol version invalid, notification handle invalid, symbol not active. */
    @ParameterizedTest
    @ValueSource(ints = {0x711, 0x714, 0x722})
    void aCodeThatSaysThatVariablesMovedHasSubscriptionsMadeAnew(int code) throws Exception {
        Connection connection = plc.connect();
        RecordingSink sink = subscribe(connection);
        plc.simulator().faults().add(new AdsFault.RefuseSymbol("MAIN.v7", code));
        assertThat(TestPlc.read(connection, "MAIN.v7")).containsExactly("Bad_OutOfService");
        plc.simulator().faults().clear();
        awaitNewValues(sink, 1);
        assertThat(sink.samplesOf("MAIN.v3")).anyMatch(sample -> sample.status() == StatusCode.BAD_OUT_OF_SERVICE);
    }

    // ---- another program

    private static final String TWO = """
            symbols:
              MAIN.stays: {type: DINT, value: 1}
              MAIN.goes: {type: DINT, value: 2}
            """;

    private static final String CHANGED = """
            symbols:
              MAIN.new: {type: LREAL, value: 1.5}
              MAIN.goes: {type: LREAL, value: 2.5}
              MAIN.stays: {type: DINT, value: 3}
            """;

    private static final String GONE = """
            symbols:
              MAIN.stays: {type: DINT, value: 4}
            """;

    /** How another program gets into the PLC. */
    enum Load {
        ONLINE_CHANGE,
        DOWNLOAD;

        void load(AdsSimulator plc, String program) {
            switch (this) {
                case ONLINE_CHANGE -> plc.onlineChange(AdsModel.parse(program));
                case DOWNLOAD -> plc.download(AdsModel.parse(program));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aVariableThatIsGoneOrOfAnotherTypeIsBadUntilItIsAsItWas(Load load) throws Exception {
        plc.close();
        plc = TestPlc.of(TWO);
        Connection connection = plc.connect();
        RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
        Subscription subscription =
                connection.subscribe(TestPlc.resolve(connection, "MAIN.stays", "MAIN.goes"), FASTEST, sink);
        sink.awaitValue("MAIN.goes", 2L);

        load.load(plc.simulator(), CHANGED);
        awaitLast(sink, "MAIN.goes", StatusCode.BAD_TYPE_MISMATCH);
        awaitLast(sink, "MAIN.stays", StatusCode.GOOD);
        assertThat(plc.notices()).contains("MAIN.goes at 127.0.0.1.1.1:851 has become LREAL; reconnect to use it so");
        load.load(plc.simulator(), GONE);
        awaitLast(sink, "MAIN.goes", StatusCode.BAD_NODE_ID_UNKNOWN);
        awaitLast(sink, "MAIN.stays", StatusCode.GOOD);
        assertThat(plc.notices())
                .contains("MAIN.goes at 127.0.0.1.1.1:851: 0x710 symbol not found; check the name, or browse");
        assertThat(subscription.statusAt(0)).isEqualTo(StatusCode.GOOD);
        assertThat(subscription.statusAt(1)).isEqualTo(StatusCode.BAD_NODE_ID_UNKNOWN);
        load.load(plc.simulator(), TWO);
        awaitLast(sink, "MAIN.goes", StatusCode.GOOD);
        plc.simulator().set("MAIN.goes", 22);
        sink.awaitValue("MAIN.goes", 22L);
    }

    private static void awaitLast(RecordingSink sink, String point, int status) {
        await().until(() -> {
            List<RecordedSample> samples = sink.samplesOf(point);
            return !samples.isEmpty() && samples.get(samples.size() - 1).status() == status;
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPointThatWasUnknownIsFoundWhenTheSymbolsChange(Load load) throws Exception {
        plc.close();
        plc = TestPlc.of(TWO);
        Connection connection = plc.connect();
        PointGroup group = connection.resolve(
                List.of(DataPoint.of("MAIN.new").withType(ScalarType.LREAL), DataPoint.of("untyped", "MAIN.new")));
        RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
        connection.subscribe(group, FASTEST, sink);
        awaitLast(sink, "MAIN.new", StatusCode.BAD_NODE_ID_UNKNOWN);
        load.load(plc.simulator(), CHANGED);
        sink.awaitValue("MAIN.new", 1.5);
        plc.simulator().set("MAIN.new", 2.5);
        sink.awaitValue("MAIN.new", 2.5);
        // Its type could not be known, and that of a group stays.
        awaitLast(sink, "untyped", StatusCode.BAD_TYPE_MISMATCH);
        assertThat(plc.notices())
                .contains("MAIN.new at 127.0.0.1.1.1:851 is there now, as LREAL; state that type at the point, or"
                        + " reconnect to use it so");
    }

    // ---- moved

    @Test
    void afterAnOnlineChangeASubscriptionGoesOnAndIsNeverWrong() throws Exception {
        RecordingSink sink = subscribe(plc.connect());
        for (int i = 1; i <= 3; i++) {
            plc.simulator().onlineChange();
            awaitNewValues(sink, i);
        }
    }

    @Test
    void whileOnlineChangesHappenASubscriptionIsNeverWrong() throws Exception {
        RecordingSink sink = subscribe(plc.connect());
        for (int i = 1; i <= 100; i++) {
            plc.simulator().onlineChange();
            plc.simulator().set("MAIN.v" + i % POINTS, 1000 * i + i % POINTS);
        }
        awaitNewValues(sink, 101);
    }

    @Test
    void afterADownloadASubscriptionGoesOnWithTheNewProgram() throws Exception {
        RecordingSink sink = subscribe(plc.connect());
        awaitNewValues(sink, 1);
        plc.simulator().download();
        awaitNewValues(sink, 2);
    }

    @Test
    void inConfigModeEachPointIsBadOnceAndInRunASubscriptionGoesOn() throws Exception {
        RecordingSink sink = subscribe(plc.connect());
        for (int i = 1; i <= 2; i++) {
            int before = sink.samples().size();
            plc.simulator().enterConfig();
            List<RecordedSample> bad = sink.awaitCount(before + POINTS).subList(before, before + POINTS);
            assertThat(bad).extracting(RecordedSample::status).containsOnly(StatusCode.BAD_NO_COMMUNICATION);
            assertThat(bad).extracting(RecordedSample::point).containsExactlyInAnyOrder(TestPlc.names(POINTS));
            plc.simulator().download();
            awaitNewValues(sink, i);
        }
    }

    @Test
    void whoSubscribesWhileThePlcIsTooBusyToAnswerHasValuesAfterwards() throws Exception {
        Connection connection = plc.connect();
        plc.simulator().faults().add(new DeviceFault.Refuse(FaultScope.all(), 0x745));
        RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
        List<DataPoint> points = IntStream.range(0, POINTS)
                .mapToObj(i -> DataPoint.of("MAIN.v" + i).withType(ScalarType.DINT))
                .toList();
        connection.subscribe(connection.resolve(points), FASTEST, sink);
        sink.awaitSample(sample -> sample.status() == StatusCode.BAD_TIMEOUT);
        plc.simulator().faults().clear();
        awaitNewValues(sink, 1);
    }

    @Test
    void whoSubscribesInConfigModeHasValuesInRun() throws Exception {
        Connection connection = plc.connect();
        plc.simulator().enterConfig();
        RecordingSink sink = new RecordingSink(TestPlc.LIMIT);
        List<DataPoint> points = IntStream.range(0, POINTS)
                .mapToObj(i -> DataPoint.of("MAIN.v" + i).withType(ScalarType.DINT))
                .toList();
        connection.subscribe(connection.resolve(points), FASTEST, sink);
        sink.awaitSample(sample -> StatusCode.isBad(sample.status()));
        plc.simulator().download();
        awaitNewValues(sink, 1);
    }
}
