package io.taktstrom.opcua.address;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.StringType;
import io.taktstrom.opcua.service.Attributes;
import io.taktstrom.opcua.service.Attributes.VariableFacts;
import io.taktstrom.opcua.service.EventSelection;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.References;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** Finds the nodes of points, their types, and how their values look: a few round trips, however many points. */
public final class Resolver {

    private final Services services;
    private final UaLink link;
    private final Namespaces namespaces;
    private final Shapes shapes;

    /** A point on its way. */
    private record Pending(DataPoint point, int index, NodeRef node, VariableFacts facts, WireType type) {}

    public Resolver(Services services, Namespaces namespaces, Shapes shapes) {
        this.services = services;
        this.link = services.link();
        this.namespaces = namespaces;
        this.shapes = shapes;
    }

    /** Null for a variable, the node or path of which is added; otherwise what became of the point. */
    private @Nullable Resolved understood(
            DataPoint point, Map<String, NodeRef> nodes, Map<String, PathAddress> paths, Consumer<String> problem) {
        String text = point.address();
        OpcUaAddress address;
        try {
            address = OpcUaAddress.parse(text);
        } catch (IllegalArgumentException e) {
            problem.accept(text + " at " + link.where() + ": " + e.getMessage());
            return Resolved.bad(StatusCode.BAD_NODE_ID_INVALID);
        }
        if (address instanceof EventAddress events) {
            String mismatch = mismatch(events, point);
            if (!mismatch.isEmpty()) {
                problem.accept(text + " at " + link.where() + ": " + mismatch);
                return Resolved.bad(StatusCode.BAD_TYPE_MISMATCH);
            }
            EventSelection selection = events.in(namespaces);
            return selection == null
                    ? refused(text, StatusCode.BAD_NODE_ID_UNKNOWN, "namespace", problem)
                    : Resolved.events(selection, shapes.ofEvents());
        }
        NodeRef node = address instanceof NodeAddress direct ? direct.in(namespaces) : null;
        if (address instanceof PathAddress path) {
            paths.put(text, path);
        } else if (node == null) {
            return refused(text, StatusCode.BAD_NODE_ID_UNKNOWN, "namespace", problem);
        } else {
            nodes.put(text, node);
        }
        return null;
    }

    /** What is wrong with a point, as far as that can be said without its server; empty when nothing is known to be. */
    public static Optional<String> wrong(DataPoint point) {
        try {
            String mismatch =
                    OpcUaAddress.parse(point.address()) instanceof EventAddress events ? mismatch(events, point) : "";
            return mismatch.isEmpty() ? Optional.empty() : Optional.of(mismatch);
        } catch (IllegalArgumentException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String mismatch(EventAddress events, DataPoint point) {
        DataType type = point.type();
        return type == null || type instanceof StringType
                ? ""
                : "events of " + events.notifier().id() + " are text, not " + type.text() + "; leave the type out";
    }

    /** What points hold of the connection's memory. */
    static long held(List<Resolved> resolved) {
        return resolved.stream().mapToLong(Resolved::held).sum();
    }

    /**
     * One for each point; a problem of one is told and costs the others nothing. The one that lets them go gives back what they
     * {@linkplain #held hold}.
     */
    public List<Resolved> resolve(List<DataPoint> points, Deadline deadline, Consumer<String> problem)
            throws ConnectorException {
        Resolved[] resolved = new Resolved[points.size()];
        Map<String, NodeRef> nodes = new HashMap<>();
        Map<String, PathAddress> paths = new LinkedHashMap<>();
        for (int i = 0; i < resolved.length; i++) {
            resolved[i] = understood(points.get(i), nodes, paths, problem);
        }
        Map<String, Integer> refused = follow(paths, nodes, deadline);
        List<NodeRef> distinct = nodes.values().stream().distinct().toList();
        List<VariableFacts> answers =
                distinct.isEmpty() ? List.of() : services.attributes().facts(distinct, deadline);
        Map<NodeRef, VariableFacts> facts = new HashMap<>();
        for (int i = 0; i < answers.size(); i++) {
            facts.put(distinct.get(i), answers.get(i));
        }
        List<Pending> open = new ArrayList<>();
        for (int i = 0; i < resolved.length; i++) {
            String address = points.get(i).address();
            NodeRef node = nodes.get(address);
            if (refused.containsKey(address) && resolved[i] == null) {
                resolved[i] = refused(address, Objects.requireNonNull(refused.get(address)), "path", problem);
            } else if (node != null && resolved[i] == null) {
                VariableFacts fact = Objects.requireNonNull(facts.get(node));
                if (StatusCode.isBad(fact.status())) {
                    resolved[i] = refused(address, fact.status(), "node", problem);
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

    /** @param what the server does not have, if its status says that */
    private Resolved refused(String address, int status, String what, Consumer<String> problem) {
        String name = StatusCode.name(status);
        boolean missing = status == StatusCode.BAD_NODE_ID_UNKNOWN || name.equals("Bad_NoMatch");
        problem.accept(address + " at " + link.where() + ": "
                + (missing ? "the server does not have this " + what : "the server refuses this " + what) + " (" + name
                + "); check the address");
        return Resolved.bad(status);
    }

    private WireType type(VariableFacts facts, Deadline deadline) throws ConnectorException {
        NodeRef dataType = facts.dataType();
        return dataType == null ? new WireType.Open() : services.dataTypes().get(dataType, deadline);
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

    /** Adds the nodes that paths lead to; the statuses of those that lead nowhere. */
    private Map<String, Integer> follow(Map<String, PathAddress> paths, Map<String, NodeRef> nodes, Deadline deadline)
            throws ConnectorException {
        Map<String, Integer> refused = new HashMap<>();
        Iterator<References.Target> targets = services.references()
                .follow(paths.values().stream().map(PathAddress::names).toList(), deadline)
                .iterator();
        for (String address : paths.keySet()) {
            References.Target target = targets.next();
            NodeRef node = target.node();
            if (node == null) {
                refused.put(address, target.status());
            } else {
                nodes.put(address, node);
            }
        }
        return refused;
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
        services.attributes()
                .read(Attributes.values(sampled.stream().map(each -> each.node).toList()), (index, in, from, to) -> {
                    Pending each = sampled.get(index);
                    if (resolved[each.index] == null) {
                        decoding.read(in, from, to);
                        resolved[each.index] = resolved(each, decoding, problem);
                    }
                });
    }

    private Resolved resolved(Pending each, @Nullable Decoding sample, Consumer<String> problem) {
        Shapes.Found found;
        try {
            found = shapes.find(each.type, each.facts.valueRank(), each.facts.dimensions(), each.point.type(), sample);
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
