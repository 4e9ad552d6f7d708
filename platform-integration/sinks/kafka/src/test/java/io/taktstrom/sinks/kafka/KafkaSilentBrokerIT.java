package io.taktstrom.sinks.kafka;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

import io.taktstrom.brokers.Feed;
import org.apache.kafka.common.protocol.ApiKeys;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A broker that is there and leaves a request unanswered, or answers in a way that ends the thread of Kafka's client. */
class KafkaSilentBrokerIT {

    private final ScriptedBroker broker = new ScriptedBroker();

    KafkaSilentBrokerIT() throws IOException {}

    @AfterEach
    void close() throws IOException {
        broker.close();
    }

    private Map<String, String> options(boolean transactional) {
        return Map.of(
                "brokers",
                broker.address(),
                "topic",
                ScriptedBroker.TOPIC,
                "timeout",
                "1s",
                "transactional",
                String.valueOf(transactional));
    }

    @ParameterizedTest
    @CsvSource({
        "METADATA, false",
        "INIT_PRODUCER_ID, false",
        "PRODUCE, false",
        "FIND_COORDINATOR, true",
        "INIT_PRODUCER_ID, true",
        "ADD_PARTITIONS_TO_TXN, true",
        "PRODUCE, true",
        "END_TXN, true"
    })
    void aRequestWithoutAnswerFailsTheUnitAndASecondAttemptSucceeds(ApiKeys request, boolean transactional)
            throws Exception {
        broker.leaveUnanswered(request);
        assertFailsAndRecovers(transactional);
    }

    @ParameterizedTest
    @CsvSource({"METADATA, false", "PRODUCE, false", "INIT_PRODUCER_ID, true", "END_TXN, true"})
    void anAnswerOfAbsurdLengthFailsTheUnitAndALaterAttemptSucceeds(ApiKeys request, boolean transactional)
            throws Exception {
        broker.answerAbsurdly(request);
        assertFailsAndRecovers(transactional);
    }

    private void assertFailsAndRecovers(boolean transactional) throws Exception {
        try (Feed feed = new Feed(new KafkaProvider(), options(transactional))) {
            Throwable failure = inTime(() -> feed.publish(Feed.count(0, 3, "a.x")));
            assertThat(failure).isInstanceOf(IOException.class);
            assertThat(broker.faults()).isPositive();
            assertThat(feed.sink().health().well()).isFalse();

            broker.recover();
            // What Kafka's client keeps of the outage may fail the next attempts, but none hangs.
            await().until(() -> inTime(() -> feed.publishAgain(Feed.count(0, 3, "a.x"))) == null);
            assertThat(feed.sink().health().well()).isTrue();
        }
    }

    @FunctionalInterface
    private interface Work {
        void run() throws IOException;
    }

    /** What the work throws, on a thread of its own so that one that hangs fails the test; null when it succeeds. */
    private static @Nullable Throwable inTime(Work work) throws InterruptedException {
        FutureTask<Void> task = new FutureTask<>(() -> {
            work.run();
            return null;
        });
        Thread thread = new Thread(task, "pipeline");
        thread.setDaemon(true);
        thread.start();
        await("the unit ends").until(task::isDone);
        try {
            task.get();
            return null;
        } catch (ExecutionException e) {
            return e.getCause();
        }
    }
}
