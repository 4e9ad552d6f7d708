package io.taktstrom.connect.config;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;

/** What a deployment can name in Connect: what the plug-in's folder holds, and {@code type: connect} at both ends. */
public final class ConnectParts {

    /** The type of the sink, and of the source of commands, that are Connect itself. */
    public static final String TYPE = "connect";

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor(TYPE, "The topics of the connector that runs the deployment.", List.of());

    private ConnectParts() {}

    /** For checking deployments: nothing of Connect can be opened. */
    public static Providers known() {
        return of(null, null);
    }

    /** For a task that publishes: opens its sink. */
    public static Providers publishing(Function<SinkContext, Sink> sinks) {
        return of(sinks, null);
    }

    /** For a task that takes commands: opens its source of commands. */
    public static Providers commanding(Function<CommandContext, CommandSource> sources) {
        return of(null, sources);
    }

    private static Providers of(
            @Nullable Function<SinkContext, Sink> sinks, @Nullable Function<CommandContext, CommandSource> sources) {
        Providers found = ofPlugin();
        return new Providers(
                found.connectors(),
                Stream.concat(found.sinks().stream(), Stream.of(new ConnectSinks(sinks)))
                        .toList(),
                found.stages(),
                Stream.concat(found.commandSources().stream(), Stream.of(new ConnectCommands(sources)))
                        .toList(),
                found.leaseStores(),
                found.alarmReceivers(),
                "put its jar into the folder of the Taktstrom plug-in on each worker");
    }

    /** Workers give each plug-in a class loader of its own, and not all their threads have it. */
    private static Providers ofPlugin() {
        return Providers.of(ConnectParts.class.getClassLoader());
    }

    /** @param opening null for a task that has no sink */
    private record ConnectSinks(@Nullable Function<SinkContext, Sink> opening) implements SinkProvider {

        @Override
        public PartDescriptor descriptor() {
            return DESCRIPTOR;
        }

        @Override
        public Sink open(OptionValues options, SinkContext context) throws IOException {
            if (opening == null) {
                throw new IOException("sinks of type connect work in a source connector only");
            }
            return opening.apply(context);
        }
    }

    /** @param opening null for a task that takes no commands */
    private record ConnectCommands(@Nullable Function<CommandContext, CommandSource> opening)
            implements CommandSourceProvider {

        @Override
        public PartDescriptor descriptor() {
            return DESCRIPTOR;
        }

        @Override
        public CommandSource open(OptionValues options, CommandContext context) throws IOException {
            if (opening == null) {
                throw new IOException("commands of type connect work in a sink connector only");
            }
            return opening.apply(context);
        }

        /** The worker brings them. */
        @Override
        public void check(OptionValues options, CommandContext context) {}
    }
}
