package io.taktstrom.deployment.load;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.ParameterType;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.text.Node;
import io.taktstrom.text.NodeCopy;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** The templates of a deployment, from whatever file, and the copies that are made of them. One thread. */
final class Templates {

    private static final int MAX_DEPTH = 10;

    private final Shape template;
    private final Choice uses;
    private final LoadContext context;
    private final Problems problems;
    private final ShapeReader shapes;
    private final Map<String, DeploymentTemplate> byName = new LinkedHashMap<>();

    /** No room for more. */
    private boolean exhausted;

    Templates(Shape grammar, LoadContext context, ShapeReader shapes) {
        template = grammar.choice(FileKeys.TEMPLATES).shapes().get(0);
        uses = grammar.choice(FileKeys.USE);
        this.context = context;
        this.shapes = shapes;
        problems = context.problems();
    }

    /** Whether copies are missing, because there are too many; that is among the problems. */
    boolean isExhausted() {
        return exhausted;
    }

    /** @param section what a file has under {@code templates}; null for nothing */
    void define(@Nullable Node section) {
        context.entries(section).forEach((name, node) -> {
            Choice choice = new Choice.Only(template);
            if (shapes.choose(node, choice) == null) {
                return;
            }
            shapes.noUnknownKeys((Node.Mapping) node, template, choice);
            DeploymentTemplate defined =
                    new DeploymentTemplate(name, (Node.Mapping) node, parameters((Node.Mapping) node));
            defined.check(problems, context.warnings());
            DeploymentTemplate first = byName.putIfAbsent(name, defined);
            if (first != null) {
                problems.atKey(
                        node,
                        "template '" + name + "' is defined twice, the other time at "
                                + first.body().place(),
                        () -> "rename or remove one");
            }
        });
    }

    private Map<String, DeploymentTemplate.Parameter> parameters(Node.Mapping body) {
        Map<String, DeploymentTemplate.Parameter> parameters = new LinkedHashMap<>();
        if (body.get(DeploymentTemplate.PARAMETERS) instanceof Node.Mapping entries) {
            Choice choice = template.choice(DeploymentTemplate.PARAMETERS);
            entries.entries().forEach((name, node) -> {
                if (!DeploymentTemplate.isName(name)) {
                    problems.atKey(node, "'" + name + "' is not a parameter name", () -> "write letters, digits and _");
                }
                Checked checked = shapes.read(node, choice);
                if (checked != null) {
                    ParameterType type = ParameterType.of(checked.texts().getOrDefault("type", "text"));
                    Node standard = checked.node().get("default");
                    parameters.put(
                            name,
                            new DeploymentTemplate.Parameter(
                                    type,
                                    standard instanceof Node.Scalar scalar ? scalar : null,
                                    checked.texts().getOrDefault("description", "")));
                }
            });
        }
        return parameters;
    }

    /**
     * Adds the copies that are asked for.
     *
     * @param section what a file or a template has under {@code use}; null for nothing
     */
    void use(@Nullable Node section, Sections into) {
        use(section, into, List.of());
    }

    /** @param chain names of the templates that led here */
    private void use(@Nullable Node section, Sections into, List<String> chain) {
        for (Node entry : context.items(section)) {
            Checked use = exhausted ? null : shapes.read(entry, uses);
            if (use != null && use.valid()) {
                copy(use, into, chain);
            }
        }
    }

    private void copy(Checked use, Sections into, List<String> chain) {
        String name = use.text("template");
        DeploymentTemplate of = byName.get(name);
        Node place = use.node().get("template");
        if (of == null || place == null) {
            problems.at(
                    use.node(),
                    "unknown template '" + name + "'",
                    () -> byName.isEmpty() ? "define it under templates" : Closest.hint(name, byName.keySet()));
            return;
        }
        List<String> here = new ArrayList<>(chain);
        here.add(name);
        if (chain.contains(name)) {
            String circle = String.join(" -> ", here.subList(here.indexOf(name), here.size()));
            problems.at(place, "templates use each other: " + circle, "remove one use");
            return;
        }
        if (here.size() > MAX_DEPTH) {
            problems.at(place, "templates are more than " + MAX_DEPTH + " deep", "use fewer levels");
            return;
        }
        Map<String, Node.Scalar> values = values(of, use);
        if (values == null) {
            return;
        }
        Node.Via via = new Node.Via(
                "in template " + name + ", used", use.node(), of.body().path());
        Node.Mapping body =
                NodeCopy.of(of.body(), via, of.filled(values, context.outside(), problems), problems, context.budget());
        if (body == null) {
            exhausted = true;
            return;
        }
        into.addAll(body);
        use(body.get(FileKeys.USE), into, here);
    }

    /** The values of all parameters; null when one is wrong. */
    private @Nullable Map<String, Node.Scalar> values(DeploymentTemplate of, Checked use) {
        int before = problems.count();
        Map<String, Node.Scalar> values = new LinkedHashMap<>();
        Map<String, Node> given = use.node().get("with") instanceof Node.Mapping with ? with.entries() : Map.of();
        given.forEach((name, value) -> {
            if (!of.parameters().containsKey(name)) {
                problems.atKey(
                        value,
                        "template " + of.name() + " has no parameter '" + name + "'",
                        () -> of.parameters().isEmpty()
                                ? "remove it"
                                : Closest.hint(name, of.parameters().keySet()));
            }
        });
        of.parameters().forEach((name, parameter) -> {
            Node.Scalar value = given.get(name) instanceof Node.Scalar scalar ? scalar : standard(parameter);
            if (value == null) {
                problems.at(
                        use.node(),
                        "template " + of.name() + " needs '" + name + "'",
                        parameter.description().isEmpty() ? "add it under 'with'" : parameter.description());
            } else if (shapes.value(value, parameter.type().kind()) != null) {
                values.put(name, value);
            }
        });
        return problems.count() == before ? values : null;
    }

    private Node.@Nullable Scalar standard(DeploymentTemplate.Parameter parameter) {
        Node.Scalar standard = parameter.standard();
        return standard != null && DeploymentTemplate.isReference(standard.text())
                ? context.outside().fetched(standard)
                : standard;
    }
}
