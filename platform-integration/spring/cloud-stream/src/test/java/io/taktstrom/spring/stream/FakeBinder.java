package io.taktstrom.spring.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.brokers.ReadMessage;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.SinkContract;
import io.taktstrom.testkit.SinkUnderTest;
import org.springframework.messaging.Message;
import reactor.core.publisher.BaseSubscriber;

/** A binder that takes, refuses to take, or stays silent. Thread-safe. */
final class FakeBinder extends BaseSubscriber<Message<byte[]>> implements SinkUnderTest, SinkProvider {

    private enum Mood {
        TAKES,
        FAILS,
        SILENT
    }

    private final StreamOutlets outlets = new StreamOutlets();
    private final SpringSinkProvider provider = new SpringSinkProvider(outlets);
    private final List<Message<byte[]>> taken = new ArrayList<>();
    private volatile Mood mood = Mood.TAKES;
    private boolean subscribed;

    @Override
    protected void hookOnNext(Message<byte[]> message) {
        StreamOutlets.Ticket ticket = Objects.requireNonNull(outlets.ticket(message));
        switch (mood) {
            case TAKES -> {
                synchronized (this) {
                    taken.add(message);
                }
                ticket.acknowledged();
            }
            case FAILS -> ticket.failed(new IOException("the broker is away"));
            case SILENT -> ticket.promise();
        }
    }

    @Override
    public SinkProvider provider() {
        return this;
    }

    @Override
    public PartDescriptor descriptor() {
        return provider.descriptor();
    }

    /** As it is, but that whoever is bound to a stream subscribes to it. */
    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        Sink sink = provider.open(options, context);
        return new Sink() {
            @Override
            public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
                synchronized (FakeBinder.this) {
                    if (!subscribed) {
                        subscribed = true;
                        new StreamSupplier(outlets.of(stream, context.name())).get().subscribe(FakeBinder.this);
                    }
                }
                return sink.inlet(stream, points);
            }

            @Override
            public SinkHealth health() {
                return sink.health();
            }

            @Override
            public void close() throws IOException {
                sink.close();
            }
        };
    }

    @Override
    public Map<String, String> options() {
        return Map.of("timeout", "1s", "maxMessage", "32KiB");
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
    public void fail() {
        mood = Mood.FAILS;
    }

    @Override
    public void stall() {
        mood = Mood.SILENT;
    }

    @Override
    public void recover() {
        mood = Mood.TAKES;
    }

    @Override
    public void close() {
        cancel();
    }
}
