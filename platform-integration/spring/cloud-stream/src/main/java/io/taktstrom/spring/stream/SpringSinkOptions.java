package io.taktstrom.spring.stream;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.Template;

/** What a sink of {@code type: spring} takes. */
final class SpringSinkOptions {

    static final String BINDER = "binder";
    static final String SUBSCRIBER = "subscriber";

    static final OptionList OPTIONS = new OptionList();

    static final Option<String> FORMAT = OPTIONS.format(PayloadFormat.JSON, format -> true);

    static final Option<Template> KEY = OPTIONS.template(
            "key",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{connection}",
            "Header takt_key of a message, for the binder's key or partition. Formats of many samples make a message per key.");

    static final Option<Long> MAX_MESSAGE = OPTIONS.size(
            "maxMessage",
            "1KiB",
            "512MiB",
            "1MiB",
            "Largest payload; larger samples are refused. Brokers have limits of their own.");

    static final Option<String> ACKNOWLEDGE = OPTIONS.choice(
            "acknowledge",
            List.of(BINDER, SUBSCRIBER),
            BINDER,
            "Who acknowledges a message: the binder; or the subscriber, by returning from onNext, for functions that filter,"
                    + " gather or rename, and for subscribers of your own.");

    static final Option<Duration> TIMEOUT = OPTIONS.time(
            "timeout",
            "100ms",
            "10m",
            "30s",
            "Time limit for demand and for an acknowledgement; then the flush unit is sent again.");

    private SpringSinkOptions() {}
}
