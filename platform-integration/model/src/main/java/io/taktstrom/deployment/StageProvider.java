package io.taktstrom.deployment;

/**
 * One type of stage, found by {@link java.util.ServiceLoader}. The model needs its descriptor only; the runtime extends
 * this interface with a way to make the stage.
 */
public interface StageProvider {

    StageDescriptor descriptor();
}
