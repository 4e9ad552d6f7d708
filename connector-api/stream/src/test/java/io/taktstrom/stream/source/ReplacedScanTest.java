package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What {@link SourceSimulation} has found about scans that take over from others while devices and clocks are not as they should be. */
class ReplacedScanTest {

    private static final long CATCH_UP_NANOS = 1_000;
    private static final long NOW = Duration.ofDays(1).toNanos();

    private final ManualClock clock = new ManualClock(NOW);
    private final FixedGroup group = TestGroups.dints(1);
    private final RecordingSink sink = new RecordingSink();
    private final SampleBatch batch = new SampleBatch(3, 0);

    private ScanFeed feed(ScanClass.Mode mode) {
        PollMeter meter = mode.isPolled() ? new PollMeter(clock, "press", "fast") : null;
        ScanFeed feed = new ScanFeed(
                "press",
                new Scan(new ScanClass("fast", mode, Duration.ofMillis(1), Duration.ZERO), group.points(), sink),
                meter,
                null,
                clock,
                new Notices(clock, message -> {}),
                new FeedCounts());
        feed.begin(1, group);
        return feed;
    }

    private Succession succeed(ScanFeed former, ScanFeed next) {
        List<Succession.@Nullable Former> formers = new ArrayList<>();
        formers.add(new Succession.Former(former, 0));
        boolean onChange = next.scan().scanClass().mode().isOnChange();
        Succession succession = new Succession(formers, onChange, null, clock, CATCH_UP_NANOS);
        next.hold(succession);
        return succession;
    }

    private void takeOver(ScanFeed former, ScanFeed next) {
        former.end();
        next.takeOver();
    }

    private void deliver(ScanFeed to, long sourceTime, long value) {
        deliver(to, 1, sourceTime, value);
    }

    private void deliver(ScanFeed to, int session, long sourceTime, long value) {
        batch.reset(group, clock.epochNanos(), 0);
        batch.add(0, sourceTime, StatusCode.GOOD, value);
        to.deliver(session, batch);
    }

    private List<String> texts() {
        return sink.samples().stream().map(ReplacedScanTest::text).toList();
    }

    private static String text(RecordedSample sample) {
        return StatusCode.isBad(sample.status())
                ? "Bad"
                : Objects.requireNonNull(sample.value()) + (StatusCode.hasOverflow(sample.status()) ? "!" : "");
    }

