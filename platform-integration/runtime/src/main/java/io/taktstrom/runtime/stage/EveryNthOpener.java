package io.taktstrom.runtime.stage;

import java.util.function.Supplier;

import io.taktstrom.data.Stage;
import io.taktstrom.deployment.BuiltInStages;
import io.taktstrom.deployment.StageConfig;
import io.taktstrom.deployment.StageDescriptor;
import io.taktstrom.stream.stage.EveryNth;

/** Makes {@code type: everyNth}. */
public final class EveryNthOpener implements StageOpener {

    @Override
    public StageDescriptor descriptor() {
        return BuiltInStages.EVERY_NTH;
    }

    @Override
    public Supplier<Stage> open(StageConfig config) {
        int n = config.get(BuiltInStages.EVERY_NTH_N);
        return () -> new EveryNth(n);
    }
}
