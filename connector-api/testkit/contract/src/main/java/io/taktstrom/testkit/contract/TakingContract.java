package io.taktstrom.testkit.contract;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Only the sink knows what was taken. A connection that is given up while samples come leaves to its successor what it
 * {@linkplain RefusingSink#offer offers} in vain, or hands it over for good; nothing is missing without a mark, nothing comes twice.
 */
interface TakingContract extends ContractTest {

    /** Takes samples until it is given up, as the stream does with a session, and then refuses, or records what comes anyway. */
    final class GivenUp implements RefusingSink {

        private final RecordingSink taken;
        private final RecordingSink late;
        private final CountDownLatch over = new CountDownLatch(1);
        private final int most;
        private boolean offers;

        GivenUp(int most, Duration bound) {
            this.most = most;
            taken = new RecordingSink(bound);
            late = new RecordingSink(bound);
        }

        private synchronized boolean takes(SampleBatch batch) {
            if (taken.samples().size() >= most) {
                over.countDown();
                return false;
            }
            taken.onSamples(batch);
            return true;
        }

        @Override
        public void onSamples(SampleBatch batch) {
            if (!takes(batch)) {
                late.onSamples(batch);
            }
        }

        @Override
        public synchronized boolean offer(SampleBatch batch) {
            offers = true;
            return takes(batch);
        }

        synchronized boolean offers() {
            return offers;
        }
    }

    @Test
    default void whatASinkDoesNotTakeGoesToTheSuccessorOrIsHandedOverForGood() throws Exception {
        Bench.assume(bench().can(Capability.SUBSCRIBE), "the connector cannot push");
        Variable counter = bench().device().counter();
        for (int most : new int[] {1, 2, 40}) {
            bench().device().set(counter.address(), 0L);
            GivenUp first = new GivenUp(most, bench().bound());
            Connection lost = bench().connect();
            lost.subscribe(bench().resolve(lost, counter), Bench.FASTEST, first);
            first.taken.awaitValue(counter.address(), 0L);
            long counted = countUntil(first.over);
            bench().bounded("abandon", () -> {
                PushingConnection.abandon(lost);
                return true;
            });
            int lateThen = first.late.samples().size();
            Connection next = bench().connectAfter(lost);
            RecordingSink second = bench().sink();
            next.subscribe(bench().resolve(next, counter), Bench.FASTEST, second);
            second.awaitValue(counter.address(), counted);
            bench().device().count(counted + 1, counted + 100);
            second.awaitValue(counter.address(), counted + 100);
            next.close();
            assertThat(first.late.samples()).as("nothing after abandon").hasSize(lateThen);
            List<RecordedSample> before = new ArrayList<>(first.taken.samples());
            before.addAll(first.late.samples());
            assertThat(unmarkedGaps(before)).as("of the lost connection").isEmpty();
            assertThat(unmarkedGaps(second.samples())).as("of its successor").isEmpty();
            if (first.offers()) {
                List<RecordedSample> all = new ArrayList<>(first.taken.samples());
                all.addAll(second.samples());
                assertThat(unmarkedGaps(all)).as("of both together").isEmpty();
            }
        }
    }

    /** Has the device count until the sink has refused something; returns how far. */
    private long countUntil(CountDownLatch over) throws Exception {
        long counted = 0;
        long start = System.nanoTime();
        while (!over.await(20, TimeUnit.MILLISECONDS)) {
            assertThat(System.nanoTime() - start)
                    .as("until a sink is called again")
                    .isLessThan(bench().bound().toNanos());
            bench().device().count(counted + 1, counted + 20);
            counted += 20;
        }
        return counted;
    }

    /**
     * Good values of the counter that do not follow the one before, though no mark says so; what says Bad says no value. A
     * server may say the latest value again when a subscription is taken over: the same with the same time.
     */
    private static List<String> unmarkedGaps(List<RecordedSample> samples) {
        List<String> gaps = new ArrayList<>();
        long before = -1;
        long timeBefore = SampleBatch.NO_TIME;
        for (RecordedSample sample : samples) {
            if (!StatusCode.isBad(sample.status())) {
                long value = ((Number) Objects.requireNonNull(sample.value())).longValue();
                boolean again = value == before && sample.sourceTime() == timeBefore;
                boolean follows = before < 0 || value == before + 1;
                boolean marked = value > before && StatusCode.hasOverflow(sample.status());
                if (!follows && !marked && !again) {
                    gaps.add(sample + " after " + before);
                }
                before = value;
                timeBefore = sample.sourceTime();
            }
        }
        return gaps;
    }
}
