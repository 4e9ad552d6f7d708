package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;

import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandSource;
import io.taktstrom.command.CommandSourceProvider;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.mqtt.broker.BrokerOptions;

/** Opens {@code type: mqtt} under {@code commands}. */
public final class MqttCommandsProvider implements CommandSourceProvider {

    private static final OptionList OPTIONS = new OptionList();

    static {
        OPTIONS.share(BrokerOptions.OF_A_LISTENER);
    }

    static final Option<String> TOPIC = OPTIONS.text(
            "topic",
            "[^\\x00]{1,500}",
            "a topic filter",
            null,
            "Topic filter of commands. Restrict publishing there by the broker's access list.");

    static final Option<String> ANSWERS = OPTIONS.text(
            "answers",
            "[^\\x00+#]{1,500}",
            "a topic",
            null,
            "Topic of answers, with QoS 1; each has the id of its command.");

    static final Option<String> RESPONSE_TOPICS = OPTIONS.text(
            "responseTopics",
            "[^\\x00]{0,500}",
            "a topic filter, or nothing",
            "",
            "MQTT 5: filter of response topics that commands may name; other answers go to the topic of answers."
                    + " Empty: topics below that topic.");

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "mqtt", "Takes commands from topics of a broker of MQTT 3.1.1 or 5, and answers there.", OPTIONS.all());

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
