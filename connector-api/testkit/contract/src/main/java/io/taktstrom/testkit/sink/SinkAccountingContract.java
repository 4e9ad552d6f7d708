package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.contract.ContractThreads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Published means that the receiver has it: no more, no less, in order. */
interface SinkAccountingContract extends SinkContractTest {

    @Test
    default void whatIsAcknowledgedIsWithTheReceiver() throws IOException {
        SinkFeed feed = bench().feed();
        ContractPoints points = ContractPoints.counters("p", 3);
        for (int unit = 0; unit < 5; unit++) {
            feed.publish(points.count(10L * unit, 7), points.count(10L * unit + 7, 3));
            bench().assertReceived(feed);
        }
    }

    @Test
    default void samplesArriveInTheOrderInWhichTheyCame() throws IOException {
        SinkFeed feed = bench().feed();
        ContractPoints points = ContractPoints.counters("p", 5);
        SplittableRandom random = new SplittableRandom(1);
        long next = 0;
        for (int unit = 0; unit < 50; unit++) {
            List<SampleBatch> batches = new ArrayList<>();
            for (int batch = 1 + random.nextInt(4); batch > 0; batch--) {
                int samples = 1 + random.nextInt(100);
                batches.add(points.count(next, samples));
                next += samples;
            }
            feed.publish(batches.toArray(SampleBatch[]::new));
        }
        bench().assertReceived(feed);
    }

    @Test
    default void aLargeUnitArrivesWhole() throws IOException {
        SinkFeed feed = bench().feed();
        ContractPoints points = ContractPoints.counters("p", 100);
        SampleBatch[] batches = new SampleBatch[10];
        for (int i = 0; i < batches.length; i++) {
            batches[i] = points.count(4096L * i, 4096);
        }
        feed.publish(batches);
        bench().assertReceived(feed);
    }

    @Test
    default void inletsOnTheirOwnThreadsDoNotMixUpTheirSamples() throws Exception {
        Sink sink = bench().open();
        List<SinkFeed> feeds = new ArrayList<>();
        List<Callable<?>> works = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            SinkFeed feed = bench().feed(sink, "stream" + i);
            ContractPoints points = ContractPoints.counters("stream" + i + ".p", 4);
            feeds.add(feed);
            works.add(() -> {
                for (int unit = 0; unit < 40; unit++) {
                    feed.publish(points.count(20L * unit, 13), points.count(20L * unit + 13, 7));
                }
                return "published";
            });
        }
        ContractThreads.start(works).results(bench().bound());
        bench().assertReceived(feeds.toArray(SinkFeed[]::new));
    }

    @Test
    default void unitsOfTwoInletsMayOverlap() throws IOException {
        Sink sink = bench().open();
        ContractPoints a = ContractPoints.counters("a", 1);
        SinkInlet first = sink.inlet("a", a.points());
        SinkFeed second = bench().feed(sink, "b");
        TestUnit unit = new TestUnit(1, 1);
        first.publish(a.count(0, 3), unit.deliver(3, false));
        second.publish(ContractPoints.counters("b", 1).count(0, 4));
        bench().assertReceived(second);
        first.publish(a.count(3, 2), unit.deliver(2, true));
        SinkFeed counts = new SinkFeed((batch, flushUnit) -> {}, bench().bound());
        counts.publish(a.count(0, 3), a.count(3, 2));
        bench().assertReceived(counts, second);
    }

    @Test
    default void whatTheReceiverWillNeverTakeIsRefusedAloneWithAReason() throws IOException {
        bench().require(SinkFeatures.REFUSAL);
        DataType type = bench().device().refusedType();
        SampleBatch refused =
                ContractPoints.of("refused", type).sample(bench().device().refusedValue());
        ContractPoints good = ContractPoints.counters("good", 1);
        SinkFeed feed = bench().feed();
        feed.publish(good.count(0, 3), refused, good.count(3, 3));
        assertThat(feed.refused()).as("samples refused of 7").isEqualTo(1);
        feed.publish(good.count(6, 1));
        assertThat(feed.published()).extracting(RecordedSample::point).doesNotContain("refused");
        bench().assertReceived(feed);
    }

    @Test
    default void aUnitThatIsDeliveredAgainIsRecognisedByItsNumber() throws IOException {
        bench().require(SinkFeatures.REPEATS);
        SinkFeed feed = bench().feed();
        ContractPoints points = ContractPoints.counters("p", 1);
        SampleBatch unit = points.count(0, 3);
        feed.publish(unit);
        // As after an answer that was lost on its way.
        SinkFeed counts = new SinkFeed((batch, flushUnit) -> {}, bench().bound());
        feed.publishAgain(unit);
        feed.publish(points.count(3, 2));
        counts.publish(unit);
        counts.publish(points.count(3, 2));
        bench().assertReceived(counts);
    }

    /** Random units, outages and repetitions; every sample is accounted for at the end, and the receiver agrees. */
    @Test
    default void theAccountingBalancesWhateverHappens() throws IOException {
        long seed = System.nanoTime();
        try {
            play(new SplittableRandom(seed));
        } catch (AssertionError e) {
            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
        }
    }

    private void play(SplittableRandom random) throws IOException {
        SinkFeed feed = bench().feed();
        ContractPoints points = ContractPoints.counters("p", 4);
        long next = 0;
        int mayComeAgain = 0;
        // Some receivers take seconds to be there again.
        int outages = bench().has(SinkFeatures.OUTAGE) ? 4 : 0;
        for (int step = 0; step < 60; step++) {
            SampleBatch[] unit = new SampleBatch[1 + random.nextInt(3)];
            int samples = 0;
            for (int i = 0; i < unit.length; i++) {
                unit[i] = points.count(next, 1 + random.nextInt(20));
                next += unit[i].size();
                samples += unit[i].size();
            }
            boolean outage = outages > 0 && random.nextInt(5) == 0;
            if (outage) {
                outages--;
                bench().device().fail();
            }
            try {
                feed.publish(unit);
            } catch (IOException e) {
                assertThat(outage)
                        .as("fails without an outage: " + e.getMessage())
                        .isTrue();
                mayComeAgain += samples;
                bench().device().recover();
                feed.publishUntilTaken(unit);
                outage = false;
            }
            if (outage) {
                throw new AssertionError("acknowledged what a receiver that is away cannot have");
            }
        }
        assertThat((long) feed.delivered()).isEqualTo(next);
        assertThat(feed.published().size() + feed.refused()).isEqualTo(feed.delivered());
        ArrivedSamples.assertNoneMissing(feed.published(), bench().device().received(), mayComeAgain, bench().device());
    }

    @Test
    default void publishingAllocatesNothing() throws Exception {
        bench().require(SinkFeatures.NO_ALLOCATION);
        ContractPoints points = ContractPoints.counters("p", 10);
        SampleBatch batch = points.count(0, 100);
        SinkInlet inlet = bench().open().inlet("all", points.points());
        TestUnit unit = new TestUnit(1, 1).deliver(100, true);
        AllocationMeter.currentThread()
                .settlingWithin(bench().bound())
                .assertZeroPerOperation(2_000, () -> inlet.publish(batch, unit));
    }
}
