package io.taktstrom.stream.stage;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageProvider;

/** Makes stages that have one option. */
abstract class SimpleStageProvider<T> implements StageProvider {

    private final PartDescriptor descriptor;
    private final Option<T> option;
    private final Function<T, Stage> stage;

    SimpleStageProvider(String type, String summary, Option<T> option, Function<T, Stage> stage) {
        descriptor = new PartDescriptor(type, summary, List.of(option));
        this.option = option;
        this.stage = stage;
    }

    @Override
    public final PartDescriptor descriptor() {
        return descriptor;
    }

    @Override
    public final Supplier<Stage> open(OptionValues options) {
        T value = options.get(option);
        return () -> stage.apply(value);
    }
}
