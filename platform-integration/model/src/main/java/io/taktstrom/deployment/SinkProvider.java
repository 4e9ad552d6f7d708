package io.taktstrom.deployment;

/**
 * One type of sink, found by {@link java.util.ServiceLoader}. The model needs its descriptor only; the runtime extends
 * this interface with a way to open the sink.
 */
public interface SinkProvider {

    SinkDescriptor descriptor();
}
