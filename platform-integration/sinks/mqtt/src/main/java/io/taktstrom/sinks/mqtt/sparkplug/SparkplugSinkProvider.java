package io.taktstrom.sinks.mqtt.sparkplug;

import java.io.IOException;
import java.time.Duration;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.mqtt.Topics;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;
import io.taktstrom.sinks.mqtt.broker.BrokerSettings;

/** Opens {@code type: sparkplug}. */
public final class SparkplugSinkProvider implements SinkProvider {

    private static final OptionList OPTIONS = new OptionList();

    static {
        OPTIONS.share(BrokerOptions.OF_A_SINK);
    }

    private static final Option<String> GROUP = OPTIONS.text(
            "group", "[^+#/\\x00-\\x1f]+", "a text without + # /", "taktstrom", "Group id of the edge node.");

    private static final Option<Template> NODE = OPTIONS.template(
            "node", Template.Name.OF_A_SINK, Topics::level, "{host}", "Edge node id; unique within the group.");

    private static final Option<Template> DEVICE = OPTIONS.template(
            "device",
            Template.Name.OF_A_POINT,
            Topics::level,
            "{connection|device}",
            "Device id of a point. A device dies when none of its points can be reached.");

    private static final Option<String> PRIMARY_HOST = OPTIONS.text(
            "primaryHost",
            "[^+#/\\x00-\\x1f]*",
            "a text without + # /",
            "",
            "Host id of the primary application; samples wait until it is online. Empty for none.");

    private static final Option<Duration> HISTORICAL_AFTER = OPTIONS.time(
            "historicalAfter", "1ms", "365d", "10s", "Age from which a sample carries is_historical when it is sent.");

    private static final Option<Long> BATCH_SIZE = OPTIONS.size(
            "batchSize", "1B", "256MiB", "64KiB", "Size at which a DDATA is sent; at the latest with its flush unit.");

    private static final Duration HOST_PATIENCE = Duration.ofSeconds(2);

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "sparkplug",
            "Publishes to a broker of MQTT as an edge node of Sparkplug B 3.0; connections are its devices.",
            OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        BrokerSettings broker = BrokerOptions.read(options, context);
        NodeSettings settings = new NodeSettings(
                options.get(GROUP),
                options.get(NODE).ofSink(context.name()).complete(),
                options.get(DEVICE).ofSink(context.name()),
                options.get(PRIMARY_HOST),
                HOST_PATIENCE,
                options.get(HISTORICAL_AFTER),
                options.get(BATCH_SIZE));
        if (!settings.node().matches("[^+#/]+")) {
            throw new IOException("node " + settings.node() + " is not an edge node id; leave out + # /");
        }
        EdgeNode edgeNode = new EdgeNode(settings, broker, context);
        return edgeNode.broker().sink(stream -> new SparkplugInlet(edgeNode, context), edgeNode::close);
    }
}
