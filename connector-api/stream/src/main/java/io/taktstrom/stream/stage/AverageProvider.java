package io.taktstrom.stream.stage;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageProvider;

/** Makes {@link Average} stages. */
public final class AverageProvider implements StageProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "average",
            "Replaces the samples of each number in each interval by their mean. A new status passes at once.",
            List.of(Intervals.LENGTH));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Supplier<Stage> open(OptionValues options) {
        Duration interval = options.get(Intervals.LENGTH);
        return () -> new Average(interval);
    }
}
