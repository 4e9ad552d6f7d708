package io.taktstrom.runtime.health;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.health.HealthEvent.Kind;
import io.taktstrom.runtime.health.HealthReport.Facts;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class HealthWatchTest {

    private final ManualClock clock = new ManualClock(5);
    private String step = "";
    private final HealthEvents events = new HealthEvents(clock);
    private final HealthWatch watch = new HealthWatch(this::facts, List::of, facts -> {}, events, message -> {});

    private final List<ConnectionReport> connections = new ArrayList<>();

    private Facts facts() {
        return new Facts(clock.epochNanos(), true, false, connections, List.of(), List.of(), Map.of(), 0, step, "");
    }

    @Test
    void aReasonComesOnceGoesOnceAndKnowsSinceWhen() throws Exception {
        List<HealthEvent> heard = new ArrayList<>();
        AutoCloseable listening = events.listen(heard::add);
        watch.look();
        step = "set back";
        watch.look();
        clock.advance(Duration.ofSeconds(7));
        watch.look();
        HealthReport report = watch.report(facts());
        assertThat(report.condition()).isEqualTo(Condition.DEGRADED);
        assertThat(report.condition(Subject.CLOCK)).isEqualTo(Condition.DEGRADED);
        assertThat(report.reasons())
                .singleElement()
                .satisfies(reason -> assertThat(reason.since()).isEqualTo(5));
        step = "";
        watch.look();
        assertThat(watch.report(facts()).condition()).isEqualTo(Condition.UP);
        assertThat(heard).extracting(HealthEvent::kind).containsExactly(Kind.RAISED, Kind.CLEARED);
        assertThat(heard).extracting(HealthEvent::code).containsOnly("clockStep");
        listening.close();
        events.notice(Subject.WHOLE, "a line");
        assertThat(heard).hasSize(2);
        assertThat(events.after(2)).extracting(HealthEvent::text).containsExactly("a line");
    }

    private static ConnectionReport connection(ConnectionState state, String trouble, PointCounts counts) {
        return new ConnectionReport(
                "press1",
                state,
                5,
                trouble,
                2,
                counts,
                SampleBatch.NO_TIME,
                1,
                0,
                0,
                false,
                "",
                List.of(new ScanReport(
                        new ScanClass("slow", ScanClass.Mode.POLL, Duration.ofSeconds(1), Duration.ZERO),
                        counts,
                        List.of(),
                        5,
                        SampleBatch.NO_TIME,
                        SampleBatch.NO_TIME,
                        null,
                        0,
                        0,
                        new ScanReport.Lately(0, 0),
                        0)));
    }

    private void lookAt(ConnectionReport connection) {
        connections.clear();
        connections.add(connection);
        watch.look();
        clock.advance(Duration.ofSeconds(1));
    }

    private List<String> told() {
        return events.latest().stream().map(HealthEvent::code).toList();
    }

    @Test
    void aStartIsNoEvent() {
        lookAt(connection(ConnectionState.CONNECTING, "", PointCounts.NONE));
        lookAt(connection(ConnectionState.CONNECTED, "", new PointCounts(0, 2, Map.of())));
        assertThat(watch.report(facts()).reasons()).extracting(Reason::code).containsExactly(Reason.Code.STARTING);
        lookAt(connection(ConnectionState.CONNECTED, "", new PointCounts(2, 0, Map.of())));
        assertThat(told()).isEmpty();
    }

    @Test
    void badPointsAreNotOverWhileTheirDeviceIsAway() {
        PointCounts some = new PointCounts(1, 0, Map.of(StatusCode.BAD_NODE_ID_UNKNOWN, 1));
        PointCounts lost = new PointCounts(0, 0, Map.of(StatusCode.BAD_NO_COMMUNICATION, 2));
        for (int i = 0; i < 4; i++) {
            lookAt(connection(ConnectionState.CONNECTED, "", some));
        }
        lookAt(connection(ConnectionState.WAITING, "wire cut", lost));
        lookAt(connection(ConnectionState.WAITING, "wire cut", lost));
        lookAt(connection(ConnectionState.CONNECTED, "", some));
        lookAt(connection(ConnectionState.CONNECTED, "", some));
        assertThat(told()).containsExactly("badPoints", "notConnected", "notConnected");
        lookAt(connection(ConnectionState.CONNECTED, "", new PointCounts(2, 0, Map.of())));
        assertThat(told()).endsWith("badPoints");
        assertThat(events.latest().get(3).kind()).isEqualTo(Kind.CLEARED);
    }

    @Test
    void aDeviceThatIsLostIsNotConnectedAndNotBefore() {
        PointCounts lost = new PointCounts(0, 0, Map.of(StatusCode.BAD_NO_COMMUNICATION, 2));
        lookAt(connection(
                ConnectionState.CONNECTED, "", new PointCounts(1, 0, Map.of(StatusCode.BAD_NO_COMMUNICATION, 1))));
        lookAt(connection(ConnectionState.CONNECTED, "", lost));
        lookAt(connection(ConnectionState.WAITING, "wire cut", lost));
        assertThat(told()).containsExactly("notConnected");
        clock.advance(Duration.ofSeconds(20));
        lookAt(connection(ConnectionState.CONNECTED, "", lost));
        assertThat(told()).containsExactly("notConnected", "notConnected");
        lookAt(connection(ConnectionState.CONNECTED, "", lost));
        lookAt(connection(ConnectionState.CONNECTED, "", lost));
        assertThat(told()).containsExactly("notConnected", "notConnected", "noGoodPoint");
        lookAt(connection(ConnectionState.CONNECTED, "", new PointCounts(2, 0, Map.of())));
        assertThat(told()).containsExactly("notConnected", "notConnected", "noGoodPoint", "noGoodPoint");
    }

    @Test
    void theOldestEventsGiveWay() {
        for (int i = 0; i < HealthEvents.MAX_KEPT + 3; i++) {
            events.notice(Subject.WHOLE, "notice " + i);
        }
        assertThat(events.latest()).hasSize(HealthEvents.MAX_KEPT);
        assertThat(events.latest().get(0).number()).isEqualTo(4);
    }

    @Test
    void aListenerThatFailsDoesNotKeepOthersFromHearing() {
        List<HealthEvent> heard = new ArrayList<>();
        events.listen(event -> {
            throw new IllegalStateException("broken");
        });
        events.listen(heard::add);
        events.notice(Subject.WHOLE, "a line");
        assertThat(heard).hasSize(1);
    }

    @Test
    void countersAreLookedBackOnForAMinuteOrTwo() {
        Lately lately = new Lately();
        long minute = Duration.ofMinutes(1).toNanos();
        assertThat(lately.growth("a", 5, 0)).isEqualTo(5);
        assertThat(lately.growth("a", 7, minute)).isEqualTo(7);
        assertThat(lately.growth("a", 8, 2 * minute)).isEqualTo(3);
        assertThat(lately.growth("a", 8, 3 * minute)).isEqualTo(1);
        assertThat(lately.growth("a", 8, 4 * minute)).isZero();
        assertThat(lately.growth("b", 2, 4 * minute)).isEqualTo(2);
    }
}
