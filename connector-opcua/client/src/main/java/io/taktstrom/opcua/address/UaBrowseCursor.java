package io.taktstrom.opcua.address;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Deadline;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Glob;
import io.taktstrom.opcua.service.Attributes.VariableFacts;
import io.taktstrom.opcua.service.NodeIds;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.service.References;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.jspecify.annotations.Nullable;

import static java.util.stream.Collectors.joining;

/**
 * Walks the variables below the Objects folder, depth first, a folder at a time. The server's account of itself (the
 * Server object) stays out. Each node comes once, however many ways lead to it.
 *
 * <p>A pattern that begins with a slash is matched against the path of names, any other one against the address.
 */
public final class UaBrowseCursor implements BrowseCursor {

    /** The Server object (the OPC Foundation's NodeIds.csv). */
    private static final int SERVER = 2253;

    /** Nodes of one Browse request: enough for the round trips to play no part, few enough for their answers to fit. */
    private static final int MAX_AHEAD = 100;

    private static final int STEP_BYTES = 100;

    /** The property that says a variable's unit (OPC 10000-8, 5.3.2.3). */
    private static final List<References.Name> UNITS = List.of(new References.Name(0, "EngineeringUnits"));

    /** A node to come. */
    private record Step(References.Child child, String path) {

        /** What it takes besides its child. */
        long bytes() {
            return STEP_BYTES + 2L * path.length();
        }
    }

    private final Services services;
    private final UaLink link;
    private final Namespaces namespaces;
    private final Resolver resolver;
    private final BrowseFilter filter;
    private final @Nullable Glob paths;
    private final Deque<Step> open = new ArrayDeque<>();
    private final Set<NodeRef> seen = new HashSet<>();

    /** Children of nodes that come soon. */
    private final Map<NodeRef, References.Below> ahead = new HashMap<>();

    private final Deadline whole;
    private long usedNanos;
    /** Of the connection's memory. */
    private long held;

    private boolean started;

    public UaBrowseCursor(Services services, Namespaces namespaces, Resolver resolver, BrowseFilter filter) {
        this.services = services;
        this.link = services.link();
        this.namespaces = namespaces;
        this.resolver = resolver;
        this.filter = filter;
        this.whole = link.deadline();
        String pattern = filter.match().toString();
        // A glob's segments end at dots, a path's at slashes.
        this.paths = pattern.startsWith("/") ? Glob.of(pattern.replace('/', '.')) : null;
    }

    @Override
    public List<BrowseNode> next(int max) throws ConnectorException {
        link.requireOpen();
        Deadline deadline = whole.resumed(usedNanos);
        try {
            return next(max, deadline);
        } finally {
            // What the caller does with a page is not the device's time.
            usedNanos = deadline.usedNanos();
        }
    }

    private List<BrowseNode> next(int max, Deadline deadline) throws ConnectorException {
        if (!started) {
            started = true;
            push(NodeIds.OBJECTS_FOLDER, "/Objects", deadline);
        }
        List<String> found = new ArrayList<>();
        while (found.size() < max && !open.isEmpty()) {
            Step step = open.pop();
            letGo(step.bytes() + step.child().bytes());
            NodeRef node = step.child().node();
            if (node.standardNumber() == SERVER || seen.contains(node)) {
                References.Below unneeded = ahead.remove(node);
                letGo(unneeded == null ? 0 : unneeded.bytes());
                continue;
            }
            hold(node.bytes(), step.path());
            seen.add(node);
            String address = namespaces.address(node);
            if (step.child().variable() && matches(address, step.path())) {
                found.add(address);
            }
            if (!step.child().variable() || filter.expand()) {
                push(node, step.path(), deadline);
            }
        }
        return described(found, deadline);
    }

    private void hold(long bytes, String path) throws ConnectorException {
        link.memory().take(bytes, "browse " + path + " at " + link.where());
        held += bytes;
    }

    private void letGo(long bytes) {
        link.memory().giveBack(bytes);
        held -= bytes;
    }

    private boolean matches(String address, String path) {
        return paths == null ? filter.match().matches(address) : paths.matches(path.replace('/', '.'));
    }

    /** Puts the children of a node on top, the first of them uppermost. */
    private void push(NodeRef node, String path, Deadline deadline) throws ConnectorException {
        References.Below below = ahead.remove(node);
        if (below == null) {
            below = ask(node, deadline);
        }
        if (!below.problem().isEmpty()) {
            // One folder that we may not see does not hide the others.
            link.tell(path + ": " + below.problem());
        }
        List<References.Child> children = below.children();
        for (int i = children.size() - 1; i >= 0; i--) {
            Step step = new Step(children.get(i), path + "/" + children.get(i).name());
            hold(step.bytes(), path);
            open.push(step);
        }
    }

