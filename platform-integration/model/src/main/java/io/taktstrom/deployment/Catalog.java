package io.taktstrom.deployment;

import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;

import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;

/**
 * All that a deployment file can name: the one source of its schema, its reference page and its validation. Sorted by
 * type, so that what is made from it does not depend on the class path's order.
 */
public record Catalog(List<ConnectorProvider> connectors, List<SinkDescriptor> sinks, List<StageDescriptor> stages) {

    public Catalog {
        connectors = sorted(connectors, provider -> provider.descriptor().scheme());
        sinks = sorted(sinks, SinkDescriptor::type);
        stages = sorted(stages, StageDescriptor::type);
    }

    private static <T> List<T> sorted(List<T> parts, Function<T, String> type) {
        return parts.stream().sorted(Comparator.comparing(type)).toList();
    }

    /** What is on the class path. */
    public static Catalog installed() {
        return new Catalog(
                Connectors.all(),
                ServiceLoader.load(SinkProvider.class).stream()
                        .map(provider -> provider.get().descriptor())
                        .toList(),
                ServiceLoader.load(StageProvider.class).stream()
                        .map(provider -> provider.get().descriptor())
                        .toList());
    }
}
