package io.taktstrom.stream.stage;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageProvider;

/** Makes {@link FirstOfInterval} stages. */
public final class FirstOfIntervalProvider implements StageProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "firstOfInterval",
            "Passes the first sample of each point in each interval, and each new status.",
            List.of(Intervals.LENGTH));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Supplier<Stage> open(OptionValues options) {
        Duration interval = options.get(Intervals.LENGTH);
        return () -> new FirstOfInterval(interval);
    }
}
