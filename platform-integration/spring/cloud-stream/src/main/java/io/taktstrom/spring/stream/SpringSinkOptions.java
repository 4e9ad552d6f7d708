package io.taktstrom.spring.stream;

import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;

/** What a sink of {@code type: spring} takes. */
final class SpringSinkOptions {

    static final String BINDER = "binder";
    static final String SUBSCRIBER = "subscriber";

    static final Option<String> FORMAT = PayloadOptions.format(PayloadFormat.JSON, format -> true);

    static final Option<Template> KEY = PayloadOptions.template(
            "key",
            Template.Name.OF_A_POINT,
            UnaryOperator.identity(),
            "{connection}",
            "Header takt_key of a message, by which a binder can choose key or partition. Formats of many samples make a message"
                    + " for each key of a flush unit.");

    static final Option<Long> MAX_MESSAGE = Option.size(
            "maxMessage",
            1 << 10,
            512 << 20,
            1 << 20,
            "Largest payload; a sample that makes a larger one is refused. Brokers have limits of their own.");

    static final Option<String> ACKNOWLEDGE = Option.choice(
            "acknowledge",
            List.of(BINDER, SUBSCRIBER),
            BINDER,
            "Who acknowledges a message: the binder, as far as it knows; or the subscriber, by returning from onNext, for"
                    + " functions that filter, gather or rename, and for subscribers of your own.");

    static final Option<Duration> TIMEOUT = Option.time(
            "timeout",
            Duration.ofMillis(100),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            "How long the subscriber may take to want a message, and the binder to acknowledge one; after that the flush unit"
                    + " is tried again.");

    static final List<Option<?>> ALL =
            List.of(FORMAT, PayloadOptions.FIELDS, PayloadOptions.TIME_FORMAT, KEY, MAX_MESSAGE, ACKNOWLEDGE, TIMEOUT);

    private SpringSinkOptions() {}
}
