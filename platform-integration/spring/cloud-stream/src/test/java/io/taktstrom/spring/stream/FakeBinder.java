package io.taktstrom.spring.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.springframework.messaging.Message;

/** A binder that takes, refuses to take, or stays silent. Thread-safe. */
final class FakeBinder implements SinkUnderTest {

    private enum Mood {
        TAKES,
        FAILS,
        SILENT
    }

    /** Each stream has a subscriber from the beginning. */
    private final class Bound extends StreamOutlets {
        private final Set<String> subscribed = ConcurrentHashMap.newKeySet();

        @Override
        StreamOutlet of(String stream, String sink) {
            StreamOutlet outlet = super.of(stream, sink);
            if (subscribed.add(outlet.name())) {
                new StreamSupplier(outlet).get().subscribe(FakeBinder.this::hear);
            }
            return outlet;
        }
    }

    private final StreamOutlets outlets = new Bound();
    /** Guarded by this, as is all below. */
    private final List<Message<byte[]>> taken = new ArrayList<>();

    private final List<Message<byte[]>> unanswered = new ArrayList<>();
    private Mood mood = Mood.TAKES;

    private synchronized void hear(Message<byte[]> message) {
        switch (mood) {
            case TAKES -> take(message);
            case FAILS -> ticket(message).failed(new IOException("the broker is away"));
            case SILENT -> unanswered.add(message);
        }
    }

    private void take(Message<byte[]> message) {
        taken.add(message);
        ticket(message).acknowledged();
    }

    private StreamOutlets.Ticket ticket(Message<byte[]> message) {
        return Objects.requireNonNull(outlets.ticket(message));
    }

    @Override
    public SinkProvider provider() {
        return new SpringSinkProvider(outlets);
    }

    @Override
    public Map<String, String> options() {
        return Map.of("timeout", "10s", "maxMessage", "32KiB");
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(
                SinkContract.UNUSABLE, "there is nothing that opening could find out",
                SinkContract.FULL, "a binder has no room of its own",
                SinkContract.REPEATS, "what comes again is for the receiver to tell by takt_unit",
                SinkContract.NO_ALLOCATION, "Spring's messages are objects; MessageUnitTest shows our part");
    }

    @Override
    public DataType refusedType() {
        return StringType.string(60_000);
    }

    @Override
    public Object refusedValue() {
        return "x".repeat(60_000);
    }

    @Override
    public synchronized List<ReceivedSample> received() {
        return taken.stream()
                .map(message -> new ReadMessage(
                                null, Base64.getEncoder().encodeToString(message.getPayload()), Map.of(), Map.of())
                        .asSample())
                .toList();
    }

    @Override
    public synchronized void fail() {
        mood = Mood.FAILS;
    }

    @Override
    public synchronized void stall() {
        mood = Mood.SILENT;
    }

    @Override
    public synchronized void recover() {
        mood = Mood.TAKES;
        unanswered.forEach(this::take);
        unanswered.clear();
    }

    @Override
    public void close() {
        recover();
    }
}