    @Test
    void aLossMeanwhileBringsNoOlderValueBack() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY);
        ScanFeed next = feed(ScanClass.Mode.NOTIFY);
        succeed(former, next);
        deliver(next, 1, 33);
        deliver(former, 1, 33);
        deliver(former, 2, 34);
        former.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        next.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        takeOver(former, next);
        assertThat(texts()).containsExactly("33", "34", "Bad");
        next.begin(2, group);
        deliver(next, 2, 2, 34);
        deliver(next, 2, 3, 35);
        assertThat(texts()).containsExactly("33", "34", "Bad", "34", "35");
    }

    @Test
    void aDeviceThatIsLostIsBadOnceWhateverIsReplacedMeanwhile() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY);
        deliver(former, 1, 1);
        former.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        ScanFeed next = feed(ScanClass.Mode.NOTIFY);
        succeed(former, next);
        takeOver(former, next);
        next.lose(2, StatusCode.BAD_NO_COMMUNICATION);
        assertThat(texts()).containsExactly("1", "Bad");
    }

    @Test
    void whatADevicePushesWhoseClockIsBehindOursIsNewAlsoBehindReads() {
        ScanFeed former = feed(ScanClass.Mode.POLL);
        ScanFeed next = feed(ScanClass.Mode.NOTIFY);
        deliver(former, SampleBatch.NO_TIME, 5);
        succeed(former, next);
        deliver(next, 1, 5);
        takeOver(former, next);
        deliver(next, 2, 6);
        assertThat(texts()).containsExactly("5", "6");
    }

    @Test
    void aFormerScanIsWaitedForAlsoWhereItsTimesAreAheadOfOurs() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY);
        ScanFeed next = feed(ScanClass.Mode.POLL);
        deliver(former, NOW + 5, 5);
        Succession succession = succeed(former, next);
        deliver(next, SampleBatch.NO_TIME, 5);
        assertThat(succession.isComplete()).isFalse();
        clock.advance(Duration.ofNanos(CATCH_UP_NANOS));
        assertThat(succession.isComplete()).isTrue();
    }

    /** Two reads at once of different values: it is not known which is the newer one until the next read. */
    @Test
    void aChangeThatWasReadWhileTheFormerScanReadIsNotForgotten() {
        ScanFeed former = feed(ScanClass.Mode.POLL);
        ScanFeed next = feed(ScanClass.Mode.POLL_CHANGES);
        Succession succession = succeed(former, next);
        deliver(former, SampleBatch.NO_TIME, 5);
        batch.reset(group, clock.epochNanos(), 0);
        batch.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, 6);
        succession.hold(batch, 10);
        takeOver(former, next);
        assertThat(texts()).containsExactly("5");
        assertThat(next.hasUntold()).isTrue();
        next.tellUntold();
        assertThat(texts()).containsExactly("5", "6");
    }

    @Test
    void aReadThatIsOlderByTheDevicesTimeIsForgotten() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY);
        ScanFeed next = feed(ScanClass.Mode.POLL_CHANGES);
        Succession succession = succeed(former, next);
        deliver(former, 8, 8);
        batch.reset(group, clock.epochNanos(), 0);
        batch.add(0, 6, StatusCode.GOOD, 6);
        succession.hold(batch, 10);
        takeOver(former, next);
        assertThat(next.hasUntold()).isFalse();
        assertThat(texts()).containsExactly("8");
    }

    @Test
    void theSameValueIsGoodAgainAlsoWhereItsTimeIsOlderThanThatOfTheLastSample() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY_CYCLIC);
        ScanFeed next = feed(ScanClass.Mode.NOTIFY);
        deliver(former, 7, 21);
        former.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        succeed(former, next);
        takeOver(former, next);
        next.begin(2, group);
        deliver(next, 2, 3, 21);
        assertThat(texts()).containsExactly("21", "Bad", "21");
    }

    @Test
    void aPointThatTheNewScanCannotHaveIsBadThoughTheFormerHadItUntilItsEnd() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY);
        ScanFeed next = feed(ScanClass.Mode.NOTIFY);
        succeed(former, next);
        batch.reset(group, clock.epochNanos(), 0);
        batch.addBad(0, SampleBatch.NO_TIME, StatusCode.BAD_OUT_OF_RANGE);
        next.deliver(1, batch);
        clock.advance(Duration.ofNanos(10));
        deliver(former, 1, 5);
        takeOver(former, next);
        assertThat(texts()).containsExactly("5", "Bad");
    }

    @Test
    void aValueThatDoesNotChangeComesOnceHoweverOftenScansAreReplaced() {
        ScanFeed first = feed(ScanClass.Mode.NOTIFY);
        ScanFeed second = feed(ScanClass.Mode.NOTIFY);
        ScanFeed third = feed(ScanClass.Mode.NOTIFY);
        deliver(first, 1, 5);
        succeed(first, second);
        deliver(second, 1, 5);
        takeOver(first, second);
        succeed(second, third);
        deliver(third, 1, 5);
        takeOver(second, third);
        assertThat(texts()).containsExactly("5");
    }

    @Test
    void aMarkedValueIsKnownAgain() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY_CYCLIC);
        ScanFeed next = feed(ScanClass.Mode.NOTIFY);
        succeed(former, next);
        former.markGap();
        deliver(former, 5, 5);
        deliver(next, 5, 5);
        takeOver(former, next);
        assertThat(texts()).containsExactly("5!");
    }

    /** The clock of many a device counts milliseconds only. */
    @Test
    void twoValuesOfTheSameTimeAreTwo() {
        ScanFeed former = feed(ScanClass.Mode.NOTIFY);
        ScanFeed next = feed(ScanClass.Mode.NOTIFY);
        succeed(former, next);
        deliver(next, 1, 5);
        deliver(next, 1, 6);
        deliver(former, 1, 5);
        takeOver(former, next);
        assertThat(texts()).containsExactly("5", "6");
    }
}
