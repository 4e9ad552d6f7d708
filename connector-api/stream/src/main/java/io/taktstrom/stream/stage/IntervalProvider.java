package io.taktstrom.stream.stage;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageProvider;

/** Makes stages whose one option is the length of an interval. */
abstract class IntervalProvider implements StageProvider {

    private final PartDescriptor descriptor;
    private final Function<Duration, Stage> stage;

    IntervalProvider(String type, String summary, Function<Duration, Stage> stage) {
        descriptor = new PartDescriptor(type, summary, List.of(Intervals.LENGTH));
        this.stage = stage;
    }

    @Override
    public final PartDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public final Supplier<Stage> open(OptionValues options) {
        Duration interval = options.get(Intervals.LENGTH);
        return () -> stage.apply(interval);
    }
}
