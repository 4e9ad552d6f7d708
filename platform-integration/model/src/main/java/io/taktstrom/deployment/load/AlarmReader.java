package io.taktstrom.deployment.load;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.expression.Expression;
import io.taktstrom.model.Glob;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Reads health and alarms, once all else is known. One use. */
final class AlarmReader {

    private final ShapeReader shapes;
    private final Problems problems;
    private final PointReader points;
    private final List<StreamConfig> streams;
    private final ExpressionReader expressions;

    AlarmReader(
            ShapeReader shapes,
            Problems problems,
            PointReader points,
            ExpressionReader expressions,
            List<StreamConfig> streams) {
        this.expressions = expressions;
        this.shapes = shapes;
        this.problems = problems;
        this.points = points;
        this.streams = streams;
    }

    /** @param known names of scan classes */
    HealthConfig health(@Nullable Node node, Choice choice, Set<String> known) {
        Checked checked = shapes.read(node, choice);
        if (checked == null) {
            return HealthConfig.STANDARD;
        }
        Map<String, Duration> ages = new LinkedHashMap<>();
        Choice ofScan = checked.shape().choice(FileKeys.SCAN_CLASSES);
        if (checked.node().get(FileKeys.SCAN_CLASSES) instanceof Node.Mapping entries) {
            entries.entries().forEach((name, age) -> {
                Checked one = shapes.read(age, ofScan);
                if (!known.contains(name)) {
                    problems.atKey(age, "unknown scan class '" + name + "'", () -> Closest.hint(name, known));
                } else if (one != null && one.valid()) {
                    ages.put(name, one.time("maxAge"));
                }
            });
        }
        return checked.valid()
                ? new HealthConfig(checked.optionalTime("maxAge"), checked.optionalTime("maxWait"), ages)
                : HealthConfig.STANDARD;
    }

    /** Of a mapping that has been checked; null when its points or its stream are wrong, which is then among the problems. */
    @Nullable
    AlarmConfig alarm(String name, Checked checked) {
        int before = problems.count();
        AlarmRule rule = rule(name, checked);
        String point = AlarmConfig.PREFIX + name;
        if (points.names().contains(point)) {
            problems.at(
                    checked.node(),
                    "point '" + point + "' is listed, and this alarm would be it",
                    "rename one of them");
        }
        if (rule instanceof AlarmRule.OfPoints ofPoints && !(rule instanceof AlarmRule.Holds)) {
            checkPatterns(checked.node(), ofPoints.points());
        } else if (rule instanceof AlarmRule.Drops drops) {
            checkStream(checked.node(), drops.stream());
        } else if (rule instanceof AlarmRule.Backlog backlog && backlog.hysteresis() > backlog.samples()) {
            problems.at(
                    Objects.requireNonNull(checked.node().get("hysteresis")),
                    "a hysteresis of " + backlog.hysteresis() + " is more than the " + backlog.samples()
                            + " samples: no backlog is small enough to end the alarm",
                    "it ends at 'samples' less 'hysteresis'");
        }
        if (rule == null || problems.count() > before) {
            return null;
        }
        AlarmConfig.Severity severity = Stream.of(AlarmConfig.Severity.values())
                .filter(each -> each.text().equals(checked.text("severity")))
                .findFirst()
                .orElseThrow();
        return new AlarmConfig(
                name,
                rule,
                checked.time("for"),
                checked.time("clearFor"),
                severity,
                Objects.requireNonNullElse(checked.optional("text"), ""),
                checked.labels("labels"));
    }

    /** Null when its condition is wrong. */
    private @Nullable AlarmRule rule(String alarm, Checked checked) {
        List<String> patterns = checked.list("points");
        return switch (checked.shape().name()) {
            case "above" -> new AlarmRule.Limit(patterns, true, checked.number("limit"), checked.number("hysteresis"));
            case "below" -> new AlarmRule.Limit(patterns, false, checked.number("limit"), checked.number("hysteresis"));
            case "equals" -> new AlarmRule.Equal(patterns, value(checked));
            case "bad" -> new AlarmRule.Bad(patterns);
            case "stale" -> new AlarmRule.Stale(patterns, checked.time("after"));
            case "holds" -> {
                Expression condition = expressions.condition(checked.node().get("condition"));
                yield condition == null ? null : new AlarmRule.Holds(alarm, condition);
            }
            case "disconnected" -> new AlarmRule.Disconnected(name(checked, "connection"));
            case "failing" -> new AlarmRule.Failing(name(checked, "sink"));
            case "backlog" ->
                new AlarmRule.Backlog(
                        name(checked, "sink"),
                        Long.parseLong(checked.text("samples")),
                        Long.parseLong(checked.text("hysteresis")));
            default -> new AlarmRule.Drops(name(checked, "stream"));
        };
    }

    private static String name(Checked checked, String field) {
        return Objects.requireNonNullElse(checked.optional(field), "");
    }

    private double value(Checked checked) {
        String text = checked.text("value");
        if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
            return text.equalsIgnoreCase("true") ? 1 : 0;
        }
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            problems.at(
                    Objects.requireNonNull(checked.node().get("value")),
                    "'" + text + "' is not a number, true or false",
                    "texts cannot be watched");
            return 0;
        }
    }

    private void checkPatterns(Node.Mapping alarm, List<String> patterns) {
        List<Predicate<String>> taken =
                streams.stream().map(StreamConfig::selector).toList();
        for (String pattern : patterns) {
            Glob glob = Glob.of(pattern);
            if (points.isIncomplete() || points.browses().stream().anyMatch(browse -> browse.mayBring(pattern))) {
                continue;
            }
            List<String> matched = points.names().stream().filter(glob::matches).toList();
            if (matched.isEmpty()) {
                problems.at(
                        alarm,
                        "no point matches '" + pattern + "'",
                        () -> Closest.hint(pattern, List.copyOf(points.names())));
            } else if (matched.stream().noneMatch(expressions::needs)
                    && matched.stream().noneMatch(name -> taken.stream().anyMatch(by -> by.test(name)))) {
                problems.at(
                        alarm,
                        "no stream takes '" + matched.get(0) + "', so it is not sampled",
                        "name it under 'from' of a stream");
            }
        }
    }

    private void checkStream(Node.Mapping alarm, String name) {
        List<String> names = streams.stream().map(StreamConfig::name).toList();
        if (!name.isEmpty() && !names.contains(name)) {
            problems.at(alarm, "unknown stream '" + name + "'", () -> Closest.hint(name, names));
        }
    }
}
