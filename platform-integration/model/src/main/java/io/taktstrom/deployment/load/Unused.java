package io.taktstrom.deployment.load;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.deployment.grammar.FileKeys;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;

/** What a deployment file defines and nothing uses: most often a name was mistyped elsewhere. */
final class Unused {

    /** So many points are named. */
    private static final int NAMED = 3;

    private final Deployment deployment;
    private final Node.Mapping file;
    private final Problems warnings;

    /** @param file the whole that the deployment was read from */
    Unused(Deployment deployment, Node.Mapping file, Problems warnings) {
        this.deployment = deployment;
        this.file = file;
        this.warnings = warnings;
    }

    /** Adds the warnings. */
    void find() {
        Set<String> connections = new HashSet<>();
        Set<String> scans = new HashSet<>();
        for (PointConfig point : deployment.points()) {
            connections.add(point.connection());
            scans.add(point.scan());
        }
        for (PointBrowse browse : deployment.browses()) {
            connections.add(browse.connection());
            scans.add(browse.scan());
        }
        Set<String> sinks = new HashSet<>();
        deployment.streams().forEach(stream -> sinks.addAll(stream.to()));
        check(
                FileKeys.CONNECTIONS,
                connections,
                "no point is on this connection",
                "list or browse points, or remove it");
        check(FileKeys.SCAN_CLASSES, scans, "no point names this scan class", "name it in a point, or remove it");
        check(FileKeys.SINKS, sinks, "no stream leads to this sink", "name it under 'to' of a stream, or remove it");
        checkPoints();
        Node commands = file.get(FileKeys.COMMANDS);
        // The audit has what is made of alarms, too.
        if (commands != null
                && deployment.alarms().isEmpty()
                && deployment.points().stream().noneMatch(point -> point.point().writable())) {
            warnings.atKey(commands, "no listed point is writable", () -> "say 'writable: true' at those that are");
        }
    }

    private void check(String section, Set<String> used, String message, String hint) {
        if (file.get(section) instanceof Node.Mapping entries) {
            entries.entries().forEach((name, node) -> {
                if (!used.contains(name)) {
                    warnings.atKey(node, message, () -> hint);
                }
            });
        }
    }

    private void checkPoints() {
        Node points = file.get(FileKeys.POINTS);
        List<Predicate<String>> selectors =
                deployment.streams().stream().map(StreamConfig::selector).toList();
        Set<String> inputs = deployment.inputs();
        List<String> lost = deployment.points().stream()
                .map(PointConfig::name)
                .filter(name -> !inputs.contains(name) && selectors.stream().noneMatch(selector -> selector.test(name)))
                .toList();
        if (points != null && !lost.isEmpty()) {
            String names = String.join(", ", lost.subList(0, Math.min(NAMED, lost.size())));
            warnings.atKey(
                    points,
                    "no stream takes " + names
                            + (lost.size() > NAMED ? " and " + (lost.size() - NAMED) + " more" : "")
                            + (lost.size() == 1 ? ", which is not sampled" : ", which are not sampled"),
                    () -> "name them under 'from' of a stream, or remove them");
        }
    }
}
