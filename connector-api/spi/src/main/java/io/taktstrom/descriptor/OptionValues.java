package io.taktstrom.descriptor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The options that something was given, as checked text.
 *
 * @param owner whose they are, for messages
 * @param texts by option name; what is absent has its default. They may hold secrets
 */
public record OptionValues(String owner, Map<String, String> texts) {

    public OptionValues {
        texts = Map.copyOf(texts);
    }

    static OptionValues checked(String owner, List<Option<?>> options, Map<String, String> given) {
        OptionValues values = new OptionValues(owner, given);
        List<String> names = options.stream().map(Option::name).toList();
        List<String> wrong = new ArrayList<>();
        given.keySet().stream()
                .sorted()
                .filter(name -> !names.contains(name))
                .forEach(name -> wrong.add(owner + " has no option " + name + "; " + Closest.hint(name, names)));
        for (Option<?> option : options) {
            try {
                values.get(option);
            } catch (IllegalArgumentException e) {
                wrong.add(String.valueOf(e.getMessage()));
            }
        }
        if (!wrong.isEmpty()) {
            throw new IllegalArgumentException(String.join("; and ", wrong));
        }
        return values;
    }

    /**
     * The value of an option of the owner's descriptor, or its default.
     *
     * @throws IllegalArgumentException when it is missing or wrong, which options that were checked are not
     */
    public <T> T get(Option<T> option) {
        String text = texts.get(option.name());
        if (text == null) {
            text = option.defaultText();
        }
        if (text == null) {
            throw new IllegalArgumentException(
                    owner + " needs the option " + option.name() + ": " + option.description());
        }
        String what = owner + ", option " + option.name() + ": ";
        try {
            return option.type().parse(text);
        } catch (IllegalArgumentException e) {
            if (option.secret()) {
                // Neither the message nor the cause of this exception may show the value.
                throw new IllegalArgumentException(
                        what + "its value is not " + option.type().describe());
            }
            throw new IllegalArgumentException(what + e.getMessage(), e);
        }
    }

    /** Whose they are. The texts may be secret and stay out. */
    @Override
    public String toString() {
        return "options of " + owner;
    }
}
