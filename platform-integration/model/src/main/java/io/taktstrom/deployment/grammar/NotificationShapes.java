package io.taktstrom.deployment.grammar;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.NotificationConfig;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** How alarms reach people. */
public final class NotificationShapes {

    public static final String RECEIVERS = "receivers";
    public static final String RULES = "rules";

    private static final List<String> SEVERITIES = Arrays.stream(AlarmConfig.Severity.values())
            .map(AlarmConfig.Severity::text)
            .toList();

    private static final Kind NAMES = new Kind.OneOrMore(new Kind.Reference(RECEIVERS));

    private static final Shape RULE = Shape.of(
            "rule",
            "Which alarms go to whom. An alarm that several rules take goes to all that they name.",
            ShapeField.required("to", NAMES, "Receivers that are told when it is raised, and when it is cleared."),
            ShapeField.optional(
                    "severity",
                    new Kind.OneOrMore(Kind.of(new OptionType.Choice(SEVERITIES))),
                    "How bad it must be; any without it."),
            ShapeField.optional("alarms", new Kind.OneOrMore(new Kind.Glob()), "Patterns of names; all without it."),
            ShapeField.optional("labels", new Kind.Labels(), "Labels that the alarm must have, all of them."),
            ShapeField.time(
                    "repeat",
                    "1m",
                    "7d",
                    null,
                    "How often they are told again while it is raised and not acknowledged."),
            ShapeField.optional(
                    "escalateTo", NAMES, "Receivers that are told when it is not acknowledged for 'escalateAfter'."),
            ShapeField.time("escalateAfter", "10s", "7d", "15m", "How long 'escalateTo' waits."),
            ShapeField.of(Option.flag("cleared", true, "Whether they are told when it is cleared.")));

    private NotificationShapes() {}

    static Shape notifications(List<Shape> types, String remedy) {
        List<Shape> receivers = types.stream().map(NotificationShapes::receiver).toList();
        return Shape.of(
                "notify",
                "How alarms reach people, and what is kept of them.",
                ShapeField.optional(
                        "journal",
                        Kind.of(FileKeys.NOT_EMPTY),
                        "File with a line of JSON for each transition of an alarm; beside it, as NAME.state, what must outlive the"
                                + " process: acknowledgements, shelved alarms, notices that wait. A relative path starts at"
                                + " this file's directory. Without it nothing is kept."),
                ShapeField.of(Option.size(
                        "journalSize",
                        1L << 16,
                        1L << 40,
                        16L << 20,
                        "Size of the journal beyond which a new one is started.")),
                ShapeField.whole("journalFiles", 1, 1000, 4, "Former journals that are kept, as NAME.1, NAME.2, ..."),
                ShapeField.time(
                        "maxShelve",
                        "1m",
                        "30d",
                        Durations.format(NotificationConfig.STANDARD_MAX_SHELVE),
                        "Longest time for which an alarm can be shelved."),
                ShapeField.optional(
                        RECEIVERS,
                        new Kind.MapOf(new Choice.ByValue("type", "What it is.", receivers, remedy)),
                        "Who can be told, by name."),
                ShapeField.optional(
                        RULES, new Kind.ListOf(new Choice.Only(RULE)), "Which alarms go to whom; without any, none."));
    }

    private static Shape receiver(Shape type) {
        List<ShapeField> fields = new ArrayList<>(type.fields());
        fields.add(ShapeField.time(
                "groupWithin", "0s", "1h", "5s", "How long a first notice waits for others, which are sent with it."));
        fields.add(ShapeField.whole(
                "maxPerMinute",
                1,
                1000,
                10,
                "Most messages in a minute; what is beyond it waits, and is sent together."));
        return new Shape(type.name(), type.description(), fields);
    }
}
