package io.taktstrom.sinks.opcua;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;

/** Opens {@code type: opcua-server}. */
public final class OpcUaServerProvider implements SinkProvider {

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "opcua-server",
            "Publishes points as variables of an OPC UA server, which others connect to. Secure unless only this machine can.",
            ServerOptions.OPTIONS.all());

    private final Consumer<String> onVariable;

    public OpcUaServerProvider() {
        this(name -> {});
    }

    /** @param onVariable hears the name of each variable once it is there, before it has a value */
    OpcUaServerProvider(Consumer<String> onVariable) {
        this.onVariable = onVariable;
    }

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        return new OpcUaServerSink(ServerSettings.of(options, context), context, onVariable);
    }

    @Override
    public void check(OptionValues options, SinkContext context) throws IOException {
        ServerSettings.of(options, context).bind(Duration.ZERO).close();
    }
}
