package io.taktstrom.deployment.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** What is written about health and alarms. */
final class AlarmShapes {

    private static final Kind NUMBER = new Kind.Decimal(Kind.Decimal.Range.ANY);
    private static final Kind AGE = Kind.time("0s", "1d");
    private static final ShapeField POINTS = ShapeField.required(
            "points", new Kind.OneOrMore(new Kind.Glob()), "Patterns over names of points; one of them is enough.");

    /** From which age on samples are too old. */
    static final Shape HEALTH = Shape.of(
            "health",
            "When a connection or a sink is degraded although it is connected.",
            ShapeField.optional(
                    "maxAge",
                    AGE,
                    "How old the last value of a scan class may become; 0s for any age. Without it ten cycles, and 10 s at"
                            + " least, where values come at each cycle; any age where they come on change."),
            ShapeField.time(
                    "maxWait",
                    "1s",
                    "1d",
                    null,
                    "How long samples may wait for a sink; any time without it. A sink that publishes in large units, such as"
                            + " parquet, has them wait for as long as a unit takes."),
            ShapeField.optional(
                    FileKeys.SCAN_CLASSES,
                    new Kind.MapOf(new Choice.Only(Shape.of(
                            "age",
                            "Of one scan class.",
                            ShapeField.required("maxAge", AGE, "How old its last value may become; 0s for any age.")))),
                    "The same of single scan classes, by name."));

    /** What an alarm watches for, by its word. */
    static final List<Shape> ALARMS = List.of(
            limit("above", "The published value of a point is above a limit."),
            limit("below", "The published value of a point is below a limit."),
            alarm(
                    "equals",
                    "The published value of a point is this one.",
                    POINTS,
                    ShapeField.required("value", new Kind.Label(), "A number, true or false.")),
            alarm("bad", "The status of a point is Bad.", POINTS),
            alarm(
                    "stale",
                    "No sample of a point has come for a while, good or bad.",
                    POINTS,
                    ShapeField.required("after", Kind.time("100ms", "1d"), "For how long.")),
            alarm(
                    "holds",
                    "A condition over points is true.",
                    ShapeField.required(
                            "condition", Kind.of(FileKeys.NOT_EMPTY), "An expression, as of a computed point.")),
            alarm("disconnected", "A device is not connected.", reference("connection", FileKeys.CONNECTIONS)),
            alarm(
                    "failing",
                    "The receiver of a sink does not take what it is sent.",
                    reference("sink", FileKeys.SINKS)),
            alarm(
                    "backlog",
                    "Too many samples wait for a sink, in memory and on disk.",
                    reference("sink", FileKeys.SINKS),
                    ShapeField.required(
                            "samples", Kind.of(new OptionType.Whole(1, Integer.MAX_VALUE)), "More than that."),
                    ShapeField.whole("hysteresis", 0, Integer.MAX_VALUE, 0, "So many fewer than 'samples' end it.")),
            alarm(
                    "drops",
                    "Samples were lost in the last minute or two; not those that were to be left out.",
                    ShapeField.optional("stream", Kind.of(FileKeys.NAME), "The stream; any without it.")));

    private AlarmShapes() {}

    private static Shape limit(String word, String description) {
        return alarm(
                word,
                description,
                POINTS,
                ShapeField.required("limit", NUMBER, "The limit."),
                ShapeField.optional(
                        "hysteresis",
                        new Kind.Decimal(Kind.Decimal.Range.NOT_NEGATIVE),
                        "0",
                        "How far the value must come back behind the limit to end it."));
    }

    private static ShapeField reference(String name, String section) {
        return ShapeField.optional(name, new Kind.Reference(section), "Its name; any without it.");
    }

    private static Shape alarm(String word, String description, ShapeField... own) {
        List<String> severities = Arrays.stream(AlarmConfig.Severity.values())
                .map(AlarmConfig.Severity::text)
                .toList();
        List<ShapeField> fields = new ArrayList<>(List.of(own));
        fields.add(ShapeField.time("for", "0s", "1d", "0s", "How long that must last to raise the alarm."));
        fields.add(ShapeField.time("clearFor", "0s", "1d", "0s", "How long it must be over to clear the alarm."));
        fields.add(ShapeField.of(Option.choice("severity", severities, severities.get(0), "How bad it is.")));
        fields.add(
                ShapeField.optional("text", Kind.of(FileKeys.NOT_EMPTY), "What to say to people when it is raised."));
        fields.add(ShapeField.optional(
                "labels", new Kind.Labels(), "What it is about, for rules under 'notify' and for receivers."));
        return new Shape(word, description, fields);
    }
}
