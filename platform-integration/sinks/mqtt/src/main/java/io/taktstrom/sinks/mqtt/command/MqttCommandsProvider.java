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

    private static final OptionType.Text TOPIC_TEXT = new OptionType.Text("[^\\x00+#]{1,500}", "a topic");

    static final Option<String> TOPIC = Option.text(
            "topic",
            new OptionType.Text("[^\\x00]{1,500}", "a topic filter"),
            null,
            "Topic filter under which commands come. Who may publish there is for the broker's access list.");

    static final Option<String> ANSWERS = Option.text(
            "answers", TOPIC_TEXT, null, "Topic on which answers go out, with QoS 1; each has the id of its command.");

    static final Option<String> RESPONSE_TOPICS = Option.text(
            "responseTopics",
            new OptionType.Text("[^\\x00]{0,500}", "a topic filter, or nothing"),
            "",
            "MQTT 5: topic filter for the response topics of commands, to which the answer goes instead. With another one, and"
                    + " with none, it goes to answers. Empty for what is below answers.");

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "mqtt", "Takes commands from topics of a broker of MQTT 3.1.1 or 5, and answers there.", options());

    private static List<Option<?>> options() {
        List<Option<?>> options = new ArrayList<>(BrokerOptions.OF_A_LISTENER);
        options.addAll(List.of(TOPIC, ANSWERS, RESPONSE_TOPICS));
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

    @Override
    public void check(OptionValues options, CommandContext context) throws IOException {
        MqttCommands.check(options, context);
    }
}
