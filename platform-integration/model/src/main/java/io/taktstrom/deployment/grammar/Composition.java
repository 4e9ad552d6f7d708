package io.taktstrom.deployment.grammar;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Option;

/** What a deployment is put together from beside its sections: other files, templates and defaults. */
final class Composition {

    private static final Kind TEXT = Kind.of(FileKeys.NOT_EMPTY);

    private static final Shape PARAMETER = Shape.of(
            "parameter",
            "A value that each use gives.",
            ShapeField.of(Option.choice("type", ParameterType.NAMES, ParameterType.TEXT.text(), "What it must be.")),
            ShapeField.optional(
                    "default", new Kind.Label(), "Its value where a use gives none; without it every use must."),
            ShapeField.optional("description", TEXT, "What it is for."));
    private static final Shape ONE_USE = Shape.of(
            "use",
            "One copy of a template.",
            ShapeField.required("template", Kind.of(FileKeys.NAME), "Its name."),
            ShapeField.optional("with", new Kind.Labels(), "Values of its parameters, by name."));
    private static final ShapeField USE = ShapeField.optional(
            FileKeys.USE,
            new Kind.ListOf(new Choice.Only(ONE_USE)),
            "Copies of templates, each with parameters of its own.");

    private Composition() {}

    static List<ShapeField> fields(List<ShapeField> sections, List<Shape> connectors, List<Shape> sinks, Shape stream) {
        List<ShapeField> template = new ArrayList<>();
        template.add(ShapeField.optional(
                "parameters",
                new Kind.MapOf(new Choice.Only(PARAMETER)),
                "What each use gives, by name; ${name} stands for it in the template."));
        template.add(USE);
        template.addAll(sections);
        Shape templates = new Shape(
                "template", "Sections in which ${name} stands for a parameter, in keys and in values.", template);
        return List.of(
                ShapeField.optional(
                        FileKeys.INCLUDE,
                        new Kind.OneOrMore(TEXT),
                        "Files whose sections and templates belong to this one; a relative path starts at this file's directory."),
                ShapeField.mapping(
                        FileKeys.DEFAULTS,
                        defaults(connectors, sinks, stream),
                        "What entries have that do not say it themselves, in this file and those that it includes."),
                ShapeField.optional(
                        FileKeys.TEMPLATES,
                        new Kind.MapOf(new Choice.Only(templates)),
                        "Parts that are the same many times, by name."),
                USE);
    }

    private static Shape defaults(List<Shape> connectors, List<Shape> sinks, Shape stream) {
        Map<String, ShapeField> points = new LinkedHashMap<>();
        PointShapes.ALL.forEach(shape -> optional(shape).forEach(field -> points.put(field.name(), field)));
        points.remove("on");
        // Its variables differ from kind to kind.
        points.remove("name");
        List<ShapeField> streams = optional(stream);
        streams.removeIf(field -> field.name().equals("id"));
        return Shape.of(
                "defaults",
                "What entries have that do not say it themselves.",
                section(FileKeys.CONNECTIONS, byType(connectors), "Of connections, by their type."),
                section(FileKeys.POINTS, List.copyOf(points.values()), "Of points: listed, imported and browsed."),
                section(FileKeys.STREAMS, streams, "Of streams."),
                section(FileKeys.SINKS, byType(sinks), "Of sinks, by their type."));
    }

    private static List<ShapeField> byType(List<Shape> shapes) {
        return shapes.stream()
                .map(shape -> section(shape.name(), optional(shape), shape.description()))
                .toList();
    }

    /** What an entry must have it has itself, or an editor could not say that it is missing. */
    private static List<ShapeField> optional(Shape shape) {
        List<ShapeField> fields = new ArrayList<>(shape.fields());
        fields.removeIf(ShapeField::required);
        return fields;
    }

    private static ShapeField section(String name, List<ShapeField> fields, String description) {
        return ShapeField.mapping(name, new Shape(name, description, fields), description);
    }
}
