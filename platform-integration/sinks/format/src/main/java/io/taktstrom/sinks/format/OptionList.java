package io.taktstrom.sinks.format;

import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

import io.taktstrom.descriptor.DeclaredOptions;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import org.jspecify.annotations.Nullable;

/** The options of one type of sink: templates and formats besides those of every part. */
public final class OptionList extends DeclaredOptions {

    /**
     * A template.
     *
     * @param allowed what may be filled in
     * @param escape makes text of a device fit for the target
     * @param standard the default; null when it must be given
     */
    public Option<Template> template(
            String name,
            Set<Template.Name> allowed,
            UnaryOperator<String> escape,
            @Nullable String standard,
            String about) {
        OptionType<Template> form =
                new OptionType.Form<>("a text with placeholders", text -> parsed(text, allowed, escape));
        return add(new Option<>(name, form, standard, false, about));
    }

    private static Template parsed(String text, Set<Template.Name> allowed, UnaryOperator<String> escape) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("is empty; write a text, with placeholders such as {point} or without");
        }
        return Template.parse(text, allowed, escape);
    }

    /**
     * The option {@code format}, and those of what a message has.
     *
     * @param taken which formats the sink takes
     */
    public Option<String> format(PayloadFormat standard, Predicate<PayloadFormat> taken) {
        Option<String> format = choice(
                "format",
                PayloadFormat.words(taken),
                standard.word(),
                "How samples are written into a message; see the reference of formats.");
        share(PayloadOptions.FIELDS, PayloadOptions.TIME_FORMAT);
        return format;
    }
}
