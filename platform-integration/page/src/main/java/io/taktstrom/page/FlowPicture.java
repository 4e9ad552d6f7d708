package io.taktstrom.page;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.runtime.health.Condition;

/** Gathers what flows where, and keeps what there is room for: in each column first what is not well. One use. */
final class FlowPicture {

    private final int maxNodes;
    private final Map<String, List<Overview.Node>> columns = new LinkedHashMap<>();
    private final Map<String, Overview.Edge> edges = new LinkedHashMap<>();

    FlowPicture(int maxNodes) {
        this.maxNodes = maxNodes;
    }

    void add(Overview.Node node) {
        columns.computeIfAbsent(node.column(), column -> new ArrayList<>()).add(node);
    }

    /** What flows the same way is one. */
    void flows(String from, String to, double rate, long backlog, Condition condition) {
        edges.merge(
                from + "\n" + to,
                new Overview.Edge(from, to, rate, backlog, condition),
                (one, other) -> new Overview.Edge(
                        from,
                        to,
                        one.rate() + other.rate(),
                        Math.max(one.backlog(), other.backlog()),
                        one.condition().or(other.condition())));
    }

    Overview.Flow flow() {
        List<Overview.Node> nodes = new ArrayList<>();
        Map<String, Integer> hidden = new LinkedHashMap<>();
        Set<String> shown = new HashSet<>();
        columns.forEach((column, all) -> {
            List<Overview.Node> chosen = all;
            if (all.size() > maxNodes) {
                hidden.put(column, all.size() - maxNodes);
                chosen = all.stream()
                        .sorted(Comparator.comparing(Overview.Node::condition).reversed())
                        .limit(maxNodes)
                        .toList();
            }
            for (Overview.Node node : chosen) {
                shown.add(node.id());
                nodes.add(new Overview.Node(
                        node.id(),
                        column,
                        DisplayText.of(node.name()),
                        node.condition(),
                        DisplayText.of(node.text()),
                        DisplayText.sentence(node.detail())));
            }
        });
        List<Overview.Edge> visible = edges.values().stream()
                .filter(edge -> shown.contains(edge.from()) && shown.contains(edge.to()))
                .toList();
        return new Overview.Flow(nodes, visible, hidden);
    }
}
