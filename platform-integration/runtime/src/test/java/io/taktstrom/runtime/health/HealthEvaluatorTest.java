package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.runtime.health.Reason.Code;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.source.ConnectionState;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HealthEvaluatorTest {

    private static final long SECOND = 1_000_000_000L;
    private static final long NOW = 1_000 * SECOND;
    private static final ScanClass POLL =
            new ScanClass("slow", ScanClass.Mode.POLL, Duration.ofSeconds(1), Duration.ZERO);
    private static final PointCounts GOOD = new PointCounts(2, 0, Map.of());
    private static final PointCounts BAD = new PointCounts(0, 0, Map.of(StatusCode.BAD_NODE_ID_UNKNOWN, 2));
    private static final ScanReport SCAN = scan(GOOD, NOW, Duration.ofSeconds(10));
    private static final StreamReport STREAM = stream(10, 10, 0);
    private static final SinkReport SINK = sink("file", "");

    @Test
    void nothingIsWrongWhenValuesComeAndGo() {
        Facts facts = facts(connection("press1", ConnectionState.CONNECTED, SCAN));
        assertThat(HealthEvaluator.reasons(facts)).isEmpty();
        assertThat(condition(facts)).isEqualTo(Condition.UP);
    }

    @Test
    void aDeviceThatAnswersWithNothingButBadPointsIsDownAndSaysWhy() {
        Facts facts = facts(connection("press1", ConnectionState.CONNECTED, scan(BAD, SampleBatch.NO_TIME, null)));
        assertThat(only(facts, Code.NO_GOOD_POINT, Subject.connection("press1")).text())
                .contains("none of its 2 points is Good", "2 Bad_NodeIdUnknown");
        assertThat(condition(facts)).isEqualTo(Condition.DOWN);
    }

    @Test
    void aDeviceThatHasNotSentAnythingYetIsNotUpEither() {
        PointCounts none = new PointCounts(0, 2, Map.of());
        Facts facts = facts(connection("press1", ConnectionState.CONNECTED, scan(none, SampleBatch.NO_TIME, null)));
        assertThat(only(facts, Code.NO_GOOD_POINT, Subject.connection("press1")).text())
                .contains("2 without a sample so far");
        assertThat(condition(facts)).isEqualTo(Condition.DOWN);
    }

    @Test
    void pointsThatAreBadBesideGoodOnesDegradeTheirScanAndAreNamedWithTheirReasons() {
        PointCounts some = new PointCounts(2, 0, Map.of(StatusCode.BAD_NODE_ID_UNKNOWN, 1));
        Facts facts = facts(connection("press1", ConnectionState.CONNECTED, scan(some, NOW, null)));
        assertThat(only(facts, Code.BAD_POINTS, Subject.scan("press1", "slow")).text())
                .isEqualTo("1 of 3 points is Bad: p0 (MAIN.p0) Bad_NodeIdUnknown (not found on the device)");
        assertThat(condition(facts)).isEqualTo(Condition.DEGRADED);
        assertThat(report(facts).condition(Subject.connection("press1"))).isEqualTo(Condition.DEGRADED);

        PointCounts many = new PointCounts(2, 0, Map.of(StatusCode.BAD_TIMEOUT, 10_000));
        Facts large = facts(connection("press1", ConnectionState.CONNECTED, scan(many, NOW, null)));
        assertThat(only(large, Code.BAD_POINTS, Subject.scan("press1", "slow")).text())
                .startsWith("10000 of 10002 points are Bad: p0 (MAIN.p0) Bad_Timeout")
                .endsWith("and 9995 more");
    }

    @Test
    void aDeviceThatIsBeingConnectedBrowsedOrAskedForFirstSamplesIsStartingAndNotUp() {
        PointCounts none = new PointCounts(0, 53, Map.of());
        ScanReport asked = scan(none, List.of(), NOW - SECOND, SampleBatch.NO_TIME, null);
        Facts first = facts(connection("press1", ConnectionState.CONNECTED, NOW - 900 * SECOND, asked));
        assertThat(HealthEvaluator.reasons(first)).extracting(Reason::code).containsExactly(Code.STARTING);
        assertThat(only(first, Code.STARTING, Subject.connection("press1")).text())
                .contains("53 without a sample so far");
        assertThat(condition(first)).isEqualTo(Condition.DOWN);

        PointCounts lost = new PointCounts(0, 0, Map.of(StatusCode.BAD_NO_COMMUNICATION, 53));
        Facts back = facts(connection(
                "press1",
                ConnectionState.CONNECTED,
                NOW - SECOND,
                scan(lost, List.of(), NOW - SECOND, NOW - 9 * SECOND, null)));
        assertThat(HealthEvaluator.reasons(back)).extracting(Reason::code).containsExactly(Code.STARTING);

        Facts connecting = facts(attempt(NOW - 3 * SECOND, ""));
        assertThat(HealthEvaluator.reasons(connecting)).extracting(Reason::code).containsExactly(Code.STARTING);
        assertThat(condition(connecting)).isEqualTo(Condition.DOWN);
        assertThat(HealthEvaluator.reasons(facts(attempt(NOW - 3 * SECOND, "refused"))))
                .extracting(Reason::code)
                .containsExactly(Code.NOT_CONNECTED);
        assertThat(HealthEvaluator.reasons(facts(attempt(NOW - 11 * SECOND, ""))))
                .extracting(Reason::code)
                .containsExactly(Code.NOT_CONNECTED);

        Facts browsing = facts(new ConnectionReport(
                "press1", ConnectionState.CONNECTED, NOW, "", 0, PointCounts.NONE, 0, 1, 0, 0, true, "", List.of()));
        assertThat(only(browsing, Code.STARTING, Subject.connection("press1")).text())
                .contains("being browsed for points");
        assertThat(condition(browsing)).isEqualTo(Condition.DOWN);
    }

    private static ConnectionReport attempt(long since, String trouble) {
        return new ConnectionReport(
                "press1",
                ConnectionState.CONNECTING,
                since,
                trouble,
                1,
                PointCounts.NONE,
                SampleBatch.NO_TIME,
                1,
                0,
                0,
                false,
                "",
                List.of());
    }

    @Test
    void aScanIsDownWithItsConnection() {
        HealthReport report = report(facts(connection("press2", ConnectionState.WAITING, SCAN)));
        assertThat(report.condition(Subject.scan("press2", "slow"))).isEqualTo(Condition.DOWN);
        assertThat(report.condition(Subject.scan("press1", "slow"))).isEqualTo(Condition.UP);
        assertThat(report.reasons()).extracting(Reason::code).containsExactly(Code.NOT_CONNECTED);
    }

    private static HealthReport report(Facts facts) {
        return new HealthReport(facts, condition(facts), HealthEvaluator.reasons(facts), List.of());
    }

    @Test
    void oneDeviceOfTwoThatIsAwayMakesTheWholeDegraded() {
        Facts facts = facts(
                connection("press1", ConnectionState.CONNECTED, SCAN), connection("press2", ConnectionState.WAITING));
        Reason reason = only(facts, Code.NOT_CONNECTED, Subject.connection("press2"));
        assertThat(reason.severity()).isEqualTo(Condition.DOWN);
        assertThat(reason.text()).contains("connection refused", "3 attempts");
        assertThat(condition(facts)).isEqualTo(Condition.DEGRADED);
        assertThat(condition(facts(connection("press2", ConnectionState.WAITING))))
                .isEqualTo(Condition.DOWN);
    }

    @Test
    void valuesThatGrowOldAreAReasonAndThoseBeforeTheSessionDoNotCount() {
        ScanReport old = scan(GOOD, NOW - 11 * SECOND, Duration.ofSeconds(10));
        Facts facts = facts(connection("press1", ConnectionState.CONNECTED, old, SCAN));
        assertThat(only(facts, Code.STALE, Subject.scan("press1", "slow")).text())
                .contains("no value for 11s", "10s is allowed");
        assertThat(condition(facts)).isEqualTo(Condition.DEGRADED);

        ConnectionReport justBack = connection("press1", ConnectionState.CONNECTED, NOW - 2 * SECOND, old);
        assertThat(HealthEvaluator.reasons(facts(justBack))).isEmpty();
        assertThat(HealthEvaluator.reasons(
                        facts(connection("press1", ConnectionState.CONNECTED, scan(GOOD, NOW - 900 * SECOND, null)))))
                .isEmpty();
    }

    @Test
    void aConnectionOfWhichNoScanBringsValuesIsDown() {
        ScanReport old = scan(GOOD, NOW - 11 * SECOND, Duration.ofSeconds(10));
        assertThat(condition(facts(connection("press1", ConnectionState.CONNECTED, old))))
                .isEqualTo(Condition.DOWN);
    }

    @Test
    void aSinkThatFailsIsDownAndSoIsTheWholeWhenThereIsNoOther() {
        Facts facts = new Facts(
                NOW,
                true,
                false,
                List.of(connection("press1", ConnectionState.CONNECTED, SCAN)),
                List.of(STREAM),
                List.of(SINK, sink("broker", "connection refused")),
                Map.of(),
                0,
                "",
                "");
        assertThat(only(facts, Code.SINK_FAILING, Subject.sink("broker")).text())
                .isEqualTo("connection refused (7 samples wait)");
        assertThat(condition(facts)).isEqualTo(Condition.DEGRADED);
        assertThat(condition(withSink(sink("broker", "gone")))).isEqualTo(Condition.DOWN);
    }

    @Test
    void samplesThatWaitForASinkForLongerThanIsStatedAreAReasonUnlessItFails() {
        SinkReport slow = new SinkReport("broker", true, "", 1200, NOW - 61 * SECOND, 0, Duration.ofMinutes(1));
        Facts facts = withSink(slow);
        assertThat(only(facts, Code.BEHIND, Subject.sink("broker")).text())
                .contains("1200 samples wait, the oldest for 61s", "1m is allowed (health.maxWait)");
        assertThat(condition(facts)).isEqualTo(Condition.DEGRADED);
        assertThat(HealthEvaluator.reasons(
                        withSink(new SinkReport("broker", true, "", 1200, NOW - 61 * SECOND, 0, null))))
                .isEmpty();
        Facts failing =
                withSink(new SinkReport("broker", true, "refused", 1200, NOW - 61 * SECOND, 0, Duration.ofMinutes(1)));
        assertThat(HealthEvaluator.reasons(failing)).extracting(Reason::code).containsExactly(Code.SINK_FAILING);
    }

    @Test
    void oneIsOneInWords() {
        SinkReport failing = new SinkReport("broker", true, "refused", 1, NOW, 0, null);
        assertThat(only(withSink(failing), Code.SINK_FAILING, Subject.sink("broker"))
                        .text())
                .isEqualTo("refused (1 sample waits)");
        PointCounts one = new PointCounts(0, 0, Map.of(StatusCode.BAD_NODE_ID_UNKNOWN, 1));
        Facts facts = facts(connection("press1", ConnectionState.CONNECTED, scan(one, SampleBatch.NO_TIME, null)));
        assertThat(only(facts, Code.NO_GOOD_POINT, Subject.connection("press1")).text())
                .startsWith("connected, but its point is not Good: 1 Bad_NodeIdUnknown");
    }

    private static Facts withSink(SinkReport sink) {
        return new Facts(
                NOW,
                true,
                false,
                List.of(connection("press1", ConnectionState.CONNECTED, SCAN)),
                List.of(STREAM),
                List.of(sink),
                Map.of(),
                0,
                "",
                "");
    }

    @Test
    void accountingThatDoesNotBalanceIsDown() {
        Facts facts = withStream(stream(10, 9, 0));
        only(facts, Code.ACCOUNTING, Subject.stream("all.file"));
        assertThat(condition(facts)).isEqualTo(Condition.DOWN);
    }

    @Test
    void samplesThatWereLostLatelyAreAReasonWithTheirNumbers() {
        Facts facts = withStream(new StreamReport(
                "all.file",
                "file",
                new Accounting(12, 10, 0, Map.of(DropReason.OVERFLOW_OLDEST, 2L)),
                2,
                SampleBatch.NO_TIME,
                ""));
        assertThat(only(facts, Code.LOSING, Subject.stream("all.file")).text())
                .contains("2 samples were lost", "overflowOldest 2");
    }

    @Test
    void aBufferThatTakesNothingIsAReason() {
        Facts facts = withStream(new StreamReport(
                "all.file",
                "file",
                new Accounting(1, 1, 0, Map.of()),
                0,
                SampleBatch.NO_TIME,
                "No space left on device"));
        assertThat(only(facts, Code.BUFFER_FAILING, Subject.stream("all.file")).text())
                .contains("No space left");
    }

    @Test
    void skippedReadsAreAReasonWhenThereAreManyOfThem() {
        assertThat(HealthEvaluator.reasons(facts(connection("press1", ConnectionState.CONNECTED, overruns(95, 5)))))
                .isEmpty();
        assertThat(HealthEvaluator.reasons(facts(connection("press1", ConnectionState.CONNECTED, overruns(5, 5)))))
                .isEmpty();
        Facts facts = facts(connection("press1", ConnectionState.CONNECTED, overruns(80, 20)));
        assertThat(only(facts, Code.OVERRUNS, Subject.scan("press1", "slow")).text())
                .contains("20 of the last 100 reads were skipped");
    }

    @Test
    void aStepOfTheClockAndADeafSourceOfCommandsAreReasons() {
        Facts facts = new Facts(
                NOW,
                true,
                false,
                List.of(connection("press1", ConnectionState.CONNECTED, SCAN)),
                List.of(STREAM),
                List.of(SINK),
                Map.of("mes", SinkHealth.unwell("not subscribed")),
                1,
                "it was set 1h forward",
                "");
        assertThat(HealthEvaluator.reasons(facts))
                .extracting(Reason::code)
                .containsExactly(Code.COMMANDS_FAILING, Code.CLOCK_STEP);
        assertThat(condition(facts)).isEqualTo(Condition.DEGRADED);
    }

    @Test
    void whatIsBeingStoppedIsDown() {
        Facts facts = new Facts(NOW, false, true, List.of(), List.of(), List.of(), Map.of(), 0, "", "");
        only(facts, Code.STOPPING, Subject.WHOLE);
        assertThat(condition(facts)).isEqualTo(Condition.DOWN);
    }

    private static Reason only(Facts facts, Code code, Subject subject) {
        List<Reason> reasons = HealthEvaluator.reasons(facts).stream()
                .filter(reason -> reason.code() == code && reason.subject().equals(subject))
                .toList();
        assertThat(reasons).as(HealthEvaluator.reasons(facts).toString()).hasSize(1);
        return reasons.get(0);
    }

    private static Condition condition(Facts facts) {
        return HealthEvaluator.condition(facts, HealthEvaluator.reasons(facts));
    }

    private static Facts facts(ConnectionReport... connections) {
        return new Facts(NOW, true, false, List.of(connections), List.of(STREAM), List.of(SINK), Map.of(), 0, "", "");
    }

    private static Facts withStream(StreamReport stream) {
        return new Facts(
                NOW,
                true,
                false,
                List.of(connection("press1", ConnectionState.CONNECTED, SCAN)),
                List.of(stream),
                List.of(SINK),
                Map.of(),
                0,
                "",
                "");
    }

    private static ConnectionReport connection(String name, ConnectionState state, ScanReport... scans) {
        return connection(name, state, NOW - 100 * SECOND, scans);
    }

    private static ConnectionReport connection(String name, ConnectionState state, long since, ScanReport... scans) {
        PointCounts counts =
                List.of(scans).stream().map(ScanReport::counts).reduce(PointCounts.NONE, PointCounts::plus);
        return new ConnectionReport(
                name,
                state,
                since,
                state == ConnectionState.CONNECTED ? "" : "connection refused",
                2,
                counts,
                NOW,
                3,
                0,
                0,
                false,
                "",
                List.of(scans));
    }

    private static List<BadPoint> bad(PointCounts counts) {
        return counts.bad().entrySet().stream()
                .flatMap(entry -> IntStream.range(0, Math.min(ScanReport.NAMED, entry.getValue()))
                        .mapToObj(i -> new BadPoint("p" + i, "MAIN.p" + i, entry.getKey())))
                .toList();
    }

    private static ScanReport scan(PointCounts counts, long lastGoodAt, @Nullable Duration maxAge) {
        return scan(counts, bad(counts), NOW - 100 * SECOND, lastGoodAt, maxAge);
    }

    private static ScanReport scan(
            PointCounts counts, List<BadPoint> bad, long begunAt, long lastGoodAt, @Nullable Duration maxAge) {
        return new ScanReport(
                POLL, counts, bad, begunAt, lastGoodAt, lastGoodAt, maxAge, 0, 0, new ScanReport.Lately(0, 0), 0);
    }

    private static ScanReport overruns(long polls, long overruns) {
        return new ScanReport(
                POLL,
                GOOD,
                List.of(),
                NOW,
                NOW,
                NOW,
                Duration.ofSeconds(10),
                polls,
                overruns,
                new ScanReport.Lately(polls, overruns),
                0);
    }

    private static StreamReport stream(long received, long published, long lately) {
        return new StreamReport(
                "all.file", "file", new Accounting(received, published, 0, Map.of()), lately, SampleBatch.NO_TIME, "");
    }

    private static SinkReport sink(String name, String trouble) {
        return new SinkReport(name, true, trouble, trouble.isEmpty() ? 0 : 7, SampleBatch.NO_TIME, 0, null);
    }
}
