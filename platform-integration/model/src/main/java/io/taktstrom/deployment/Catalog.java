package io.taktstrom.deployment;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.lease.LeaseStoreProvider;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import io.taktstrom.stage.StageProvider;

/**
 * All that a deployment file can name: the one source of its schema, its reference page and its validation. Sorted by
 * type, so that what is made from it does not depend on where it was found.
 *
 * @param remedy how to have a connector, a sink, a stage, a source of commands or a receiver of alarms that is not in it, for people; may be empty
 */
public record Catalog(
        List<ConnectorProvider> connectors,
        List<PartDescriptor> sinks,
        List<PartDescriptor> stages,
        List<PartDescriptor> commandSources,
        List<PartDescriptor> leaseStores,
        List<PartDescriptor> alarmReceivers,
        String remedy) {

    public Catalog {
        connectors = sorted(connectors, provider -> provider.descriptor().scheme());
        sinks = sorted(sinks, PartDescriptor::type);
        stages = sorted(stages, PartDescriptor::type);
        commandSources = sorted(commandSources, PartDescriptor::type);
        leaseStores = sorted(leaseStores, PartDescriptor::type);
        alarmReceivers = sorted(alarmReceivers, PartDescriptor::type);
    }

    private static <T> List<T> sorted(List<T> parts, Function<T, String> type) {
        return parts.stream().sorted(Comparator.comparing(type)).toList();
    }

    /** What these providers say of themselves. */
    public static Catalog of(Providers providers) {
        return new Catalog(
                providers.connectors(),
                providers.sinks().stream().map(SinkProvider::descriptor).toList(),
                providers.stages().stream().map(StageProvider::descriptor).toList(),
                providers.commandSources().stream()
                        .map(CommandSourceProvider::descriptor)
                        .toList(),
                providers.leaseStores().stream()
                        .map(LeaseStoreProvider::descriptor)
                        .toList(),
                providers.alarmReceivers().stream()
                        .map(AlarmReceiverProvider::descriptor)
                        .toList(),
                providers.remedy());
    }
}
