package io.taktstrom.deployment.grammar;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.Reference;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The JSON Schema (draft 2020-12) of a deployment file, for editors and other tools. It accepts every file that the
 * loader accepts; what only the loader can know, such as whether a reference leads somewhere, it leaves open.
 */
public final class DeploymentSchema {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private static final String REFERENCE = "reference";
    private static final String PLACEHOLDER = "placeholder";

    private final ObjectNode root = MAPPER.createObjectNode();
    /** What stands in several places, such as an option of a sink, of its defaults and of templates. */
    private final ObjectNode definitions = MAPPER.createObjectNode();

    /** What may stand for any value where we are. */
    private String instead = REFERENCE;

    private DeploymentSchema() {}

    /** The schema as text; the same catalog gives the same text, always. */
    public static String of(Catalog catalog) {
        ObjectNode schema = new DeploymentSchema().file(FileGrammar.of(catalog));
        DefaultIndenter indent = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(indent).withArrayIndenter(indent);
        return MAPPER.writer().with(printer).writeValueAsString(schema) + "\n";
    }

    private ObjectNode file(Shape file) {
        root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
        root.put("title", "Taktstrom deployment");
        define(
                definitions.putObject(REFERENCE),
                "^" + Reference.PATTERN + "$",
                "A value that is in the environment or in a file of its own.");
        define(
                definitions.putObject(PLACEHOLDER),
                "\\$\\{[^}]+\\}",
                "A value with parameters of the template, such as ${name}, or a reference.");
        root.setAll(shape(file, null));
        root.set("$defs", definitions);
        return root;
    }

    private static void define(ObjectNode definition, String pattern, String description) {
        definition.put("type", "string").put("pattern", pattern).put("description", description);
    }

    /** One of these, or what may stand for any value. */
    private ObjectNode or(ObjectNode schema) {
        ObjectNode either = MAPPER.createObjectNode();
        either.putArray("anyOf").add(schema).add(instead());
        return either;
    }

    private ObjectNode instead() {
        return definition(instead);
    }

    private static ObjectNode definition(String name) {
        return MAPPER.createObjectNode().put("$ref", "#/$defs/" + name);
    }

    /** Leads to a definition, which is made when none is like it. */
    private ObjectNode shared(String name, ObjectNode schema) {
        String free = name;
        for (int other = 2; definitions.has(free) && !definitions.get(free).equals(schema); other++) {
            free = name + "." + other;
        }
        definitions.set(free, schema);
        return definition(free);
    }

    private ObjectNode shape(Shape shape, Choice.@Nullable ByValue choice) {
        ObjectNode schema = MAPPER.createObjectNode();
        schema.put("type", "object");
        schema.put("description", shape.description());
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        if (choice != null) {
            properties.putObject(choice.key()).put("const", shape.name());
            required.add(choice.key());
        }
        for (ShapeField field : shape.fields()) {
            boolean filled = field.name().equals(FileKeys.TEMPLATES);
            instead = filled ? PLACEHOLDER : instead;
            properties.set(field.name(), field(field));
            instead = filled ? REFERENCE : instead;
            if (field.required()) {
                required.add(field.name());
            }
        }
        schema.put("additionalProperties", false);
        return schema;
    }

    private ObjectNode field(ShapeField field) {
        if (!(field.kind() instanceof Kind.Value || field.kind() instanceof Kind.Decimal)) {
            return described(field);
        }
        String here = instead;
        instead = REFERENCE;
        ObjectNode schema = shared(field.name(), described(field));
        instead = here;
        return here.equals(REFERENCE) ? schema : or(schema);
    }

    private ObjectNode described(ShapeField field) {
        ObjectNode schema = kind(field.kind(), field.required());
        String more = field.kind() instanceof Kind.Value value
                        && (value.type() instanceof OptionType.Time || value.type() instanceof OptionType.Size)
                ? " Takes " + value.type().describe() + "."
                : "";
        schema.put("description", field.description() + more);
        String standard = field.defaultText();
        if (standard != null && field.kind() instanceof Kind.Value value) {
            putDefault(schema, value.type(), standard);
        } else if (standard != null && field.kind() instanceof Kind.Decimal) {
            schema.put("default", Long.parseLong(standard));
        } else if (standard != null) {
            schema.put("default", standard);
        }
        return schema;
    }

    private static void putDefault(ObjectNode schema, OptionType<?> type, String text) {
        if (type instanceof OptionType.Whole whole) {
            schema.put("default", whole.parse(text));
        } else if (type instanceof OptionType.Flag flag) {
            schema.put("default", flag.parse(text));
        } else if (type instanceof OptionType.Words words) {
            ArrayNode list = schema.putArray("default");
            words.parse(text).forEach(list::add);
        } else if (type instanceof OptionType.Pairs) {
            schema.putObject("default");
        } else {
            schema.put("default", text);
        }
    }

