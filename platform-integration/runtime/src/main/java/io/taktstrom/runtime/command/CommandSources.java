package io.taktstrom.runtime.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandSource;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.CommandsConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.Notices;

/** Where commands come from. A source is foreign code: whatever it throws is an {@link IOException} that names it. */
final class CommandSources {

    /** What a source sees that is only looked at. */
    private static final class ClosedGate implements CommandGate {

        @Override
        public void submit(Command command, Consumer<CommandAnswer> onAnswer) {
            throw new IllegalStateException("a source that is only checked takes no commands");
        }

        @Override
        public void turnAway(String sender, String why) {
            throw new IllegalStateException("a source that is only checked refuses no senders");
        }
    }

    private final Map<String, CommandSource> sources = new LinkedHashMap<>();
    private final Consumer<String> notices;

    CommandSources(Consumer<String> notices) {
        this.notices = notices;
    }

    /** What keeps the sources of a deployment from being opened, as far as that can be known without opening them. */
    static List<String> check(
            Deployment deployment,
            CommandsConfig config,
            Providers providers,
            EpochNanoClock clock,
            Consumer<String> notices) {
        List<String> wrong = new ArrayList<>();
        for (PartConfig source : config.from().values()) {
            CommandContext context =
                    new CommandContext(source.name(), deployment::resolve, clock, new ClosedGate(), notices);
            try {
                guarded(source, () -> {
                    providers.commandSource(source.type()).check(source.values(), context);
                    return source;
                });
            } catch (IOException e) {
                wrong.add(String.valueOf(e.getMessage()));
            }
        }
        return wrong;
    }

    void open(PartConfig source, Providers providers, CommandContext context) throws IOException {
        sources.put(
                source.name(),
                guarded(source, () -> providers.commandSource(source.type()).open(source.values(), context)));
    }

    @FunctionalInterface
    private interface Call<T> {
        T run() throws IOException;
    }

    private static <T> T guarded(PartConfig source, Call<T> call) throws IOException {
        try {
            return call.run();
        } catch (IOException e) {
            throw new IOException("commands from " + source.name() + ": " + e.getMessage(), e);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            // A class that its plug-in lacks shows only now.
            throw new IOException(
                    "commands from " + source.name() + ": cannot be opened, because of an error: " + e, e);
        }
    }

    /** By their names. */
    Map<String, SinkHealth> health() {
        Map<String, SinkHealth> health = new LinkedHashMap<>();
        sources.forEach((name, source) -> health.put(name, source.health()));
        return health;
    }

    /** Ends all, whatever one of them throws. */
    void close() {
        sources.forEach((name, source) -> {
            try {
                source.close();
            } catch (IOException | RuntimeException | Error e) {
                Fatal.rethrow(e);
                notices.accept("close commands from " + name + ": " + Notices.inWords(e));
            }
        });
    }
}
