package io.taktstrom.deployment.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.taktstrom.deployment.ComputedConfig;
import io.taktstrom.deployment.ComputedConfig.OnBad;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.expression.Expression;
import io.taktstrom.expression.ExpressionException;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Reads expressions: of computed points, then conditions. All other points are known by then. One use. */
final class ExpressionReader {

    /** Each takes some 10 KB, and a millisecond or two to check. */
    private static final int MAX_EXPRESSIONS = 5_000;

    /** Most computed points, of which each needs the next. */
    private static final int MAX_DEPTH = 100;

    /** Most characters of an expression that a message shows. */
    private static final int SHOWN = 80;

    private record Entry(Checked checked, Node.Scalar place, Expression expression) {}

    private final Problems problems;
    private final PointReader points;
    /** By point; null where only the device knows. */
    private final Map<String, @Nullable DataType> types = new HashMap<>();

    private boolean areTypesKnown;

    private final Set<String> inputs = new HashSet<>();
    private final Map<String, Entry> entries = new LinkedHashMap<>();
    private final List<ComputedConfig> computed = new ArrayList<>();
    private int count;

    ExpressionReader(Problems problems, PointReader points) {
        this.problems = problems;
        this.points = points;
        if (!points.computed().isEmpty()) {
            readComputed();
        }
    }

    /** Those that are right, each after those that it needs. */
    List<ComputedConfig> computed() {
        return computed;
    }

    boolean isComputed(String point) {
        return entries.containsKey(point);
    }

    /** Whether a point has samples although no stream takes it. */
    boolean needs(String point) {
        return inputs.contains(point) || isComputed(point);
    }

    private void readComputed() {
        count = points.computed().size();
        if (count > MAX_EXPRESSIONS) {
            tooMany(points.computed().get(MAX_EXPRESSIONS).node());
            return;
        }
        for (Checked checked : points.computed()) {
            Expression expression = parse(checked.node().get("compute"));
            if (expression != null && checked.valid() && checked.node().get("compute") instanceof Node.Scalar place) {
                entries.putIfAbsent(checked.text("id"), new Entry(checked, place, expression));
            }
        }
        Set<String> done = new HashSet<>();
        entries.keySet().forEach(name -> add(name, new LinkedHashSet<>(), done));
    }

    /** Adds a computed point after those that it needs; on the way are those that need it. */
    private void add(String name, Set<String> way, Set<String> done) {
        Entry entry = entries.get(name);
        if (entry == null || done.contains(name)) {
            return;
        }
        if (!way.add(name)) {
            List<String> circle = new ArrayList<>(way);
            circle = circle.subList(circle.indexOf(name), circle.size());
            problems.at(
                    entry.place(),
                    "computed points need each other: " + String.join(" -> ", circle) + " -> " + name,
                    "compute one of them from other points");
            done.addAll(circle);
            return;
        }
        if (way.size() > MAX_DEPTH) {
            problems.at(
                    entry.place(),
                    "computed points need each other more than " + MAX_DEPTH + " deep",
                    "write several of them as one expression");
            done.add(name);
        } else {
            entry.expression().inputs().forEach(input -> add(input, way, done));
        }
        way.remove(name);
        if (done.add(name)) {
            int before = problems.count();
            DataType type = check(entry.place(), entry.expression());
            types.put(name, type);
            if (problems.count() == before) {
                Checked checked = entry.checked();
                computed.add(ComputedConfig.of(
                        name,
                        entry.expression(),
                        type,
                        OnBad.of(checked.text("onBad")),
                        checked.text("unit"),
                        checked.labels("labels")));
            }
        }
    }

    /** An expression that is true or false; null when there is none, or it is wrong, which is then among the problems. */
    @Nullable
    Expression condition(@Nullable Node node) {
        if (node != null && ++count > MAX_EXPRESSIONS) {
            tooMany(node);
            return null;
        }
        int before = problems.count();
        Expression expression = parse(node);
        if (expression == null || !(node instanceof Node.Scalar place)) {
            return null;
        }
        DataType type = check(place, expression);
        if (problems.count() == before && type != null && type != ScalarType.BOOL) {
            problems.at(
                    place,
                    "'" + expression + "' is of type " + type.text() + ", and a condition is true or false",
                    "compare it with something");
        }
        return problems.count() == before ? expression : null;
    }

    private void tooMany(Node node) {
        problems.at(
                node,
                "the file has " + count + " expressions or more (maximum " + MAX_EXPRESSIONS + ")",
                "divide the deployment");
    }

    private @Nullable Expression parse(@Nullable Node node) {
        if (!(node instanceof Node.Scalar scalar)) {
            return null;
        }
        try {
            return Expression.parse(scalar.text());
        } catch (ExpressionException e) {
            report(scalar, e);
            return null;
        }
    }

    private @Nullable DataType check(Node.Scalar place, Expression expression) {
        int before = problems.count();
        if (expression.references().isEmpty()) {
            problems.at(place, "'" + expression + "' names no point", "without one it would never be computed");
        }
        for (Expression.Reference reference : expression.references()) {
            String point = reference.point();
            inputs.add(point);
            if (!isKnown(point)) {
                report(
                        place,
                        reference.line(),
                        reference.column(),
                        "unknown point '" + point + "'",
                        Closest.hint(point, List.copyOf(points.names())));
            }
        }
        if (problems.count() > before) {
            return null;
        }
        try {
            return expression.check(this::typeOf);
        } catch (ExpressionException e) {
            report(place, e);
            return null;
        }
    }

    private boolean isKnown(String point) {
        return points.isIncomplete()
                || points.names().contains(point)
                || points.browses().stream().anyMatch(browse -> browse.mayBring(point));
    }

    private @Nullable DataType typeOf(String point) {
        if (!areTypesKnown) {
            areTypesKnown = true;
            points.points()
                    .forEach(each -> types.putIfAbsent(
                            each.name(),
                            each.isScaled() ? ScalarType.LREAL : each.point().type()));
        }
        return types.get(point);
    }

    private void report(Node.Scalar place, ExpressionException e) {
        report(place, e.line(), e.column(), Objects.requireNonNull(e.getMessage()), e.hint());
    }

    /** At the character of the file, if it can be told; the message says it in any case. */
    private void report(Node.Scalar place, int line, int column, String message, String hint) {
        List<String> lines = place.text().lines().toList();
        String shown = lines.size() < line ? place.text() : lines.get(line - 1);
        if (shown.length() > SHOWN) {
            int from = Math.max(0, Math.min(column - SHOWN / 2, shown.length() - SHOWN));
            shown = (from > 0 ? "..." : "")
                    + shown.substring(from, from + SHOWN)
                    + (from + SHOWN < shown.length() ? "..." : "");
        }
        String where = (lines.size() > 1 ? "line " + line + ", " : "") + "column " + column;
        problems.atCharacter(
                place, line > 1 ? 0 : column - 1, message + ", in " + where + " of '" + shown + "'", () -> hint);
    }
}
