package io.taktstrom.connect.source;

import java.util.List;
import java.util.function.UnaryOperator;

import io.taktstrom.connect.config.DeploymentOption;
import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.message.Names;

/** What the source connector takes, beside what Connect itself does. */
final class SourceOptions {

    static final Option<Template> TOPIC = PayloadOptions.template(
            "topic",
            Template.Name.OF_A_POINT,
            Names::topic,
            null,
            "Topic of a sample, for example machine.{connection}; what stands in names and labels but letters, digits, '.',"
                    + " '_' and '-' becomes '_'.");

    static final Option<Template> KEY = PayloadOptions.template(
            "key",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{point}",
            "Key of a record: samples with the same key stay in order; '{connection}' keeps a device's together.");

    static final Option<Boolean> HEADERS =
            Option.flag("headers", true, "Whether a record has the headers connection, stream, type and unit.");

    static final List<Option<?>> ALL = List.of(DeploymentOption.FILE, DeploymentOption.TEXT, TOPIC, KEY, HEADERS);

    /** What the connector tells each of its tasks besides: names of connections, with line feeds between them. */
    static final String CONNECTIONS = "taktstrom.connections";

    /** And its number. */
    static final String TASK = "taktstrom.task";

    private SourceOptions() {}
}
