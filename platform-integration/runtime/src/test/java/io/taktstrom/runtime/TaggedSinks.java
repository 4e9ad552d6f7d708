package io.taktstrom.runtime;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.RecordingSink;

/** Sinks in memory, told apart by an option. One can be away, and one of tag {@code wrong} cannot be opened. */
final class TaggedSinks implements SinkProvider {

    private static final Option<String> TAG =
            Option.text("tag", new OptionType.Text("\\w+", "a word"), null, "What is asked for what came.");

    private final Map<String, RecordingSink> byTag = new ConcurrentHashMap<>();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CountDownLatch mayOpen = new CountDownLatch(1);
    private volatile boolean holding;
    private volatile boolean held;
    private volatile boolean away;

    @Override
    public PartDescriptor descriptor() {
        return new PartDescriptor("tagged", "Keeps what comes.", List.of(TAG));
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        String tag = options.get(TAG);
        if (tag.equals("wrong")) {
            throw new IOException("the tag is wrong; take another");
        }
        if (holding) {
            held = true;
            try {
                mayOpen.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        events.add("open " + tag);
        return new Sink() {
            @Override
            public SinkInlet inlet(String stream, List<DataPoint> points) {
                return (batch, unit) -> {
                    if (away) {
                        throw new IOException("away");
                    }
                    of(tag).onSamples(batch);
                };
            }

            @Override
            public void close() {
                events.add("close " + tag);
            }
        };
    }

    RecordingSink of(String tag) {
        return byTag.computeIfAbsent(tag, key -> new RecordingSink());
    }

    /** What was opened and closed, in order. */
    List<String> events() {
        return List.copyOf(events);
    }

    /** From now on opening takes until {@link #letOpen}. */
    void holdOpening() {
        holding = true;
    }

    boolean isOpeningHeld() {
        return held;
    }

    void letOpen() {
        mayOpen.countDown();
    }

    void setAway(boolean nowAway) {
        away = nowAway;
    }
}
