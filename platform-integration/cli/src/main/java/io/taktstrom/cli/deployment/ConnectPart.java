package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.util.List;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;

/** {@code type: connect}, so that deployments of Kafka Connect can be validated here; only a worker can run them. */
public final class ConnectPart implements SinkProvider, CommandSourceProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "connect", "The topics of the connector of Kafka Connect that runs the deployment.", List.of());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        throw notHere();
    }

    @Override
    public CommandSource open(OptionValues options, CommandContext context) throws IOException {
        throw notHere();
    }

    @Override
    public void check(OptionValues options, CommandContext context) throws IOException {
        throw notHere();
    }

    private static IOException notHere() {
        return new IOException("type connect works in Kafka Connect only: see the how-to 'Run it in Kafka Connect'");
    }
}
