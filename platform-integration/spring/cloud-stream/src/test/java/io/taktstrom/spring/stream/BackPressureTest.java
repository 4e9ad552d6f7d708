package io.taktstrom.spring.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

import io.taktstrom.brokers.Feed;
import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.PipelineSettings;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import org.springframework.messaging.Message;
import reactor.core.publisher.BaseSubscriber;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a subscriber that wants little does to the ring, and to the accounting. */
class BackPressureTest {

    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final StreamOutlets outlets = new StreamOutlets();

    /** Wants nothing by itself. */
    private static final class Reluctant extends BaseSubscriber<Message<byte[]>> {
        private final List<Message<byte[]>> messages = new CopyOnWriteArrayList<>();

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            // Waits to be told.
        }

        @Override
        protected void hookOnNext(Message<byte[]> message) {
            messages.add(message);
        }
    }

    private Pipeline pipeline(PipelineSettings settings, Map<String, String> options) throws IOException {
        SpringSinkProvider provider = new SpringSinkProvider(outlets);
        SinkInlet inlet = provider.open(provider.descriptor().values("out", options), SinkContext.standard("out"))
                .inlet("press", List.of());
        return Pipeline.to(inlet).named("press.out").settings(settings).start();
    }

    private Reluctant subscriber() {
        Reluctant subscriber = new Reluctant();
        new StreamSupplier(outlets.of("press", "out")).get().subscribe(subscriber);
        return subscriber;
    }

    private static SampleBatch samples(long from, int count) {
        return Feed.count(from, count, "press1.count");
    }

    @Test
    void whatIsNotWantedWaitsInTheRingAndItsPolicyDecides() throws IOException {
        Reluctant subscriber = subscriber();
        PipelineSettings settings = PipelineSettings.STANDARD.withCapacity(64).withOnFull(OverflowPolicy.DROP_NEWEST);
        try (Pipeline pipeline = pipeline(settings, Map.of("acknowledge", "subscriber", "timeout", "200ms"))) {
            IntStream.range(0, 1000).forEach(i -> pipeline.inlet().onSamples(samples(i, 1)));
            await().atMost(LIMIT).until(() -> pipeline.accounting().dropped(DropReason.OVERFLOW_NEWEST) > 0);
            Accounting before = pipeline.accounting();
            assertThat(before.published()).isZero();
            assertThat(before.isBalanced()).isTrue();
            subscriber.request(Long.MAX_VALUE);
            await().atMost(LIMIT).until(() -> pipeline.accounting().buffered() == 0);
            Accounting after = pipeline.accounting();
            assertThat(after.isBalanced()).isTrue();
            assertThat(after.received()).isEqualTo(1000);
            assertThat((long) subscriber.messages.size()).isEqualTo(after.published());
        }
    }

    @Test
    void noMoreMessagesComeThanWereRequested() throws IOException {
        Reluctant subscriber = subscriber();
        try (Pipeline pipeline =
                pipeline(PipelineSettings.STANDARD, Map.of("acknowledge", "subscriber", "timeout", "200ms"))) {
            pipeline.inlet().onSamples(samples(0, 10));
            subscriber.request(3);
            await().atMost(LIMIT).until(() -> subscriber.messages.size() == 3);
            subscriber.request(4);
            await().atMost(LIMIT).until(() -> subscriber.messages.size() == 7);
            assertThat(pipeline.accounting().published()).isZero();
            subscriber.request(3);
            await().atMost(LIMIT).until(() -> pipeline.accounting().published() == 10);
            assertThat(subscriber.messages).hasSize(10);
        }
    }

    @Test
    void aUnitIsPublishedOnlyWhenEachMessageIsAcknowledged() throws IOException {
        Reluctant subscriber = subscriber();
        subscriber.request(Long.MAX_VALUE);
        try (Pipeline pipeline = pipeline(PipelineSettings.STANDARD, Map.of("timeout", "10m"))) {
            pipeline.inlet().onSamples(samples(0, 3));
            // The very first message goes ahead alone.
            await().atMost(LIMIT).until(() -> subscriber.messages.size() == 1);
            acknowledge(subscriber.messages.get(0));
            await().atMost(LIMIT).until(() -> subscriber.messages.size() == 3);
            acknowledge(subscriber.messages.get(1));
            assertThat(pipeline.accounting().published()).isZero();
            acknowledge(subscriber.messages.get(2));
            await().atMost(LIMIT).until(() -> pipeline.accounting().published() == 3);
        }
    }

    @Test
    void messagesLeaveInTheScopeThatTheirBinderWantsAndAreAwaitedOutsideOfIt() throws IOException {
        Reluctant subscriber = subscriber();
        subscriber.request(Long.MAX_VALUE);
        List<Integer> within = new CopyOnWriteArrayList<>();
        try (Pipeline pipeline = pipeline(PipelineSettings.STANDARD, Map.of("timeout", "10m"))) {
            pipeline.inlet().onSamples(samples(0, 3));
            await().atMost(LIMIT).until(() -> subscriber.messages.size() == 1);
            outlets.of("press", "out").within(sends -> {
                int before = subscriber.messages.size();
                sends.run();
                within.add(subscriber.messages.size() - before);
            });
            acknowledge(subscriber.messages.get(0));
            await().atMost(LIMIT).until(() -> within.equals(List.of(2)));
            assertThat(pipeline.accounting().published()).isZero();
            subscriber.messages.forEach(this::acknowledge);
            await().atMost(LIMIT).until(() -> pipeline.accounting().published() == 3);
        }
    }

    @Test
    void aScopeThatCannotBeEnteredFailsTheUnitAndItComesAgain() throws IOException {
        Reluctant subscriber = subscriber();
        subscriber.request(Long.MAX_VALUE);
        List<Integer> tries = new CopyOnWriteArrayList<>();
        outlets.of("press", "out").within(sends -> {
            tries.add(tries.size());
            if (tries.size() <= 2) {
                throw new IOException("away");
            }
            sends.run();
        });
        try (Pipeline pipeline = pipeline(PipelineSettings.STANDARD, Map.of("acknowledge", "subscriber"))) {
            pipeline.inlet().onSamples(samples(0, 3));
            await().atMost(LIMIT).until(() -> pipeline.accounting().published() == 3);
            assertThat(subscriber.messages).hasSize(3);
            assertThat(pipeline.accounting().isBalanced()).isTrue();
        }
    }

    private void acknowledge(Message<byte[]> message) {
        StreamOutlets.Ticket ticket = outlets.ticket(message);
        assertThat(ticket).isNotNull();
        if (ticket != null) {
            ticket.acknowledged();
        }
    }

    @Test
    void whatFailsComesAgainWithTheSameNumbers() throws IOException {
        Reluctant subscriber = subscriber();
        subscriber.request(Long.MAX_VALUE);
        try (Pipeline pipeline = pipeline(PipelineSettings.STANDARD, Map.of("timeout", "10m"))) {
            pipeline.inlet().onSamples(samples(5, 1));
            await().atMost(LIMIT).until(() -> subscriber.messages.size() == 1);
            StreamOutlets.Ticket ticket = outlets.ticket(subscriber.messages.get(0));
            assertThat(ticket).isNotNull();
            if (ticket != null) {
                ticket.failed(new IOException("away"));
            }
            await().atMost(LIMIT).until(() -> subscriber.messages.size() == 2);
            acknowledge(subscriber.messages.get(1));
            await().atMost(LIMIT).until(() -> pipeline.accounting().published() == 1);
            assertThat(subscriber.messages.get(1).getHeaders())
                    .containsEntry(
                            TaktHeaders.UNIT,
                            subscriber.messages.get(0).getHeaders().get(TaktHeaders.UNIT))
                    .containsEntry(TaktHeaders.MESSAGE, 0)
                    .containsEntry(TaktHeaders.QUALITY, "Good");
            assertThat(subscriber.messages.get(1).getPayload())
                    .isEqualTo(subscriber.messages.get(0).getPayload());
        }
    }

    @Test
    void aStreamHasOneSubscriberAndAnotherOneAfterIt() {
        Reluctant first = subscriber();
        List<Throwable> errors = new CopyOnWriteArrayList<>();
        new StreamSupplier(outlets.of("press", "out")).get().subscribe(message -> {}, errors::add);
        assertThat(errors).singleElement().asString().contains("has a subscriber");
        first.cancel();
        Reluctant second = subscriber();
        assertThat(second.isDisposed()).isFalse();
    }
}
