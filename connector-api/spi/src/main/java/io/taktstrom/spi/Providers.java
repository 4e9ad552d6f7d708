package io.taktstrom.spi;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.lease.LeaseStoreProvider;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.stage.StageProvider;

/**
 * The connectors, sinks, stages, sources of commands, stores of leases and receivers of alarms that there are, each list sorted by scheme or
 * type. Immutable.
 *
 * @param commandSources where commands may come from
 * @param leaseStores where instances may agree on which of them is active
 * @param alarmReceivers ways to tell people of alarms
 * @param remedy what to do about one that is missing, for people
 */
public record Providers(
        List<ConnectorProvider> connectors,
        List<SinkProvider> sinks,
        List<StageProvider> stages,
        List<CommandSourceProvider> commandSources,
        List<LeaseStoreProvider> leaseStores,
        List<AlarmReceiverProvider> alarmReceivers,
        String remedy) {

    /**
     * The version of this SPI. A plug-in says in its manifest for which one it was made ({@link #MANIFEST_ENTRY}), and is
     * refused by any other. It changes with the first thing that a plug-in made before would stumble over.
     */
    public static final int SPI_VERSION = 1;

    /** Name of the attribute in the manifest of a plug-in's jar. */
    public static final String MANIFEST_ENTRY = "Taktstrom-Spi";

    public Providers {
        connectors = sorted(connectors, Providers::scheme);
        sinks = sorted(sinks, sink -> sink.descriptor().type());
        stages = sorted(stages, stage -> stage.descriptor().type());
        commandSources = sorted(commandSources, source -> source.descriptor().type());
        leaseStores = sorted(leaseStores, store -> store.descriptor().type());
        alarmReceivers =
                sorted(alarmReceivers, receiver -> receiver.descriptor().type());
    }

    /** Without stores of leases and receivers of alarms. */
    public Providers(
            List<ConnectorProvider> connectors,
            List<SinkProvider> sinks,
            List<StageProvider> stages,
            List<CommandSourceProvider> commandSources,
            String remedy) {
        this(connectors, sinks, stages, commandSources, List.of(), List.of(), remedy);
    }

    private static String scheme(ConnectorProvider connector) {
        return connector.descriptor().scheme();
    }

    private static <T> List<T> sorted(List<T> providers, Function<T, String> key) {
        return providers.stream().sorted(Comparator.comparing(key)).toList();
    }

    /** What the class loader of this SPI finds: mostly, the class path. */
    public static Providers ofClassPath() {
        return of(Providers.class.getClassLoader());
    }

    /**
     * What a class loader finds. The context class loader of the calling thread does not matter: platforms load plug-ins
     * by loaders of their own and leave the context loader as it is.
     *
     * @param loader that of a class in a jar beside those of the providers
     */
    public static Providers of(ClassLoader loader) {
        return new Providers(
                all(ServiceLoader.load(ConnectorProvider.class, loader)),
                all(ServiceLoader.load(SinkProvider.class, loader)),
                all(ServiceLoader.load(StageProvider.class, loader)),
                all(ServiceLoader.load(CommandSourceProvider.class, loader)),
                all(ServiceLoader.load(LeaseStoreProvider.class, loader)),
                all(ServiceLoader.load(AlarmReceiverProvider.class, loader)),
                "add its jar to the class path, for example connector-ads");
    }

    private static <T> List<T> all(ServiceLoader<T> loader) {
        return loader.stream().map(ServiceLoader.Provider::get).toList();
    }

    /** These and others, with their own remedy. */
    public Providers plus(Collection<Providers> others, String newRemedy) {
        List<ConnectorProvider> moreConnectors = new ArrayList<>(connectors);
        List<SinkProvider> moreSinks = new ArrayList<>(sinks);
        List<StageProvider> moreStages = new ArrayList<>(stages);
        List<CommandSourceProvider> moreSources = new ArrayList<>(commandSources);
        List<AlarmReceiverProvider> moreReceivers = new ArrayList<>(alarmReceivers);
        for (Providers other : others) {
            moreConnectors.addAll(other.connectors);
            moreSinks.addAll(other.sinks);
            moreStages.addAll(other.stages);
            moreSources.addAll(other.commandSources);
            moreReceivers.addAll(other.alarmReceivers);
        }
        return new Providers(moreConnectors, moreSinks, moreStages, moreSources, leaseStores, moreReceivers, newRemedy);
    }

    /** The same with this provider instead of the one of its type. */
    public Providers with(SinkProvider sink) {
        String type = sink.descriptor().type();
        Stream<SinkProvider> others =
                sinks.stream().filter(other -> !other.descriptor().type().equals(type));
        return new Providers(
                connectors,
                Stream.concat(others, Stream.of(sink)).toList(),
                stages,
                commandSources,
                leaseStores,
                alarmReceivers,
                remedy);
    }

    /**
     * The connector of a scheme.
     *
     * @throws IllegalArgumentException when there is none; the message lists those there are
     */
    public ConnectorProvider connector(String scheme) {
        Optional<ConnectorProvider> found = connectors.stream()
                .filter(connector -> scheme(connector).equals(scheme))
                .findFirst();
        return found.orElseThrow(() -> missing(
                "connector for '" + scheme + "'",
                scheme,
                connectors.stream().map(Providers::scheme),
                connectors.stream().map(ConnectorProvider::descriptor).map(ConnectorDescriptor::uriSyntax)));
    }

    /**
     * The sink of a type.
     *
     * @throws IllegalArgumentException when there is none; the message lists those there are
     */
    public SinkProvider sink(String type) {
        Optional<SinkProvider> found = sinks.stream()
                .filter(sink -> sink.descriptor().type().equals(type))
                .findFirst();
        return found.orElseThrow(() -> missing(
                "sink of type '" + type + "'",
                type,
                sinks.stream().map(sink -> sink.descriptor().type()),
                sinks.stream().map(sink -> sink.descriptor().type())));
    }

    /**
     * The stage of a type.
     *
     * @throws IllegalArgumentException when there is none; the message lists those there are
     */
    public StageProvider stage(String type) {
        Optional<StageProvider> found = stages.stream()
                .filter(stage -> stage.descriptor().type().equals(type))
                .findFirst();
        return found.orElseThrow(() -> missing(
                "stage of type '" + type + "'",
                type,
                stages.stream().map(stage -> stage.descriptor().type()),
                stages.stream().map(stage -> stage.descriptor().type())));
    }

    /**
     * The source of commands of a type.
     *
     * @throws IllegalArgumentException when there is none; the message lists those there are
     */
    public CommandSourceProvider commandSource(String type) {
        List<String> types = commandSources.stream()
                .map(source -> source.descriptor().type())
                .toList();
        int found = types.indexOf(type);
        if (found < 0) {
            throw missing("source of commands of type '" + type + "'", type, types.stream(), types.stream());
        }
        return commandSources.get(found);
    }

    /**
     * The store of leases of a type.
     *
     * @throws IllegalArgumentException when there is none; the message lists those there are
     */
    public LeaseStoreProvider leaseStore(String type) {
        List<String> types =
                leaseStores.stream().map(store -> store.descriptor().type()).toList();
        int found = types.indexOf(type);
        if (found < 0) {
            throw missing("store of leases of type '" + type + "'", type, types.stream(), types.stream());
        }
        return leaseStores.get(found);
    }

    /**
     * The receiver of alarms of a type.
     *
     * @throws IllegalArgumentException when there is none; the message lists those there are
     */
    public AlarmReceiverProvider alarmReceiver(String type) {
        List<String> types = alarmReceivers.stream()
                .map(receiver -> receiver.descriptor().type())
                .toList();
        int found = types.indexOf(type);
        if (found < 0) {
            throw missing("receiver of alarms of type '" + type + "'", type, types.stream(), types.stream());
        }
        return alarmReceivers.get(found);
    }

    private IllegalArgumentException missing(String what, String name, Stream<String> names, Stream<String> present) {
        String guess = Closest.guess(name, names.toList());
        String all = present.collect(Collectors.joining(", "));
        return new IllegalArgumentException("no " + what + "; " + (guess.isEmpty() ? "" : guess + " ")
                + (all.isEmpty() ? "none is available" : "there are " + all) + "; to have it, " + remedy);
    }
}
