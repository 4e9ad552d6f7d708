package io.taktstrom.runtime.reload;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.stream.IntStream;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;

/** A sink that follows the numbers of each point of each stream. */
final class Receivers implements SinkProvider {

    private static final Option<String> TAG = Option.text("tag", new OptionType.Text("\\w+", "a word"), null, "Any.");

    private final Map<String, CountedSamples> counted = new ConcurrentSkipListMap<>();
    private final boolean sendsEach;
    private volatile String last = "the start";

    Receivers(boolean sendsEach) {
        this.sendsEach = sendsEach;
    }

    /** What happens now, for messages. */
    void during(String change) {
        last = change;
    }

    @Override
    public PartDescriptor descriptor() {
        return new PartDescriptor("counted", "Counts.", List.of(TAG));
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) {
        return new Sink() {
            @Override
            public SinkInlet inlet(String stream, List<DataPoint> points) {
                List<SampleBatch> held = new ArrayList<>();
                return (batch, unit) -> {
                    SampleBatch copy = new SampleBatch(batch.size(), batch.arenaUsed());
                    copy.copyFrom(batch);
                    held.add(copy);
                    // A unit that is cut in two by the exchange of a sink is delivered again as a whole.
                    if (unit.isComplete()) {
                        held.forEach(each -> see(stream, each));
                        held.clear();
                    }
                };
            }

            @Override
            public void close() {}
        };
    }

    private void see(String stream, SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            String point = batch.group().points().get(batch.pointAt(i)).name();
            of(stream + "/" + point).see(batch, i, last);
        }
    }

    private CountedSamples of(String name) {
        return counted.computeIfAbsent(name, key -> new CountedSamples(key, sendsEach));
    }

    /** Of the points of a stream that are never removed. */
    List<CountedSamples> of(String stream, int points) {
        return IntStream.range(0, points)
                .mapToObj(point -> of(stream + "/p.c" + point))
                .toList();
    }
}
