package io.taktstrom.runtime.plugin;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.command.CommandingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.stage.Stage;
import io.taktstrom.stage.StageProvider;

/**
 * Calls a plug-in with its own class loader as the thread's, which libraries ask for their services; threads that it starts
 * meanwhile inherit it. A class that its jars lack is told as the plug-in's fault. Thread-safe; adds no allocation to what is
 * published.
 */
final class InPlugin {

    private final ClassLoader loader;
    private final String name;

    InPlugin(ClassLoader loader, String name) {
        this.loader = loader;
        this.name = name;
    }

    @FunctionalInterface
    interface Work<T, E extends Exception> {
        T run() throws E;
    }

    <T, E extends Exception> T call(Work<T, E> work) throws E {
        ClassLoader before = enter();
        try {
            return work.run();
        } finally {
            leave(before);
        }
    }

    private ClassLoader enter() {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        return before;
    }

    private static void leave(ClassLoader before) {
        Thread.currentThread().setContextClassLoader(before);
    }

    /** What is said of a class that is not there, or not as it was when the plug-in was compiled. */
    String lacking(LinkageError e) {
        return "plug-in " + name + " cannot be used: " + e + "; put the library that has it beside the plug-in's jar";
    }

    private <T> T found(Work<T, IOException> work) throws IOException {
        try {
            return call(work);
        } catch (LinkageError e) {
            throw new IOException(lacking(e), e);
        }
    }

    ConnectorProvider connector(ConnectorProvider provider) {
        ConnectorDescriptor descriptor = provider.descriptor();
        return new ConnectorProvider() {
            @Override
            public ConnectorDescriptor descriptor() {
                return descriptor;
            }

            @Override
            public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
                try {
                    return call(() -> provider.connect(endpoint, context));
                } catch (LinkageError e) {
                    throw new ConnectFailedException("connect " + endpoint + ": " + lacking(e), e);
                }
            }

            @Override
            public Optional<String> validate(Endpoint endpoint, DataPoint point) {
                return call(() -> provider.validate(endpoint, point));
            }

            @Override
            public List<String> explain(Endpoint endpoint, List<DataPoint> points) {
                return call(() -> provider.explain(endpoint, points));
            }
        };
    }

    SinkProvider sink(SinkProvider provider) {
        PartDescriptor descriptor = provider.descriptor();
        return new SinkProvider() {
            @Override
            public PartDescriptor descriptor() {
                return descriptor;
            }

            @Override
            public Sink open(OptionValues options, SinkContext context) throws IOException {
                return opened(found(() -> provider.open(options, context)));
            }

            @Override
            public void check(OptionValues options, SinkContext context) throws IOException {
                found(() -> {
                    provider.check(options, context);
                    return provider;
                });
            }
        };
    }

    private Sink opened(Sink sink) {
        return sink instanceof CommandingSink commanding ? new OpenedCommanding(commanding) : new Opened(sink);
    }

    private final class OpenedCommanding extends Opened implements CommandingSink {

        private final CommandingSink commanding;

        OpenedCommanding(CommandingSink commanding) {
            super(commanding);
            this.commanding = commanding;
        }

        @Override
        public void acceptCommands(CommandGate gate) {
            call(() -> {
                commanding.acceptCommands(gate);
                return gate;
            });
        }
    }

    private class Opened implements Sink {

        private final Sink sink;

        Opened(Sink sink) {
            this.sink = sink;
        }

        @Override
        public SinkInlet inlet(String stream, List<DataPoint> points) throws IOException {
            return entered(call(() -> sink.inlet(stream, points)));
        }

        @Override
        public SinkHealth health() {
            return sink.health();
        }

        @Override
        public Duration closeTime() {
            return sink.closeTime();
        }

        @Override
        public void close() throws IOException {
            call(() -> {
                sink.close();
                return sink;
            });
        }
    }

    private SinkInlet entered(SinkInlet inlet) {
        return new SinkInlet() {
            @Override
            public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
                ClassLoader before = enter();
                try {
                    inlet.publish(batch, unit);
                } finally {
                    leave(before);
                }
            }

            @Override
            public int unitSamples() {
                return call(inlet::unitSamples);
            }

            @Override
            public void follow(List<DataPoint> points) throws IOException {
                call(() -> {
                    inlet.follow(points);
                    return inlet;
                });
            }

            @Override
            public void close() throws IOException {
                call(() -> {
                    inlet.close();
                    return inlet;
                });
            }
        };
    }

    StageProvider stage(StageProvider provider) {
        PartDescriptor descriptor = provider.descriptor();
        return new StageProvider() {
            @Override
            public PartDescriptor descriptor() {
                return descriptor;
            }

            @Override
            public Supplier<Stage> open(OptionValues options) {
                return call(() -> provider.open(options));
            }
        };
    }

    /** A source calls the gate, not the other way round: once it is open, nothing of it is entered but its end. */
    CommandSourceProvider commandSource(CommandSourceProvider provider) {
        PartDescriptor descriptor = provider.descriptor();
        return new CommandSourceProvider() {
            @Override
            public PartDescriptor descriptor() {
                return descriptor;
            }

            @Override
            public CommandSource open(OptionValues options, CommandContext context) throws IOException {
                return found(() -> provider.open(options, context));
            }

            @Override
            public void check(OptionValues options, CommandContext context) throws IOException {
                found(() -> {
                    provider.check(options, context);
                    return provider;
                });
            }
        };
    }

    AlarmReceiverProvider alarmReceiver(AlarmReceiverProvider provider) {
        PartDescriptor descriptor = provider.descriptor();
        return new AlarmReceiverProvider() {
            @Override
            public PartDescriptor descriptor() {
                return descriptor;
            }

            @Override
            public AlarmReceiver open(OptionValues options, SinkContext context) throws IOException {
                return opened(found(() -> provider.open(options, context)));
            }
        };
    }

    private AlarmReceiver opened(AlarmReceiver receiver) {
        return new AlarmReceiver() {
            @Override
            public int maxNotices() {
                return call(receiver::maxNotices);
            }

            @Override
            public boolean summarizes() {
                return call(receiver::summarizes);
            }

            @Override
            public Duration refresh() {
                return call(receiver::refresh);
            }

            @Override
            public String send(AlarmMessage message) throws IOException {
                return found(() -> receiver.send(message));
            }

            @Override
            public void close() {
                call(() -> {
                    receiver.close();
                    return receiver;
                });
            }
        };
    }
}
