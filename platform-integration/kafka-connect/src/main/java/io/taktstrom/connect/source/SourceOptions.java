package io.taktstrom.connect.source;

import java.util.List;
import java.util.function.UnaryOperator;

import io.taktstrom.connect.config.DeploymentOption;
import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;

/** What the source connector takes, beside what Connect itself does. */
final class SourceOptions {

    static final OptionList OPTIONS = new OptionList();

    static {
        OPTIONS.share(DeploymentOption.FILE, DeploymentOption.TEXT);
    }

    static final Option<Template> TOPIC = OPTIONS.template(
            "topic",
            Template.Name.OF_A_POINT,
            PayloadOptions::topicName,
            null,
            "Topic of a sample, for example machine.{connection}; what stands in names and labels but letters, digits, '.',"
                    + " '_' and '-' becomes '_'.");

    static final Option<Template> KEY = OPTIONS.template(
            "key",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{point}",
            "Key of a record: samples with the same key stay in order; '{connection}' keeps a device's together. In the"
                    + " layout wide, of the first point.");

    static final String UNIFORM = "uniform";
    static final String WIDE = "wide";
    static final String TIMESTAMP = "timestamp";

    static final Option<String> LAYOUT = OPTIONS.choice(
            "layout",
            List.of("typed", UNIFORM, WIDE),
            "typed",
            "Records: one of each sample, with a schema for each type (typed) or one for all (uniform), or one of all points of"
                    + " a connection that came together (wide).");

    static final Option<String> TIMES = OPTIONS.choice(
            "times",
            List.of("nanos", TIMESTAMP),
            "nanos",
            "Times: epoch nanoseconds, or Connect's logical types, which have milliseconds.");

    static final Option<Boolean> HEADERS = OPTIONS.flag(
            "headers",
            true,
            "Whether a record has the headers connection, stream, type and unit, and run and sequence, which are int64.");

    /** What the connector tells each of its tasks besides: names of connections, with line feeds between them. */
    static final String CONNECTIONS = "taktstrom.connections";

    /** And its number. */
    static final String TASK = "taktstrom.task";

    /** And when the files were changed, so that Connect starts a task again then. */
    static final String CHANGED = "taktstrom.changed";

    private SourceOptions() {}
}
