package io.taktstrom.deployment.schema;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.FileGrammar;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.deployment.grammar.Kind;
import io.taktstrom.deployment.grammar.MetricsShapes;
import io.taktstrom.deployment.grammar.NotificationShapes;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.deployment.grammar.ShapeField;
import io.taktstrom.descriptor.AddressGrammar;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.spi.ConnectorProvider;

/**
 * Keeps the tables of a Markdown page equal to the grammar. A table stands between the lines
 * {@code <!-- table NAME -->} and {@code <!-- end -->}, where the name is {@code file}, a section of it, {@code ring},
 * {@code stages}, {@code limits}, {@code otlp}, {@code commandSources}, {@code leases} or {@code addresses}.
 */
final class ReferencePage {

    private static final Pattern TABLE = Pattern.compile("(<!-- table (\\w+) -->\n).*?(<!-- end -->)", Pattern.DOTALL);

    private ReferencePage() {}

    /**
     * The page with its tables made again.
     *
     * @throws IllegalArgumentException when a table of that name is not known
     */
    static String refresh(String page, Catalog catalog) {
        Map<String, String> tables = tables(catalog);
        return TABLE.matcher(page).replaceAll(found -> {
            String table = tables.get(found.group(2));
            if (table == null) {
                throw new IllegalArgumentException("no table '" + found.group(2) + "'; there are " + tables.keySet());
            }
            return Matcher.quoteReplacement(found.group(1) + table + found.group(3));
        });
    }

    private static Map<String, String> tables(Catalog catalog) {
        Shape file = FileGrammar.of(catalog);
        Shape stream = file.choice(FileKeys.STREAMS).shapes().get(0);
        Map<String, String> tables = new TreeMap<>();
        tables.put("file", choice(new Choice.Only(file)));
        for (ShapeField section : file.fields()) {
            if (section.kind() instanceof Kind.Nested nested) {
                tables.put(section.name(), choice(nested.choice()));
            }
        }
        tables.put(
                "parameters",
                choice(file.choice(FileKeys.TEMPLATES).shapes().get(0).choice("parameters")));
        tables.put("ring", choice(stream.choice("ring")));
        List<Shape> points = file.choice(FileKeys.POINTS).shapes();
        tables.put("limits", choice(points.get(points.size() - 1).choice("limits")));
        tables.put(
                MetricsShapes.OTLP,
                choice(file.choice(FileKeys.METRICS).shapes().get(0).choice(MetricsShapes.OTLP)));
        Shape commands = file.choice(FileKeys.COMMANDS).shapes().get(0);
        tables.put("commandSources", choice(commands.choice("from")));
        tables.put(
                "leases", choice(file.choice(FileKeys.STANDBY).shapes().get(0).choice("lease")));
        Shape notify = file.choice(FileKeys.NOTIFY).shapes().get(0);
        tables.put("receivers", choice(notify.choice(NotificationShapes.RECEIVERS)));
        tables.put("alarmRules", choice(notify.choice(NotificationShapes.RULES)));
        tables.put("ages", choice(file.choice(FileKeys.HEALTH).shapes().get(0).choice(FileKeys.SCAN_CLASSES)));
        tables.put("stages", choice(stream.choice("stages")));
        tables.put(
                "addresses",
                addresses(catalog.connectors().stream()
                        .map(ConnectorProvider::descriptor)
                        .toList()));
        return tables;
    }

    private static String choice(Choice choice) {
        if (choice.shapes().isEmpty()) {
            return "\nNone so far.\n\n";
        }
        StringBuilder text = new StringBuilder("\n");
        for (Shape shape : choice.shapes()) {
            String title = choice instanceof Choice.ByValue byValue
                    ? "`" + byValue.key() + ": " + shape.name() + "`. "
                    : choice.shapes().size() > 1 ? "**" + shape.name() + "**. " : "";
            text.append(title).append(shape.description()).append("\n\n");
            if (!shape.fields().isEmpty()) {
                text.append("| Key | Value | Default | Meaning |\n|---|---|---|---|\n");
                shape.fields().forEach(field -> text.append(row(field)));
                text.append("\n");
            }
        }
        return text.toString();
    }

    private static String row(ShapeField field) {
        String standard = field.required()
                ? "required"
                : field.defaultText() == null || field.defaultText().isEmpty()
                        ? "none"
                        : "`" + field.defaultText() + "`";
        List<String> cells = List.of("`" + field.name() + "`", describe(field.kind()), standard, field.description());
        return cells.stream().map(cell -> cell.replace("|", "\\|")).collect(Collectors.joining(" | ", "| ", " |\n"));
    }

    private static String describe(Kind kind) {
        if (kind instanceof Kind.Value value) {
            return value.secret() ? "secret: a reference" : value.type().describe();
        } else if (kind instanceof Kind.Decimal decimal) {
            return decimal.range().describe();
        } else if (kind instanceof Kind.IecType) {
            return "a type such as `LREAL`, `STRING(80)`, `ARRAY[0..9] OF INT`";
        } else if (kind instanceof Kind.Glob) {
            return "a pattern";
        } else if (kind instanceof Kind.Reference reference) {
            return "a name under `" + reference.section() + "`";
        } else if (kind instanceof Kind.OneOrMore several) {
            return describe(several.item()) + ", or a list of them";
        } else if (kind instanceof Kind.Label) {
            return "a value";
        } else if (kind instanceof Kind.Labels) {
            return "keys and values";
        }
        return kind instanceof Kind.ListOf ? "a list, see below" : "a mapping, see below";
    }

    private static String addresses(List<ConnectorDescriptor> connectors) {
        StringBuilder text = new StringBuilder("\n| Connector | Address | Examples |\n|---|---|---|\n");
        for (ConnectorDescriptor connector : connectors) {
            AddressGrammar addresses = connector.addresses();
            text.append("| `" + connector.scheme() + "` | " + addresses.description() + " | `"
                    + String.join("`, `", addresses.examples()) + "` |\n");
        }
        return text.append("\n").toString();
    }
}
