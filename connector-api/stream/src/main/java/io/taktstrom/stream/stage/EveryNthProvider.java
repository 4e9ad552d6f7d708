package io.taktstrom.stream.stage;

import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageProvider;

/** Makes {@link EveryNth} stages. */
public final class EveryNthProvider implements StageProvider {

    private static final Option<Integer> N =
            Option.whole("n", 1, 1_000_000, null, "One in so many samples of each point passes.");

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("everyNth", "Passes one in n samples of each point, and each new status.", List.of(N));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Supplier<Stage> open(OptionValues options) {
        int n = options.get(N);
        return () -> new EveryNth(n);
    }
}
