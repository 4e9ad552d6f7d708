package io.taktstrom.deployment.grammar;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.deployment.ComputedConfig.OnBad;
import io.taktstrom.deployment.NameTemplate;
import io.taktstrom.deployment.PointTraits;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import org.jspecify.annotations.Nullable;

/** The entries of the list of points. */
final class PointShapes {

    private static final OptionType.Text NAME = new OptionType.Text(
            "[^\\s\\x00-\\x1f\\x7f*?]{1,250}",
            "a name of 1 to 250 characters, in which {connection} stands for the connection");
    private static final OptionType.Text UNIT = new OptionType.Text("\\S{0,40}", "a UCUM code");
    private static final Kind CONNECTION = new Kind.Reference(FileKeys.CONNECTIONS);
    private static final Kind SCAN_CLASS = new Kind.Reference(FileKeys.SCAN_CLASSES);
    private static final ShapeField SCAN =
            ShapeField.optional("scan", SCAN_CLASS, "default", "How it is sampled: the name of a scan class.");
    private static final ShapeField UNIT_FIELD =
            ShapeField.of(Option.text("unit", UNIT, "", "UCUM code of its unit, such as Cel."));
    private static final ShapeField WRITABLE =
            ShapeField.of(Option.flag("writable", false, "Whether it may be written at all."));
    private static final ShapeField EXCLUDE = ShapeField.optional(
            "exclude", new Kind.OneOrMore(new Kind.Glob()), "Patterns over addresses of points that are left out.");

    private static final Shape IMPORT = shape(
            "import",
            "Points from a CSV file, a row each. Its columns are the keys of a point; what a row leaves empty, the entry says.",
            "all of them",
            ShapeField.required(
                    "import",
                    Kind.of(FileKeys.NOT_EMPTY),
                    "The file; a relative path starts at this file's directory."),
            ShapeField.optional("on", CONNECTION, "The connection of rows without one."),
            name(null, "What they are called, of the variables {connection}, {address} and {id}."),
            EXCLUDE,
            ShapeField.optional("scan", SCAN_CLASS, "The scan class of rows without one."),
            ShapeField.optional("type", new Kind.IecType(), "The IEC 61131-3 type of rows without one."),
            WRITABLE,
            UNIT_FIELD);

    private static final Shape BROWSE = shape(
            "browse",
            "Points found on the device when it answers, named connection.address; of a node id without its namespace.",
            "all of them",
            ShapeField.required("browse", CONNECTION, "The connection to browse."),
            ShapeField.required("match", new Kind.Glob(), "Pattern over addresses."),
            EXCLUDE,
            name(
                    NameTemplate.OF_BROWSED.text(),
                    "What they are called, of the variables {connection}, {address} and {name}, the address's last part."),
            SCAN,
            ShapeField.of(
                    Option.flag("writable", false, "Whether those may be written that the device lets us write.")),
            ShapeField.of(Option.text(
                    "unit",
                    UNIT,
                    "",
                    "UCUM code of their unit; or " + PointTraits.FROM_DEVICE
                            + ", what the device says: OPC UA's EUInformation, [kN] in a PLC's comment.")));

    private static final Shape COMPUTE = Shape.of(
            "compute",
            "A point that is computed from others, in the Common Expression Language.",
            ShapeField.required("id", Kind.of(FileKeys.POINT_NAME), "What the rest of the plant calls it; unique."),
            ShapeField.required(
                    "compute",
                    Kind.of(FileKeys.NOT_EMPTY),
                    "The expression, over published values of other points; a name with other characters than letters, digits, _"
                            + " and dots stands as point(\"name\")."),
            ShapeField.of(Option.choice(
                    "onBad",
                    OnBad.texts(),
                    OnBad.BAD.text(),
                    "What a Bad input does: bad, the result is Bad, too; skip, no result; last, the last usable value of the input"
                            + " goes in, and the result is Uncertain.")),
            UNIT_FIELD,
            ShapeField.optional("labels", new Kind.Labels(), "Free words to find it by."));

    private static final Shape POINT = shape(
            "point",
            "A listed point.",
            "it",
            ShapeField.required("id", Kind.of(FileKeys.POINT_NAME), "What the rest of the plant calls it; unique."),
            ShapeField.required("on", CONNECTION, "The connection that has it."),
            ShapeField.required(
                    "address", Kind.of(FileKeys.ADDRESS), "Its place in the device, in the protocol's own syntax."),
            SCAN,
            ShapeField.optional("type", new Kind.IecType(), "Its IEC 61131-3 type; without it the device says."),
            WRITABLE,
            ShapeField.mapping("limits", CommandShapes.LIMITS, "What commands may make of it, if it is writable."),
            UNIT_FIELD);

    /** A listed point is the last: an entry is one if nothing says otherwise. */
    static final List<Shape> ALL = List.of(IMPORT, BROWSE, COMPUTE, POINT);

    private PointShapes() {}

    /** With what is done to values, and labels: the same for one point and for many. */
    private static Shape shape(String name, String description, String labelled, ShapeField... own) {
        List<ShapeField> fields = new ArrayList<>(List.of(own));
        Kind notNegative = new Kind.Decimal(Kind.Decimal.Range.NOT_NEGATIVE);
        fields.add(ShapeField.optional(
                "scale",
                new Kind.Decimal(Kind.Decimal.Range.NOT_ZERO),
                "1",
                "Published value = device value * scale + offset."));
        fields.add(ShapeField.optional("offset", new Kind.Decimal(Kind.Decimal.Range.ANY), "0", "See scale."));
        fields.add(ShapeField.optional(
                "deadband",
                notNegative,
                "A sample passes when the published value has moved by more than this; without it every one does."));
        fields.add(ShapeField.time(
                "maxSilence",
                "1ms",
                "1d",
                null,
                "With a deadband: a sample passes at the latest so long after the last one."));
        fields.add(ShapeField.optional("labels", new Kind.Labels(), "Free words to find " + labelled + " by."));
        return new Shape(name, description, fields);
    }

    private static ShapeField name(@Nullable String defaultText, String description) {
        return ShapeField.optional("name", Kind.of(NAME), defaultText, description);
    }
}
