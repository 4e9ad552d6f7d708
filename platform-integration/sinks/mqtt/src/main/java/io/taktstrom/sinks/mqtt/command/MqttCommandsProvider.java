package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;

/** Opens {@code type: mqtt} under {@code commands}. */
public final class MqttCommandsProvider implements CommandSourceProvider {

    static final Option<String> TOPIC = Option.text(
            "topic",
            new OptionType.Text("[^\\x00]{1,500}", "a topic filter"),
            null,
            "Topic filter under which commands come; who may publish there is for the broker's access list.");

    static final Option<String> ANSWERS = Option.text(
            "answers",
            new OptionType.Text("[^\\x00+#]{1,500}", "a topic"),
            null,
            "Topic on which answers go out, with QoS 1; each has the identifier of its command.");

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("mqtt", "Takes commands from a topic of an MQTT broker, and answers on another.", options());

    private static List<Option<?>> options() {
        List<Option<?>> options = new ArrayList<>(BrokerOptions.ALL);
        options.add(TOPIC);
        options.add(ANSWERS);
        return options;
    }

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public CommandSource open(OptionValues options, CommandContext context) throws IOException {
        return new MqttCommands(options, context);
    }
}
