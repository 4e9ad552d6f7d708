package io.taktstrom.runtime.stage;

import java.util.function.Supplier;

import io.taktstrom.data.Stage;
import io.taktstrom.deployment.StageConfig;
import io.taktstrom.deployment.StageProvider;

/** A type of stage that can be made; found by {@link java.util.ServiceLoader} as its {@link StageProvider}. */
public interface StageOpener extends StageProvider {

    /** Makes stages of this type, a new one for each source. */
    Supplier<Stage> open(StageConfig config);
}
