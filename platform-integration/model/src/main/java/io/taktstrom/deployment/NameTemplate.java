package io.taktstrom.deployment;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.descriptor.Closest;

/**
 * How points are called that a device or a table names: text with variables such as <code>{connection}.{address}</code>.
 *
 * @param text checked
 */
public record NameTemplate(String text) {

    /** What a browsed point is called unless the file says otherwise. */
    public static final NameTemplate OF_BROWSED = new NameTemplate("{connection}.{address}");

    /** Of points that are found on a device: {@code name} is the last part of the address. */
    public static final List<String> BROWSED = List.of("connection", "address", "name");

    /** Of the rows of a table. */
    public static final List<String> IMPORTED = List.of("connection", "address", "id");

    private static final Pattern VARIABLE = Pattern.compile("\\{([^{}]*)}");

    /**
     * Reads a template.
     *
     * @param variables what it may have in braces
     * @throws IllegalArgumentException when it has others, or a brace that is none of a pair
     */
    public static NameTemplate parse(String text, List<String> variables) {
        Matcher matcher = VARIABLE.matcher(text);
        while (matcher.find()) {
            String variable = matcher.group(1);
            if (!variables.contains(variable)) {
                throw new IllegalArgumentException(
                        "unknown variable {" + variable + "}; " + Closest.hint(variable, variables));
            }
        }
        String rest = matcher.replaceAll("");
        if (rest.indexOf('{') >= 0 || rest.indexOf('}') >= 0) {
            throw new IllegalArgumentException(
                    "a brace has no other; write variables as {" + String.join("}, {", variables) + "}");
        }
        return new NameTemplate(text);
    }

    /** The name for these values. */
    public String fill(Map<String, String> values) {
        return VARIABLE.matcher(text)
                .replaceAll(found -> Matcher.quoteReplacement(values.getOrDefault(found.group(1), "")));
    }

    @Override
    public String toString() {
        return text;
    }
}
