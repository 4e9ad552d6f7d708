package io.taktstrom.sinks.mqtt.command;

import java.io.IOException;
import java.util.function.Function;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sinks.mqtt.broker.Received;
import org.jspecify.annotations.Nullable;

/**
 * Where commands come from and answers go to. An answer that came back to us as a command would be refused, and that refused
 * again, for ever: so no topic of answers is one of commands.
 *
 * @param responses what a command may name as the topic of its answer; other topics are not answered
 */
record CommandTopics(MqttTopicFilter commands, MqttTopic answers, MqttTopicFilter responses) {

    static CommandTopics of(OptionValues options) throws IOException {
        String answers = options.get(MqttCommandsProvider.ANSWERS);
        String responses = options.get(MqttCommandsProvider.RESPONSE_TOPICS);
        CommandTopics topics = new CommandTopics(
                parse("topic", options.get(MqttCommandsProvider.TOPIC), MqttTopicFilter::of),
                parse("answers", answers, MqttTopic::of),
                parse("responseTopics", responses.isEmpty() ? answers + "/#" : responses, MqttTopicFilter::of));
        if (topics.commands.matches(topics.answers)) {
            throw new IOException("answers " + topics.answers + " is one of the topics of commands, " + topics.commands
                    + ": they would come back to us; choose another");
        }
        return topics;
    }

    private static <T> T parse(String option, String text, Function<String, T> parser) throws IOException {
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException e) {
            throw new IOException(option + " " + text + " is not valid in MQTT: " + e.getMessage(), e);
        }
    }

    MqttTopic answerTo(Received command) {
        @Nullable MqttTopic wanted = command.answerTo();
        return wanted != null && responses.matches(wanted) && !commands.matches(wanted) ? wanted : answers;
    }
}
