package io.taktstrom.deployment.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.deployment.NotificationConfig;
import io.taktstrom.deployment.NotificationConfig.Receiver;
import io.taktstrom.deployment.NotificationConfig.Rule;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.NotificationShapes;
import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.Glob;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Reads how alarms reach people. One use. */
final class NotificationReader {

    private static final Duration ANY_AGE = Duration.ofDays(36_500);

    private final LoadContext context;
    private final ShapeReader shapes;
    private final Problems problems;
    private final Map<String, AlarmConfig> alarms;

    /** @param alarms those of the file that are right */
    NotificationReader(LoadContext context, ShapeReader shapes, Map<String, AlarmConfig> alarms) {
        this.context = context;
        this.shapes = shapes;
        this.alarms = alarms;
        problems = context.problems();
    }

    NotificationConfig read(@Nullable Node node, Choice choice) {
        Checked checked = LoadContext.isEmpty(node) ? null : shapes.read(node, choice);
        if (checked == null) {
            return NotificationConfig.NONE;
        }
        Map<String, Receiver> receivers = new LinkedHashMap<>();
        Choice types = checked.shape().choice(NotificationShapes.RECEIVERS);
        context.entries(checked.node().get(NotificationShapes.RECEIVERS)).forEach((name, receiver) -> {
            Checked one = shapes.read(receiver, types);
            if (one != null && one.valid()) {
                receivers.put(name, receiver(name, one));
            }
        });
        List<Rule> rules = new ArrayList<>();
        Choice rule = checked.shape().choice(NotificationShapes.RULES);
        context.items(checked.node().get(NotificationShapes.RULES)).forEach(item -> {
            Checked one = shapes.read(item, rule);
            if (one != null && one.valid()) {
                checkPatterns(one);
                rules.add(rule(one));
            }
        });
        if (!checked.valid() || problems.count() > 0) {
            return NotificationConfig.NONE;
        }
        String journal = checked.optional("journal");
        return new NotificationConfig(
                journal == null
                        ? null
                        : new AuditConfig(
                                journal,
                                ByteSize.parse(checked.text("journalSize")),
                                ANY_AGE,
                                checked.whole("journalFiles")),
                checked.time("maxShelve"),
                receivers,
                rules);
    }

    private static Receiver receiver(String name, Checked checked) {
        Map<String, String> options = checked.options();
        options.remove("groupWithin");
        options.remove("maxPerMinute");
        return new Receiver(
                new PartConfig("receiver", name, checked.shape().name(), options),
                checked.time("groupWithin"),
                checked.whole("maxPerMinute"));
    }

    private static Rule rule(Checked checked) {
        String repeat = checked.optional("repeat");
        return new Rule(
                checked.list("severity"),
                checked.list("alarms"),
                checked.labels("labels"),
                checked.list("to"),
                repeat == null ? null : Durations.parse(repeat),
                checked.list("escalateTo"),
                checked.time("escalateAfter"),
                checked.flag("cleared"));
    }

    private void checkPatterns(Checked rule) {
        for (String pattern : rule.list("alarms")) {
            Glob glob = Glob.of(pattern);
            if (problems.count() == 0 && alarms.keySet().stream().noneMatch(glob::matches)) {
                problems.at(
                        rule.node(),
                        "no alarm matches '" + pattern + "'",
                        () -> Closest.hint(pattern, alarms.keySet()));
            }
        }
    }
}
