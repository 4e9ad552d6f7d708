package io.taktstrom.deployment.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.SpillConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.expression.Expression;
import io.taktstrom.model.Glob;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Reads streams, once all points are known. One use. */
final class StreamReader {

    /** Each pattern may be tried on each point: more of them would cost minutes. */
    private static final int MAX_PATTERNS = 1000;

    private static final List<String> OF_SPILL = List.of("disk", "maxAge", "sync", "persist", "replayRate", "folder");

    private final LoadContext context;
    private final ShapeReader shapes;
    private final Problems problems;
    private final Choice choice;
    private final PointReader points;
    private final Set<String> alarms;
    private final ExpressionReader expressions;
    private int patterns;

    /** @param alarms their names, right or wrong */
    StreamReader(
            LoadContext context,
            ShapeReader shapes,
            Choice choice,
            PointReader points,
            ExpressionReader expressions,
            Set<String> alarms) {
        this.expressions = expressions;
        this.context = context;
        this.shapes = shapes;
        problems = context.problems();
        this.choice = choice;
        this.points = points;
        this.alarms = alarms;
    }

    /** Those that are right. */
    List<StreamConfig> read(List<Node> nodes) {
        List<StreamConfig> streams = new ArrayList<>();
        Map<String, Node> names = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            Checked checked = shapes.read(node, choice);
            if (checked != null) {
                String name = checked.texts().getOrDefault("id", "stream" + (i + 1));
                Node first = names.putIfAbsent(name, node);
                if (first != null) {
                    String lines = first.file().equals(node.file())
                            ? "on lines " + first.line() + " and " + node.line()
                            : "the other time at " + first.place();
                    problems.at(node, "stream '" + name + "' is defined twice, " + lines, "give one another id");
                }
                checkPatterns(checked.node().get("from"));
                RingConfig ring = ring(checked.shape(), checked.node().get("ring"));
                List<PartConfig> stages = stages(checked.shape(), checked.node().get("stages"));
                Expression when = expressions.condition(checked.node().get("when"));
                if (checked.valid()) {
                    streams.add(new StreamConfig(name, checked.list("from"), checked.list("to"), ring, stages, when));
                }
            }
        }
        return streams;
    }

    private void checkPatterns(@Nullable Node from) {
        for (Node node : LoadContext.oneOrMore(from)) {
            if (++patterns == MAX_PATTERNS + 1) {
                problems.at(
                        node,
                        "the streams have more than " + MAX_PATTERNS + " patterns",
                        "take many points with one pattern: ** stands for any run of characters");
            }
            if (patterns > MAX_PATTERNS) {
                return;
            }
            if (node instanceof Node.Scalar scalar && !points.isIncomplete() && !matchesAny(scalar.text())) {
                problems.at(
                        node,
                        "no point matches '" + scalar.text() + "'",
                        "* stays within a segment, ** goes over dots");
            }
        }
    }

    private boolean matchesAny(String pattern) {
        Glob glob = Glob.of(pattern);
        return points.names().stream().anyMatch(glob::matches)
                || alarms.stream().anyMatch(name -> glob.matches(AlarmConfig.PREFIX + name))
                || points.browses().stream().anyMatch(browse -> browse.mayBring(pattern));
    }

    private RingConfig ring(Shape stream, @Nullable Node node) {
        Checked checked = shapes.read(node, stream.choice("ring"));
        if (checked == null || !checked.valid()) {
            return RingConfig.STANDARD;
        }
        int capacity = checked.whole("capacity");
        OverflowPolicy onFull = OverflowPolicy.of(checked.text("onFull"));
        if (onFull == OverflowPolicy.SPILL) {
            return new RingConfig(capacity, onFull, spill(checked));
        }
        for (String field : OF_SPILL) {
            Node of = checked.node().get(field);
            if (of != null) {
                problems.at(
                        of,
                        "is for a buffer on disk, and this ring has onFull: " + onFull.text(),
                        "write onFull: spill, or remove it");
            }
        }
        return new RingConfig(capacity, onFull);
    }

    private static SpillConfig spill(Checked checked) {
        String folder = checked.optional("folder");
        return new SpillConfig(
                folder == null ? "" : folder,
                ByteSize.parse(checked.text("disk")),
                checked.time("maxAge"),
                checked.time("sync"),
                checked.text("persist").equals(SpillConfig.Persist.ALWAYS.text())
                        ? SpillConfig.Persist.ALWAYS
                        : SpillConfig.Persist.ON_FULL,
                checked.whole("replayRate"));
    }

    private List<PartConfig> stages(Shape stream, @Nullable Node node) {
        List<PartConfig> stages = new ArrayList<>();
        Choice kinds = stream.choice("stages");
        for (Node item : context.items(node)) {
            Checked checked = shapes.read(item, kinds);
            if (checked != null) {
                stages.add(PartConfig.stage(checked.shape().name(), checked.options()));
            }
        }
        return stages;
    }
}
