package io.taktstrom.runtime.stage;

import java.time.Duration;
import java.util.function.Supplier;

import io.taktstrom.data.Stage;
import io.taktstrom.deployment.BuiltInStages;
import io.taktstrom.deployment.StageConfig;
import io.taktstrom.deployment.StageDescriptor;
import io.taktstrom.stream.stage.FirstOfInterval;

/** Makes {@code type: firstOfInterval}. */
public final class FirstOfIntervalOpener implements StageOpener {

    @Override
    public StageDescriptor descriptor() {
        return BuiltInStages.FIRST_OF_INTERVAL;
    }

    @Override
    public Supplier<Stage> open(StageConfig config) {
        Duration interval = config.get(BuiltInStages.INTERVAL);
        return () -> new FirstOfInterval(interval);
    }
}
