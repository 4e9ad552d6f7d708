package io.taktstrom.connect.sink;

import java.util.List;

import io.taktstrom.connect.config.DeploymentOption;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** What the sink connector takes, beside what Connect itself does. */
final class SinkOptions {

    static final Option<String> ANSWERS_TOPIC = Option.text(
            "answers.topic",
            new OptionType.Text("[A-Za-z0-9._-]{0,249}", "the name of a topic"),
            "",
            "Topic for the answer to each command, keyed by its identifier; empty for none.");

    static final Option<String> ANSWERS_BROKERS = Option.text(
            "answers.brokers",
            OptionType.Text.ANY,
            "",
            "Addresses of the brokers of answers.topic, host:port with commas between.");

    /** Settings of the answers' producer stand behind it. */
    static final String PRODUCER = "answers.producer.";

    static final List<Option<?>> ALL =
            List.of(DeploymentOption.FILE, DeploymentOption.TEXT, ANSWERS_TOPIC, ANSWERS_BROKERS);

    private SinkOptions() {}
}
