package io.taktstrom.connect.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

import io.taktstrom.deployment.ComputedConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.expression.Expression;

/** Connections that one task must have together, since an expression reads points of all of them. */
final class JoinedConnections {

    /** Before the name of a computed point, in place of a connection. */
    private static final String COMPUTED = "=";

    private final Deployment deployment;
    /** Where each point comes from. */
    private final Map<String, String> origins = new HashMap<>();
    /** Another member of the group, as far as the one that stands for it. */
    private final Map<String, String> parents = new HashMap<>();

    private JoinedConnections(Deployment deployment) {
        this.deployment = deployment;
        for (PointConfig point : deployment.points()) {
            origins.put(point.point().name(), point.connection());
        }
        for (ComputedConfig each : deployment.computed()) {
            origins.put(each.point().name(), COMPUTED + each.point().name());
        }
    }

    /** All connections of a deployment: those that belong together in one list, in the order of their names. */
    static Collection<List<String>> of(Deployment deployment) {
        JoinedConnections joined = new JoinedConnections(deployment);
        for (ComputedConfig each : deployment.computed()) {
            joined.join(each.expression(), Stream.of(each.point().name()));
        }
        deployment.streams().forEach(joined::join);
        Map<String, TreeSet<String>> groups = new TreeMap<>();
        for (String connection : deployment.connections().keySet()) {
            groups.computeIfAbsent(joined.root(connection), root -> new TreeSet<>())
                    .add(connection);
        }
        return groups.values().stream().map(List::copyOf).toList();
    }

    /** Each task that has a point of the stream needs its condition. */
    private void join(StreamConfig stream) {
        Expression when = stream.when();
        if (when != null) {
            Predicate<String> takes = stream.selector();
            join(when, origins.keySet().stream().filter(takes));
            // Which points a device has is not known here.
            String first =
                    when.inputs().isEmpty() ? null : origins.get(when.inputs().get(0));
            for (PointBrowse browse : deployment.browses()) {
                if (first != null) {
                    join(first, browse.connection());
                }
            }
        }
    }

    private void join(Expression expression, Stream<String> more) {
        List<String> nodes = Stream.concat(expression.inputs().stream(), more)
                .filter(origins::containsKey)
                .map(origins::get)
                .toList();
        for (int i = 1; i < nodes.size(); i++) {
            join(nodes.get(0), nodes.get(i));
        }
    }

    private void join(String one, String other) {
        String root = root(one);
        String otherRoot = root(other);
        if (!root.equals(otherRoot)) {
            parents.put(otherRoot, root);
        }
    }

    private String root(String node) {
        String at = node;
        for (String parent = parents.get(at); parent != null; parent = parents.get(at)) {
            at = parent;
        }
        return at;
    }
}
