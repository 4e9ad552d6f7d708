package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.util.Set;

import io.taktstrom.sink.Sink;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.contract.ContractThreads;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Opening and closing. */
interface SinkLifeContract extends SinkContractTest {

    private static ContractPoints points() {
        return ContractPoints.counters("p", 2);
    }

    @Test
    default void closingTwiceIsClosingOnce() throws Exception {
        Sink sink = bench().open();
        SinkFeed feed = bench().feed(sink, "all");
        feed.publish(points().count(0, 5));
        feed.close();
        sink.close();
        sink.close();
        bench().assertReceived(feed);
    }

    @Test
    default void closingAnInletLeavesTheOthersOpen() throws IOException {
        Sink sink = bench().open();
        SinkFeed first = bench().feed(sink, "first");
        SinkFeed second = bench().feed(sink, "second");
        first.publish(ContractPoints.counters("first", 1).count(0, 2));
        first.close();
        second.publish(ContractPoints.counters("second", 1).count(0, 2));
        SinkFeed third = bench().feed(sink, "third");
        third.publish(ContractPoints.counters("third", 1).count(0, 2));
        bench().assertReceived(first, second, third);
    }

    @Test
    default void aUnitThatWasNeverCompletedIsNotPublishedByClosing() throws IOException {
        Sink sink = bench().open();
        var inlet = sink.inlet("all", points().points());
        inlet.publish(points().count(0, 3), new TestUnit(1, 1).deliver(3, false));
        inlet.close();
        sink.close();
        // It counts as dropped: a receiver that has it all the same would have what was never published.
        assertThat(bench().device().received()).isEmpty();
    }

    @Test
    default void nothingIsAcknowledgedAfterTheEnd() throws IOException {
        Sink sink = bench().open();
        SinkFeed feed = bench().feed(sink, "all");
        feed.publish(points().count(0, 1));
        sink.close();
        assertThatThrownBy(() -> feed.publish(points().count(1, 1))).isInstanceOf(Exception.class);
        bench().assertReceived(feed);
    }

    @Test
    default void whatWasPublishedIsThereWhenTheSinkIsOpenedAgain() throws IOException {
        bench().require(SinkFeatures.REOPENING);
        Sink sink = bench().open();
        SinkFeed before = bench().feed(sink, "all");
        before.publish(ContractPoints.counters("before", 1).count(0, 5));
        before.close();
        sink.close();
        SinkFeed after = bench().feed();
        after.publish(ContractPoints.counters("after", 1).count(0, 5));
        bench().assertReceived(before, after);
    }

    @Test
    default void closingWithoutHavingPublishedIsFine() throws IOException {
        Sink sink = bench().open();
        sink.inlet("all", points().points()).close();
        sink.close();
        assertThat(bench().device().received()).isEmpty();
    }

    @Test
    default void noThreadOutlivesItsSink() throws IOException {
        bench().require(SinkFeatures.REOPENING);
        useAndClose();
        Set<Thread> before = Set.copyOf(Thread.getAllStackTraces().keySet());
        for (int i = 0; i < 10; i++) {
            useAndClose();
        }
        ContractThreads.awaitNoMoreThan(before, bench().device()::isReceiverThread, bench().bound());
    }

    private void useAndClose() throws IOException {
        Sink sink = bench().open();
        SinkFeed feed = bench().feed(sink, "all");
        feed.publish(points().count(0, 2));
        feed.close();
        sink.close();
    }
}
