package io.taktstrom.connect.config;

import java.io.IOException;
import java.util.List;
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

/** What a deployment can name in Connect: what the plug-in's folder holds, and {@code type: connect} at both ends. */
public final class ConnectParts {

    /** The type of the sink, and of the source of commands, that are Connect itself. */
    public static final String TYPE = "connect";

    private static final PartDescriptor SINK =
            new PartDescriptor(TYPE, "The topics of the connector that runs the deployment.", List.of());
    private static final PartDescriptor COMMANDS =
            new PartDescriptor(TYPE, "The topics of the connector that runs the deployment.", List.of());

    private ConnectParts() {}

    /** For checking deployments: nothing of Connect can be opened. */
    public static Providers known() {
        return publishing((options, context) -> {
            throw new IOException("sinks of type connect are there for a source connector only");
        });
    }

    /** Opens the sink of a task. */
    @FunctionalInterface
    public interface SinkOpening {
        Sink open(OptionValues options, SinkContext context) throws IOException;
    }

    /** Opens the source of commands of a task. */
    @FunctionalInterface
    public interface CommandOpening {
        CommandSource open(OptionValues options, CommandContext context) throws IOException;
    }

    /** For a task that publishes. */
    public static Providers publishing(SinkOpening opening) {
        return of(opening, (options, context) -> {
            throw new IOException("commands from Connect are there for a sink connector only");
        });
    }

    /** For a task that takes commands. */
    public static Providers commanding(CommandOpening opening) {
        return of(
                (options, context) -> {
                    throw new IOException("sinks of type connect are there for a source connector only");
                },
                opening);
    }

    private static Providers of(SinkOpening sinks, CommandOpening commands) {
        Providers found = ofPlugin();
        return new Providers(
                found.connectors(),
                Stream.concat(found.sinks().stream(), Stream.of(new ConnectSinks(sinks)))
                        .toList(),
                found.stages(),
                Stream.concat(found.commandSources().stream(), Stream.of(new ConnectCommands(commands)))
                        .toList(),
                "put its jar into the folder of the Taktstrom plug-in on each worker");
    }

    /** Workers give each plug-in a class loader of its own, and not all their threads have it. */
    private static Providers ofPlugin() {
        return Providers.of(ConnectParts.class.getClassLoader());
    }

    private record ConnectSinks(SinkOpening opening) implements SinkProvider {

        @Override
        public PartDescriptor descriptor() {
            return SINK;
        }

        @Override
        public Sink open(OptionValues options, SinkContext context) throws IOException {
            return opening.open(options, context);
        }
    }

    private record ConnectCommands(CommandOpening opening) implements CommandSourceProvider {

        @Override
        public PartDescriptor descriptor() {
            return COMMANDS;
        }

        @Override
        public CommandSource open(OptionValues options, CommandContext context) throws IOException {
            return opening.open(options, context);
        }

        /** The worker brings them. */
        @Override
        public void check(OptionValues options, CommandContext context) {}
    }
}