    /** Asks for the children of a node, and in the same request for those of the nodes that come next. */
    private References.Below ask(NodeRef node, Deadline deadline) throws ConnectorException {
        List<NodeRef> nodes = new ArrayList<>(List.of(node));
        open.stream()
                .filter(this::isToBeAsked)
                .limit(MAX_AHEAD - 1)
                .forEach(step -> nodes.add(step.child().node()));
        try {
            return ask(nodes, deadline);
        } catch (DeviceErrorException e) {
            // Whatever the server has against it, it need not have against each.
            try {
                return ask(List.of(node), deadline);
            } catch (DeviceErrorException only) {
                return new References.Below(List.of(), String.valueOf(only.getMessage()));
            }
        }
    }

    private References.Below ask(List<NodeRef> nodes, Deadline deadline) throws ConnectorException {
        List<References.Below> all = services.references().children(nodes, deadline);
        all.forEach(below -> held += below.bytes());
        for (int i = 1; i < all.size(); i++) {
            ahead.put(nodes.get(i), all.get(i));
        }
        return all.get(0);
    }

    private boolean isToBeAsked(Step step) {
        NodeRef node = step.child().node();
        boolean needed = !step.child().variable() || filter.expand();
        return needed && node.standardNumber() != SERVER && !seen.contains(node) && !ahead.containsKey(node);
    }

    private List<BrowseNode> described(List<String> addresses, Deadline deadline) throws ConnectorException {
        if (addresses.isEmpty()) {
            return List.of();
        }
        List<Resolved> resolved =
                resolver.resolve(addresses.stream().map(DataPoint::of).toList(), deadline, problem -> {});
        link.memory().giveBack(Resolver.held(resolved));
        Map<NodeRef, String> units = filter.units() ? units(resolved, deadline) : Map.of();
        List<BrowseNode> nodes = new ArrayList<>();
        for (int i = 0; i < resolved.size(); i++) {
            VariableLayout layout = resolved.get(i).layout();
            VariableFacts facts = resolved.get(i).facts();
            DataType type = layout == null || StatusCode.isBad(resolved.get(i).status()) ? null : layout.type();
            NodeRef node = resolved.get(i).node();
            nodes.add(new BrowseNode(
                    addresses.get(i),
                    type,
                    typeName(type, facts, deadline),
                    "",
                    facts != null && facts.writable(),
                    node == null ? "" : units.getOrDefault(node, "")));
        }
        return nodes;
    }

    /** The units of variables that have the property EngineeringUnits, as those of AnalogUnitType do. */
    private Map<NodeRef, String> units(List<Resolved> variables, Deadline deadline) throws ConnectorException {
        List<NodeRef> nodes = variables.stream()
                .map(Resolved::node)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
        Map<NodeRef, String> units = new HashMap<>();
        try {
            List<References.Target> targets = services.references().followEach(nodes, UNITS, deadline);
            Map<NodeRef, NodeRef> properties = new LinkedHashMap<>();
            for (int i = 0; i < nodes.size(); i++) {
                NodeRef property = targets.get(i).node();
                if (property != null) {
                    properties.put(nodes.get(i), property);
                }
            }
            Iterator<String> texts = services.attributes()
                    .units(List.copyOf(properties.values()), deadline)
                    .iterator();
            properties.keySet().forEach(owner -> units.put(owner, texts.next()));
        } catch (DeviceErrorException e) {
            // Points without units are better than none.
            link.tell("units of " + Counted.of(nodes.size(), "variable") + ": " + e.getMessage());
        }
        return units;
    }

    /** What the server calls the type, with the lengths of an array: {@code Int32[3,2]}, {@code Double[]}. */
    private String typeName(@Nullable DataType type, @Nullable VariableFacts facts, Deadline deadline)
            throws ConnectorException {
        NodeRef dataType = facts == null ? null : facts.dataType();
        if (facts == null || dataType == null) {
            return type == null ? "unknown" : type.text();
        }
        String name = services.dataTypes().name(dataType, deadline);
        boolean one = facts.valueRank() == -1 || !(type instanceof ArrayType);
        if (one && facts.valueRank() < 0 && facts.dimensions().isEmpty()) {
            return name;
        }
        String lengths = !facts.dimensions().isEmpty()
                ? facts.dimensions().stream()
                        .map(length -> length == 0 ? "" : length.toString())
                        .collect(joining(","))
                : type instanceof ArrayType known
                        ? known.bounds().stream()
                                .map(bound -> "" + bound.count())
                                .collect(joining(","))
                        : ",".repeat(Math.max(0, facts.valueRank() - 1));
        return name + "[" + lengths + "]";
    }

    @Override
    public void close() {
        letGo(held);
        open.clear();
        ahead.clear();
        started = true;
    }
}
