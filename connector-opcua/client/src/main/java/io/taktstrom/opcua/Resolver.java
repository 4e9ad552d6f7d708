package io.taktstrom.opcua;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.UaGroup.Resolved;
import io.taktstrom.opcua.stack.Attributes;
import io.taktstrom.opcua.stack.Attributes.VariableFacts;
import io.taktstrom.opcua.stack.EventSelection;
import io.taktstrom.opcua.stack.NodeRef;
import io.taktstrom.opcua.stack.References;
import io.taktstrom.opcua.stack.UaLink;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Finds the nodes of points, their types, and how their values look: a few round trips, however many points. */
final class Resolver {

    private final UaLink link;
    private final Namespaces namespaces;
    private final Shapes shapes;

    /** A point on its way. */
    private static final class Pending {
        final DataPoint point;
        final int index;
        final NodeRef node;
        final VariableFacts facts;
        final WireType type;

        Pending(DataPoint point, int index, NodeRef node, VariableFacts facts, WireType type) {
            this.point = point;
            this.index = index;
            this.node = node;
            this.facts = facts;
            this.type = type;
        }
    }

    Resolver(UaLink link, Namespaces namespaces, Shapes shapes) {
        this.link = link;
        this.namespaces = namespaces;
        this.shapes = shapes;
    }

    /** What points hold of the connection's memory. */
    static long held(List<Resolved> resolved) {
        return resolved.stream().mapToLong(Resolved::held).sum();
    }

    /**
     * One for each point; a problem of one is told and costs the others nothing. Whoever lets them go gives back what they
     * {@linkplain #held hold}.
     */
    List<Resolved> resolve(List<DataPoint> points, Deadline deadline, Consumer<String> problem)
            throws ConnectorException {
        Resolved[] resolved = new Resolved[points.size()];
        Map<String, NodeRef> nodes = new HashMap<>();
        Map<String, Integer> refused = new HashMap<>();
        followPaths(points, nodes, refused, deadline);
        for (int i = 0; i < resolved.length; i++) {
            String address = points.get(i).address();
            if (EventAddress.isOne(address)) {
                EventSelection events = EventAddress.parse(address, namespaces);
                resolved[i] = events == null
                        ? Resolved.bad(StatusCode.BAD_NODE_ID_INVALID)
                        : Resolved.events(events, shapes.ofEvents());
                continue;
            }
            NodeRef node = BrowsePath.isPath(address) ? nodes.get(address) : namespaces.node(address);
            if (node == null) {
                int unknown =
                        namespaces.isForm(address) ? StatusCode.BAD_NODE_ID_UNKNOWN : StatusCode.BAD_NODE_ID_INVALID;
                resolved[i] = Resolved.bad(refused.getOrDefault(address, unknown));
            } else {
                nodes.put(address, node);
            }
        }
        List<NodeRef> distinct = nodes.values().stream().distinct().toList();
        List<VariableFacts> answers =
                distinct.isEmpty() ? List.of() : link.attributes().facts(distinct, deadline);
        Map<NodeRef, VariableFacts> facts = new HashMap<>();
        for (int i = 0; i < answers.size(); i++) {
            facts.put(distinct.get(i), answers.get(i));
        }
        List<Pending> open = new ArrayList<>();
        for (int i = 0; i < resolved.length; i++) {
            NodeRef node = nodes.get(points.get(i).address());
            if (node != null) {
                VariableFacts fact = Objects.requireNonNull(facts.get(node));
                if (StatusCode.isBad(fact.status())) {
                    resolved[i] = Resolved.bad(fact.status());
                } else {
                    open.add(new Pending(points.get(i), i, node, fact, type(fact, deadline)));
                }
            }
        }
        boolean done = false;
        try {
            settle(open, resolved, deadline, problem);
            fitIntoOneBatch(points, resolved, problem);
            done = true;
            return List.of(resolved);
        } finally {
            if (!done) {
                link.memory()
                        .giveBack(held(
                                Arrays.stream(resolved).filter(Objects::nonNull).toList()));
            }
        }
    }

    private WireType type(VariableFacts facts, Deadline deadline) throws ConnectorException {
        NodeRef dataType = facts.dataType();
        return dataType == null ? new WireType.Open() : link.dataTypes().get(dataType, deadline);
    }

    /** A batch counts its bytes with an int, whatever is granted. */
    private void fitIntoOneBatch(List<DataPoint> points, Resolved[] resolved, Consumer<String> problem) {
        long bytes = 0;
        for (int i = 0; i < resolved.length; i++) {
            VariableLayout layout = resolved[i].layout();
            long needed = layout == null ? 0 : layout.arenaBytes();
            if (bytes + needed > Integer.MAX_VALUE) {
                problem.accept(points.get(i).address() + " at " + link.where() + ": with the points before it, its "
                        + needed + " bytes are more than one batch holds; put it into another group");
                link.memory().giveBack(resolved[i].held());
                resolved[i] = Resolved.bad(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
            } else {
                bytes += needed;
            }
        }
    }

    private void followPaths(
            List<DataPoint> points, Map<String, NodeRef> nodes, Map<String, Integer> refused, Deadline deadline)
            throws ConnectorException {
        List<String> addresses = new ArrayList<>();
        List<List<References.Name>> paths = new ArrayList<>();
        for (DataPoint point : points) {
            List<References.Name> path = BrowsePath.isPath(point.address()) ? BrowsePath.parse(point.address()) : null;
            if (path != null) {
                addresses.add(point.address());
                paths.add(path);
            }
        }
        List<References.Target> targets = link.references().follow(paths, deadline);
        for (int i = 0; i < targets.size(); i++) {
            NodeRef node = targets.get(i).node();
            if (node == null) {
                refused.put(addresses.get(i), targets.get(i).status());
            } else {
                nodes.put(addresses.get(i), node);
            }
        }
    }

    private void settle(List<Pending> open, Resolved[] resolved, Deadline deadline, Consumer<String> problem)
            throws ConnectorException {
        List<Pending> sampled = new ArrayList<>();
        for (Pending each : open) {
            if (shapes.needsSample(each.type, each.facts.valueRank(), each.facts.dimensions())) {
                sampled.add(each);
            } else {
                resolved[each.index] = resolved(each, null, problem);
            }
        }
        if (sampled.isEmpty()) {
            return;
        }
        deadline.check("look at values at " + link.where());
        Decoding decoding = new Decoding();
        link.attributes()
                .read(Attributes.values(sampled.stream().map(each -> each.node).toList()), (index, dataValue) -> {
                    Pending each = sampled.get(index);
                    if (resolved[each.index] == null) {
                        decoding.in().reset(dataValue, dataValue.position(), dataValue.limit());
                        decoding.next();
                        resolved[each.index] = resolved(each, decoding, problem);
                    }
                });
    }

    private Resolved resolved(Pending each, @Nullable Decoding sample, Consumer<String> problem) {
        Shapes.Found found;
        try {
            found = shapes.find(
                    each.type,
                    each.facts.valueRank(),
                    each.facts.dimensions(),
                    each.point.type(),
                    sample == null ? null : sample.frame(),
                    sample == null ? null : sample.in());
        } catch (MalformedFrameException e) {
            problem.accept(each.point.address() + " at " + link.where() + ": its value is not as its type is defined: "
                    + e.getMessage());
            return Resolved.bad(StatusCode.BAD_DECODING_ERROR);
        }
        if (!found.problem().isEmpty()) {
            problem.accept(each.point.address() + " at " + link.where() + ": " + found.problem());
        }
        return Resolved.variable(each.node, found, each.facts);
    }
}
