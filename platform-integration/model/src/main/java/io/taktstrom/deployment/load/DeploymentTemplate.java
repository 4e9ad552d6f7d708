package io.taktstrom.deployment.load;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.deployment.grammar.ParameterType;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Reference;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeCopy;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/**
 * Sections in which <code>${name}</code> stands for a parameter.
 *
 * @param body of the template, with its parameters
 */
record DeploymentTemplate(String name, Node.Mapping body, Map<String, DeploymentTemplate.Parameter> parameters) {

    static final String PARAMETERS = "parameters";

    /** A reference to a value outside the file has a colon, a parameter has none. */
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{([^}:]*)}");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** @param standard its value where a use gives none; null when every use must give one */
    record Parameter(ParameterType type, Node.@Nullable Scalar standard, String description) {}

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    static boolean isReference(String text) {
        return Reference.isMeant(text);
    }

    /** Reports parameters that are named and not there, and those that are there and not named. */
    void check(Problems problems, Problems warnings) {
        Set<String> named = new HashSet<>();
        body.entries().forEach((section, node) -> {
            if (!section.equals(PARAMETERS)) {
                collect(node, named, problems);
            }
        });
        if (body.get(PARAMETERS) instanceof Node.Mapping declared) {
            declared.entries().forEach((parameter, node) -> {
                if (!named.contains(parameter)) {
                    warnings.atKey(
                            node, "template " + name + " does not use this parameter", () -> "use it, or remove it");
                }
            });
        }
    }

    private void collect(Node node, Set<String> named, Problems problems) {
        if (node instanceof Node.Mapping mapping) {
            mapping.entries().forEach((key, value) -> {
                collect(key, value, named, problems);
                collect(value, named, problems);
            });
        } else if (node instanceof Node.Sequence sequence) {
            sequence.items().forEach(item -> collect(item, named, problems));
        } else {
            collect(((Node.Scalar) node).text(), node, named, problems);
        }
    }

    private void collect(String text, Node place, Set<String> named, Problems problems) {
        Matcher placeholder = PLACEHOLDER.matcher(text);
        while (placeholder.find()) {
            String parameter = String.valueOf(placeholder.group(1));
            named.add(parameter);
            if (!parameters.containsKey(parameter)) {
                problems.at(
                        place,
                        "template " + name + " has no parameter '" + parameter + "'",
                        () -> parameters.isEmpty()
                                ? "name it under parameters"
                                : Closest.hint(parameter, parameters.keySet()));
            }
        }
    }

    /** What becomes of its texts for these values of its parameters. */
    NodeCopy.Texts filled(Map<String, Node.Scalar> values, OutsideValues outside, Problems problems) {
        return new NodeCopy.Texts() {
            @Override
            public Node.Scalar value(Node.Scalar node) {
                return isReference(node.text()) ? DeploymentTemplate.this.filled(node, values, outside) : node;
            }

            @Override
            public String key(String key, Node node) {
                Matcher placeholder = PLACEHOLDER.matcher(key);
                return placeholder.replaceAll(found -> {
                    Node.Scalar value = values.get(found.group(1));
                    if (value != null && value.reference() != null) {
                        problems.atKey(node, "a key cannot stand outside the file", () -> "write it under 'with'");
                    }
                    return value == null ? "" : Matcher.quoteReplacement(value.text());
                });
            }
        };
    }

    private Node.Scalar filled(Node.Scalar node, Map<String, Node.Scalar> values, OutsideValues outside) {
        boolean[] secret = new boolean[1];
        String text = PLACEHOLDER.matcher(node.text()).replaceAll(found -> {
            Node.Scalar value = values.get(found.group(1));
            secret[0] |= value != null && value.reference() != null;
            return value == null ? "" : Matcher.quoteReplacement(value.text());
        });
        if (isReference(PLACEHOLDER.matcher(node.text()).replaceAll(""))) {
            // A value outside the file stands alone; what a parameter adds to it may be secret.
            return outside.fetched(node.with(secret[0] ? node.text() : text, null));
        }
        return node.with(text, secret[0] ? node.text() : null);
    }
}