    private ObjectNode kind(Kind kind, boolean required) {
        ObjectNode schema = MAPPER.createObjectNode();
        if (kind instanceof Kind.Value value) {
            return value(value);
        } else if (kind instanceof Kind.Decimal decimal) {
            decimal(schema, decimal.range());
            return or(schema);
        } else if (kind instanceof Kind.Glob) {
            schema.put("type", "string").put("minLength", 1);
        } else if (kind instanceof Kind.OneOrMore several) {
            ArrayNode forms = schema.putArray("anyOf");
            forms.add(kind(several.item(), false));
            ObjectNode list = forms.addObject();
            list.put("type", "array").put("minItems", 1).put("uniqueItems", true);
            list.set("items", kind(several.item(), false));
        } else if (kind instanceof Kind.Label) {
            schema.putArray("type").add("string").add("number").add("boolean");
        } else if (kind instanceof Kind.Labels) {
            schema.put("type", "object");
            schema.set("additionalProperties", kind(new Kind.Label(), false));
        } else if (kind instanceof Kind.Nested nested) {
            nested(schema, nested, required);
        } else {
            schema.put("type", "string");
        }
        return schema;
    }

    private static void decimal(ObjectNode schema, Kind.Decimal.Range range) {
        schema.put("type", "number");
        switch (range) {
            case NOT_ZERO -> schema.putObject("not").put("const", 0);
            case NOT_NEGATIVE -> schema.put("minimum", 0);
            case ANY -> {}
        }
    }

    private ObjectNode value(Kind.Value kind) {
        return kind.secret() ? instead() : or(type(kind.type()));
    }

    private static ObjectNode type(OptionType<?> type) {
        ObjectNode schema = MAPPER.createObjectNode();
        if (type instanceof OptionType.Whole whole) {
            schema.put("type", "integer").put("minimum", whole.min()).put("maximum", whole.max());
        } else if (type instanceof OptionType.Flag) {
            schema.put("type", "boolean");
        } else if (type instanceof OptionType.Choice choice) {
            ArrayNode words = schema.putArray("enum");
            choice.choices().forEach(words::add);
        } else if (type instanceof OptionType.Words words) {
            ArrayNode forms = schema.putArray("anyOf");
            ObjectNode list = forms.addObject();
            list.put("type", "array").put("minItems", 1).put("uniqueItems", true);
            list.set("items", type(new OptionType.Choice(words.choices())));
            // One of them, or several with commas between, as on a command line.
            forms.addObject().put("type", "string");
        } else if (type instanceof OptionType.Pairs) {
            schema.put("type", "object");
            schema.putObject("additionalProperties")
                    .putArray("type")
                    .add("string")
                    .add("number")
                    .add("boolean");
        } else if (type instanceof OptionType.Form) {
            schema.put("type", "string");
        } else if (type instanceof OptionType.Time) {
            schema.put("type", "string").put("pattern", Durations.PATTERN);
        } else if (type instanceof OptionType.Size) {
            schema.put("type", "string").put("pattern", "^" + ByteSize.PATTERN_BODY + "$");
        } else if (type instanceof OptionType.Text text) {
            schema.put("type", "string").put("pattern", "^(?:" + text.pattern() + ")$");
        }
        return schema;
    }

    private void nested(ObjectNode schema, Kind.Nested kind, boolean required) {
        if (kind instanceof Kind.One) {
            schema.setAll(choice(kind.choice()));
            return;
        }
        // A key without anything below it is common while a file is being written.
        schema.putArray("type")
                .add(kind instanceof Kind.MapOf ? "object" : "array")
                .add("null");
        if (kind instanceof Kind.MapOf) {
            ObjectNode names = schema.putObject("propertyNames");
            if (instead.equals(PLACEHOLDER)) {
                names.put("pattern", "^(?:" + FileKeys.NAME.pattern() + ")$|\\$\\{");
            } else {
                names.put("pattern", "^(?:" + FileKeys.NAME.pattern() + ")$");
            }
            schema.set("additionalProperties", choice(kind.choice()));
            if (required) {
                schema.put("type", "object").put("minProperties", 1);
            }
        } else {
            schema.set("items", choice(kind.choice()));
        }
    }

    private ObjectNode choice(Choice choice) {
        if (choice instanceof Choice.ByValue byValue) {
            return byValue(byValue);
        }
        ObjectNode schema = null;
        for (int i = choice.shapes().size() - 1; i >= 0; i--) {
            Shape shape = choice.shapes().get(i);
            ObjectNode chosen = shape(shape, null);
            if (schema != null) {
                ObjectNode either = MAPPER.createObjectNode();
                either.putObject("if").putArray("required").add(shape.name());
                either.set("then", chosen);
                either.set("else", schema);
                chosen = either;
            }
            schema = chosen;
        }
        return schema == null ? MAPPER.createObjectNode() : schema;
    }

    private ObjectNode byValue(Choice.ByValue choice) {
        ObjectNode schema = MAPPER.createObjectNode();
        schema.put("type", "object");
        schema.putArray("required").add(choice.key());
        ObjectNode selector = schema.putObject("properties").putObject(choice.key());
        selector.put("description", choice.description());
        ObjectNode known = MAPPER.createObjectNode();
        selector.putArray("anyOf").add(known).add(instead());
        ArrayNode words = known.putArray("enum");
        ArrayNode alternatives = schema.putArray("allOf");
        for (Shape shape : choice.shapes()) {
            words.add(shape.name());
            ObjectNode alternative = alternatives.addObject();
            ObjectNode condition = alternative.putObject("if");
            condition.putObject("properties").putObject(choice.key()).put("const", shape.name());
            condition.putArray("required").add(choice.key());
            alternative.set("then", shape(shape, choice));
        }
        return schema;
    }
}
