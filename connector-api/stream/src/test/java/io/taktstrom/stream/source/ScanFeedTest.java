package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.TestGroups;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ScanFeedTest {

    private static final ScanClass FAST =
            new ScanClass("fast", ScanClass.Mode.NOTIFY, Duration.ofMillis(1), Duration.ZERO);

    private final ManualClock clock = new ManualClock(1_000);
    private final FixedGroup group = TestGroups.dints(2);
    private final RecordingSink sink = new RecordingSink();
    private final ScanFeed feed = feed(sink);
    private final SampleBatch batch = new SampleBatch(3, 0);

    private ScanFeed feed(SampleSink to) {
        return new ScanFeed(
                "press",
                new Scan(FAST, group.points(), to),
                null,
                null,
                clock,
                new Notices(clock, message -> {}),
                new FeedCounts());
    }

    private void deliver(int session, int point, int status) {
        batch.reset(group, 5, 99);
        batch.add(point, 3, status, 7);
        feed.deliver(session, batch);
    }

    private List<Integer> statuses() {
        return sink.samples().stream().map(RecordedSample::status).toList();
    }

    @Test
    void whatComesFromASessionThatWasGivenUpIsCountedAndNotDelivered() {
        feed.begin(1, group);
        deliver(1, 0, StatusCode.GOOD);
        feed.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        deliver(1, 0, StatusCode.GOOD);
        feed.begin(2, group);
        deliver(1, 0, StatusCode.GOOD);
        deliver(2, 1, StatusCode.GOOD);

        assertThat(feed.counts().late.sum()).isEqualTo(2);
        assertThat(statuses())
                .containsExactly(
                        StatusCode.GOOD,
                        StatusCode.BAD_NO_COMMUNICATION,
                        StatusCode.BAD_NO_COMMUNICATION,
                        StatusCode.GOOD);
    }

    @Test
    void itsStateCountsPointsByTheirLastSamplesAndKnowsWhenTheLastValueCame() {
        int points = group.size();
        assertThat(feed.state())
                .isEqualTo(new FeedState(FAST, points, 0, points, Map.of(), 1_000, SampleBatch.NO_TIME));
        feed.begin(1, group);
        deliver(1, 0, StatusCode.GOOD);
        batch.reset(group, 8, 99);
        batch.addBad(1, 3, StatusCode.withOverflow(StatusCode.BAD_TIMEOUT));
        feed.deliver(1, batch);
        assertThat(feed.state())
                .isEqualTo(new FeedState(FAST, points, 1, points - 2, Map.of(StatusCode.BAD_TIMEOUT, 1), 1_000, 5));
        feed.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        assertThat(feed.state().bad()).isEqualTo(Map.of(StatusCode.BAD_NO_COMMUNICATION, points));
        assertThat(feed.state().lastGoodAt()).isEqualTo(5);
    }

    @Test
    void itShowsEachPointWithItsLastStatusAndCountsEachSampleOnce() {
        feed.begin(1, group);
        deliver(1, 1, StatusCode.BAD_NODE_ID_UNKNOWN);
        deliver(1, 1, StatusCode.BAD_NODE_ID_UNKNOWN);
        Map<String, Integer> shown = new TreeMap<>();
        feed.show((scanClass, point, status) -> shown.put(point.name(), status));
        assertThat(shown)
                .isEqualTo(Map.of(
                        "p0", StatusCode.BAD_WAITING_FOR_INITIAL_DATA,
                        "p1", StatusCode.BAD_NODE_ID_UNKNOWN));
        assertThat(feed.counts().delivered.sum()).isEqualTo(2);
    }

    @Test
    void aPointThatWaitsForItsFirstValueIsNotBadWhenSamplesWereLostBefore() {
        feed.begin(1, group);
        deliver(1, 0, StatusCode.withOverflow(StatusCode.BAD_WAITING_FOR_INITIAL_DATA));
        assertThat(feed.state().waiting()).isEqualTo(group.size());
        assertThat(feed.state().bad()).isEmpty();
    }

    @Test
    void itKnowsWhenItWasOpenedLast() {
        clock.advance(Duration.ofSeconds(3));
        feed.begin(1, group);
        clock.advance(Duration.ofSeconds(3));
        assertThat(clock.epochNanos() - feed.state().begunAt())
                .isEqualTo(Duration.ofSeconds(3).toNanos());
    }

    @Test
    void whoSetsTheClockMakesTheLastValueNeitherYoungerNorOlder() {
        feed.begin(1, group);
        batch.reset(group, clock.epochNanos(), 99);
        batch.add(0, 3, StatusCode.GOOD, 7);
        feed.deliver(1, batch);
        for (Duration step : List.of(Duration.ofHours(1), Duration.ofHours(-5))) {
            feed.state();
            clock.stepEpoch(step);
            clock.advance(Duration.ofSeconds(10));
        }
        assertThat(clock.epochNanos() - feed.state().lastGoodAt())
                .isEqualTo(Duration.ofSeconds(20).toNanos());
    }

    @Test
    void whatIsOfferedAfterItsSessionWasGivenUpIsLeftWithItAndNeitherCountedNorMarked() {
        Counting counts = new Counting();
        ScanFeed booked = feed(counts);
        booked.begin(1, group);
        batch.reset(group, 5, 99);
        batch.add(0, 3, StatusCode.GOOD, 7);
        assertThat(booked.of(1).offer(batch)).isTrue();
        booked.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        assertThat(booked.of(1).offer(batch)).isFalse();
        booked.begin(2, group);
        assertThat(booked.of(1).offer(batch)).isFalse();
        assertThat(booked.of(2).offer(batch)).isTrue();

        assertThat(booked.counts().refused.sum()).isEqualTo(2);
        assertThat(booked.counts().late.sum()).isZero();
        assertThat(counts.lost).isZero();
        assertThat(counts.taken.samplesOf("p0"))
                .extracting(RecordedSample::status)
                .containsExactly(StatusCode.GOOD, StatusCode.BAD_NO_COMMUNICATION, StatusCode.GOOD);
    }

    @Test
    void whatIsHandedOverTooLateIsCountedAndTheNextSampleOfItsPointIsMarked() {
        Counting counts = new Counting();
        ScanFeed booked = feed(counts);
        booked.begin(1, group);
        booked.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        batch.reset(group, 5, 99);
        batch.add(0, 3, StatusCode.GOOD, 7);
        batch.add(0, 3, StatusCode.GOOD, 8);
        booked.of(1).onSamples(batch);
        booked.begin(2, group);
        batch.reset(group, 5, 99);
        batch.add(1, 3, StatusCode.GOOD, 9);
        batch.add(0, 3, StatusCode.GOOD, 9);
        batch.add(0, 3, StatusCode.GOOD, 10);
        booked.of(2).onSamples(batch);

        assertThat(counts.lost).isEqualTo(2);
        assertThat(booked.counts().late.sum()).isEqualTo(2);
        assertThat(counts.taken.samples().subList(2, 5))
                .extracting(RecordedSample::status)
                .containsExactly(StatusCode.GOOD, StatusCode.withOverflow(StatusCode.GOOD), StatusCode.GOOD);
    }

    @Test
    void thatTheDeviceIsLostComesTooLateToBeNews() {
        Counting counts = new Counting();
        ScanFeed booked = feed(counts);
        booked.begin(1, group);
        booked.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        batch.reset(group, 5, 99);
        batch.addBad(0, SampleBatch.NO_TIME, StatusCode.BAD_NO_COMMUNICATION);
        booked.of(1).onSamples(batch);
        assertThat(counts.lost).isZero();
        assertThat(booked.counts().late.sum()).isZero();
    }

    @Test
    void afterASinkHasThrownTheNextSampleOfEachPointThatItGotIsMarked() {
        boolean[] broken = {true};
        ScanFeed thrown = feed(samples -> {
            if (broken[0]) {
                throw new IllegalStateException("broken");
            }
            sink.onSamples(samples);
        });
        thrown.begin(1, group);
        batch.reset(group, 5, 99);
        batch.add(0, 3, StatusCode.GOOD, 7);
        assertThat(thrown.of(1).offer(batch)).as("taken, and lost").isTrue();
        broken[0] = false;
        batch.add(1, 3, StatusCode.GOOD, 7);
        thrown.of(1).onSamples(batch);
        assertThat(statuses()).containsExactly(StatusCode.withOverflow(StatusCode.GOOD), StatusCode.GOOD);
    }

    private static final class Counting implements AccountedSink {

        private final RecordingSink taken = new RecordingSink();
        private long lost;

        @Override
        public void onSamples(SampleBatch samples) {
            taken.onSamples(samples);
        }

        @Override
        public void lose(DropReason reason, long samples) {
            assertThat(reason).isEqualTo(DropReason.LATE);
            lost += samples;
        }
    }

    @Test
    void aPointThatTheConnectorHasMarkedLostIsNotMarkedAgain() {
        feed.begin(1, group);
        deliver(1, 0, StatusCode.GOOD);
        deliver(1, 1, StatusCode.BAD_NO_COMMUNICATION);
        feed.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        feed.lose(1, StatusCode.BAD_NO_COMMUNICATION);

        assertThat(sink.samplesOf("p0")).hasSize(2);
        assertThat(sink.samplesOf("p1")).hasSize(1);
    }

    @Test
    void aPointThatWasBadForAnotherReasonIsMarkedLostToo() {
        feed.begin(1, group);
        deliver(1, 0, StatusCode.BAD_TIMEOUT);
        feed.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        assertThat(sink.samplesOf("p0"))
                .extracting(RecordedSample::status)
                .containsExactly(StatusCode.BAD_TIMEOUT, StatusCode.BAD_NO_COMMUNICATION);
    }

    @Test
    void onlyValuesProveThatADeviceLives() {
        feed.begin(1, group);
        deliver(1, 0, StatusCode.BAD_TIMEOUT);
        assertThat(feed.traffic()).isZero();
        deliver(1, 0, StatusCode.UNCERTAIN);
        assertThat(feed.traffic()).isEqualTo(1);
    }

    @Test
    void aBatchIsGivenBackAsItCame() {
        feed.begin(1, group);
        deliver(1, 0, StatusCode.GOOD);
        deliver(1, 0, StatusCode.GOOD);
        assertThat(batch.group()).isSameAs(group);
        assertThat(batch.sequence()).isEqualTo(99);
        assertThat(sink.samples()).extracting(RecordedSample::sequence).containsExactly(0L, 1L);
    }

    @Test
    void theLossOfASessionThatHasASuccessorIsNoNews() {
        feed.begin(2, group);
        feed.lose(1, StatusCode.BAD_NO_COMMUNICATION);
        deliver(2, 0, StatusCode.GOOD);
        assertThat(statuses()).containsExactly(StatusCode.GOOD);
    }

    @Test
    void lossesCarryOurTime() {
        feed.lose(1, StatusCode.BAD_NOT_CONNECTED);
        assertThat(sink.samples()).allMatch(sample -> sample.receivedAt() == 1_000);
    }

    @Test
    void deliveringAllocatesNothing() throws Exception {
        long[] seen = new long[1];
        ScanFeed quiet = feed(samples -> seen[0] += samples.size());
        quiet.begin(1, group);
        batch.reset(group, 5, 0);
        batch.add(0, 3, StatusCode.GOOD, 7);
        batch.add(1, 3, StatusCode.BAD_TIMEOUT, 7);
        AllocationMeter.currentThread().assertZeroPerOperation(50_000, () -> quiet.deliver(1, batch));
        assertThat(seen[0]).isPositive();
    }
}
