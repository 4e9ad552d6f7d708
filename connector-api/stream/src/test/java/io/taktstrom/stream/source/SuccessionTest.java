package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** How one feed goes on where another one ends. */
class SuccessionTest {

    private static final long CATCH_UP_NANOS = 1_000_000;

    private final ManualClock clock = new ManualClock(1_000);
    private final FixedGroup group = TestGroups.dints(1);
    private final RecordingSink sink = new RecordingSink();
    private final RecordingSink added = new RecordingSink();
    private final ScanFeed former = feed(sink, ScanClass.Mode.NOTIFY_CYCLIC);
    private final ScanFeed next = feed(sink, ScanClass.Mode.NOTIFY_CYCLIC);
    private final SampleBatch batch = new SampleBatch(3, 0);

    private ScanFeed feed(SampleSink to, ScanClass.Mode mode) {
        ScanFeed feed = new ScanFeed(
                "press",
                new Scan(new ScanClass("fast", mode, Duration.ofMillis(1), Duration.ZERO), group.points(), to),
                null,
                null,
                clock,
                new Notices(clock, message -> {}),
                new FeedCounts());
        feed.begin(1, group);
        return feed;
    }

    private Succession succession(ScanFeed of, @Nullable SampleSink news) {
        List<Succession.@Nullable Former> formers = new ArrayList<>();
        formers.add(new Succession.Former(of, 0));
        Succession succession =
                new Succession(formers, of.scan().scanClass().mode().isOnChange(), news, clock, CATCH_UP_NANOS);
        next.hold(succession);
        return succession;
    }

    /** A sample whose value is its time. */
    private void deliver(ScanFeed to, int time) {
        batch.reset(group, time, 0);
        batch.add(0, time, StatusCode.GOOD, time);
        to.deliver(1, batch);
    }

    private static List<String> texts(RecordingSink of) {
        return of.samples().stream().map(SuccessionTest::text).toList();
    }

    private static String text(RecordedSample sample) {
        return Objects.requireNonNull(sample.value()) + (StatusCode.hasOverflow(sample.status()) ? "!" : "");
    }

    @Test
    void whatBothHaveComesOnceAndInOrder() {
        Succession succession = succession(former, null);
        deliver(former, 1);
        deliver(next, 3);
        deliver(next, 4);
        assertThat(succession.isComplete()).isFalse();
        deliver(former, 2);
        deliver(former, 3);
        assertThat(succession.isComplete()).isTrue();
        former.end();
        next.takeOver();
        deliver(next, 5);
        assertThat(texts(sink)).containsExactly("1", "2", "3", "4", "5");
        assertThat(sink.samples().get(4).sequence()).isEqualTo(1);
    }

    /** Two reads at once: what was received later may be what the device had before. */
    @ParameterizedTest
    @CsvSource({"20, false", "10, false", "9, true"})
    void aReadThatBeganBeforeTheFormersLastOneWasReceivedBringsNothingNew(long lead, boolean isNew) {
        Succession succession = succession(former, null);
        batch.reset(group, 100, 0);
        batch.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, 422);
        former.deliver(1, batch);
        batch.reset(group, 110, 0);
        batch.add(0, SampleBatch.NO_TIME, StatusCode.GOOD, 420);
        succession.hold(batch, lead);
        former.end();
        next.takeOver();
        assertThat(texts(sink)).isEqualTo(isNew ? List.of("422", "420!") : List.of("422"));
    }

    @Test
    void whatTheFormerDoesNotDeliverInTimeIsMarkedAndCounted() {
        Succession succession = succession(former, null);
        deliver(former, 1);
        deliver(next, 3);
        clock.advance(Duration.ofNanos(CATCH_UP_NANOS));
        assertThat(succession.isComplete()).isTrue();
        former.end();
        next.takeOver();
        deliver(next, 4);
        assertThat(texts(sink)).containsExactly("1", "3!", "4");
        assertThat(next.counts().overflows.sum()).isEqualTo(1);
    }

    @Test
    void aPointThatDoesNotChangeIsNoGapAndItsValueIsToldToTheReceiversThatHaveNotSeenIt() {
        ScanFeed changes = feed(sink, ScanClass.Mode.NOTIFY);
        succession(changes, added);
        deliver(changes, 1);
        batch.reset(group, 7, 0);
        batch.add(0, 7, StatusCode.GOOD, 1);
        next.deliver(1, batch);
        clock.advance(Duration.ofNanos(CATCH_UP_NANOS));
        changes.end();
        next.takeOver();
        assertThat(next.hasUntold()).isTrue();
        next.tellUntold();
        assertThat(texts(sink)).containsExactly("1");
        assertThat(texts(added)).containsExactly("1");
    }

    @Test
    void aPointThatHasChangedMeanwhileHasAGapAlsoWhereOnlyChangesAreSent() {
        ScanFeed changes = feed(sink, ScanClass.Mode.NOTIFY);
        succession(changes, null);
        deliver(changes, 1);
        deliver(next, 3);
        clock.advance(Duration.ofNanos(CATCH_UP_NANOS));
        changes.end();
        next.takeOver();
        assertThat(texts(sink)).containsExactly("1", "3!");
    }

    @Test
    void aMarkThatTheFormerOwesIsThatOfTheNext() {
        succession(former, null);
        former.markGap();
        former.end();
        BitSet gaps = new BitSet();
        gaps.set(0, former.hasGap(0));
        next.addGaps(gaps);
        next.takeOver();
        deliver(next, 5);
        assertThat(texts(sink)).containsExactly("5!");
    }

    @Test
    void samplesGoElsewhereWithoutABreakInTheirNumbers() {
        deliver(former, 1);
        former.redirect(new Scan(former.scan().scanClass(), group.points(), added));
        deliver(former, 2);
        assertThat(texts(sink)).containsExactly("1");
        assertThat(texts(added)).containsExactly("2");
        assertThat(added.samples().get(0).sequence()).isEqualTo(1);
    }
}
