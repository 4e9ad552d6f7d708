package io.taktstrom.testkit.sink;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

import io.taktstrom.sink.Sink;
import io.taktstrom.testkit.contract.ContractThreads;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A receiver that is away, full or silent costs time, and no sample. */
interface SinkOutageContract extends SinkContractTest {

    private static ContractPoints points() {
        return ContractPoints.counters("p", 2);
    }

    @Test
    default void whileTheReceiverIsAwayPublishFailsSoThatTheUnitIsTriedAgain() throws Exception {
        bench().require(SinkFeatures.OUTAGE);
        SinkFeed feed = bench().feed();
        feed.publish(points().count(0, 4));
        bench().device().fail();
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> bench().bounded("publish", () -> {
                        feed.publish(points().count(4, 4));
                        return "published";
                    }))
                    .isInstanceOf(IOException.class)
                    .message()
                    .isNotBlank();
        }
        bench().device().recover();
        assertThat(feed.published()).hasSize(4);
    }

    @Test
    default void afterAnOutageTheUnitIsDeliveredAgainAndNothingIsMissing() throws IOException {
        bench().require(SinkFeatures.OUTAGE);
        SinkFeed feed = bench().feed();
        feed.publish(points().count(0, 4));
        bench().device().fail();
        assertThatThrownBy(() -> feed.publish(points().count(4, 3), points().count(7, 3)));
        assertThatThrownBy(() -> feed.publishAgain(points().count(4, 3), points().count(7, 3)));
        bench().device().recover();
        feed.publishUntilTaken(points().count(4, 3), points().count(7, 3));
        feed.publish(points().count(10, 2));
        ArrivedSamples.assertNoneMissing(feed.published(), bench().device().received(), 12, bench().device());
    }

    /** The receiver was away for the whole attempt: what was gathered then must not come with the next. */
    @Test
    default void aUnitThatFailedIsForgotten() throws IOException {
        bench().require(SinkFeatures.OUTAGE);
        SinkFeed feed = bench().feed();
        bench().device().fail();
        for (int attempt = 0; attempt < 3; attempt++) {
            assertThatThrownBy(() -> feed.publish(points().count(0, 3), points().count(3, 3)));
        }
        bench().device().recover();
        feed.publishUntilTaken(points().count(0, 3), points().count(3, 3));
        bench().assertReceived(feed);
    }

    @Test
    default void aSinkOpensWhileItsReceiverIsAway() throws IOException {
        bench().require(SinkFeatures.OUTAGE);
        bench().require(SinkFeatures.REOPENING);
        bench().open().close();
        bench().device().fail();
        SinkFeed feed;
        try {
            feed = bench().feed();
        } catch (IOException e) {
            // Where it must not open, it says why; nothing starts then.
            assertThat(e).message().isNotBlank();
            return;
        }
        assertThatThrownBy(() -> feed.publish(points().count(0, 3))).isInstanceOf(IOException.class);
        bench().device().recover();
        feed.publishUntilTaken(points().count(0, 3));
        bench().assertReceived(feed);
    }

    @Test
    default void healthFollowsTheReceiver() throws IOException {
        bench().require(SinkFeatures.OUTAGE);
        Sink sink = bench().open();
        SinkFeed feed = bench().feed(sink, "all");
        feed.publish(points().count(0, 1));
        assertThat(sink.health().well()).as("well").isTrue();
        bench().device().fail();
        assertThatThrownBy(() -> feed.publish(points().count(1, 1)));
        assertThat(sink.health().well()).as("well after a failure").isFalse();
        assertThat(sink.health().detail()).isNotBlank();
        bench().device().recover();
        feed.publishUntilTaken(points().count(1, 1));
        assertThat(sink.health().well()).as("well again").isTrue();
    }

    @Test
    default void aFullReceiverCostsNoSample() throws IOException {
        bench().require(SinkFeatures.FULL);
        SinkFeed feed = bench().feed();
        feed.publish(points().count(0, 4));
        bench().device().fill();
        assertThatThrownBy(() -> feed.publish(points().count(4, 4)))
                .as("a full receiver may have room again: an IOException")
                .isInstanceOf(IOException.class);
        bench().device().recover();
        feed.publishUntilTaken(points().count(4, 4));
        ArrivedSamples.assertNoneMissing(feed.published(), bench().device().received(), 4, bench().device());
    }

    /**
     * Demands that {@code publish} returns only with the receiver's answer: it neither returns nor fails while the receiver
     * {@linkplain SinkUnderTest#stall does not answer}, and returns once the answer comes.
     */
    @Test
    default void aReceiverThatDoesNotAnswerHasNotAcknowledged() throws Exception {
        bench().require(SinkFeatures.STALL);
        SinkFeed feed = bench().feed();
        feed.publish(points().count(0, 1));
        bench().device().stall();
        FutureTask<String> publishing = publishing(feed);
        Thread thread = ContractThreads.daemon("publish", publishing);
        awaitWaiting(thread, publishing);
        assertThat(publishing.isDone()).as("returned without an answer").isFalse();
        bench().device().recover();
        publishing.get(bench().bound().toMillis(), TimeUnit.MILLISECONDS);
        bench().assertReceived(feed);
    }

    @Test
    default void anInterruptEndsACallThatHangs() throws Exception {
        bench().require(SinkFeatures.STALL);
        Sink sink = bench().open();
        SinkFeed feed = bench().feed(sink, "all");
        bench().device().stall();
        FutureTask<String> publishing = publishing(feed);
        Thread thread = ContractThreads.daemon("publish", publishing);
        awaitWaiting(thread, publishing);
        thread.interrupt();
        assertThatThrownBy(() -> publishing.get(bench().bound().toMillis(), TimeUnit.MILLISECONDS))
                .isInstanceOf(ExecutionException.class);
        assertThat(feed.published()).isEmpty();
    }

    @Test
    default void closingDoesNotWaitForAReceiverThatDoesNotAnswer() throws Exception {
        bench().require(SinkFeatures.STALL);
        Sink sink = bench().open();
        SinkFeed feed = bench().feed(sink, "all");
        bench().device().stall();
        FutureTask<String> publishing = publishing(feed);
        Thread thread = ContractThreads.daemon("publish", publishing);
        awaitWaiting(thread, publishing);
        bench().bounded("close", () -> {
            sink.close();
            return "closed";
        });
        thread.interrupt();
        thread.join(bench().bound().toMillis());
        assertThat(thread.isAlive()).as("publish after close").isFalse();
    }

    private static FutureTask<String> publishing(SinkFeed feed) {
        return new FutureTask<>(() -> {
            feed.publish(points().count(1, 3));
            return "published";
        });
    }

    /** Until the call waits for the receiver, or is over, which it must not be. */
    private void awaitWaiting(Thread thread, FutureTask<String> publishing) {
        Awaitility.await()
                .atMost(bench().bound())
                .until(() -> publishing.isDone()
                        || switch (thread.getState()) {
                            case WAITING, TIMED_WAITING, BLOCKED -> true;
                            // Native code that waits counts as running.
                            case RUNNABLE -> isReading(thread);
                            default -> false;
                        });
    }

    private static boolean isReading(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            if (frame.isNativeMethod()) {
                return frame.getClassName().startsWith("sun.nio")
                        || frame.getClassName().startsWith("java.net");
            }
        }
        return false;
    }
}
