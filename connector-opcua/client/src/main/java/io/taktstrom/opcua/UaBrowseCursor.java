package io.taktstrom.opcua;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Glob;
import io.taktstrom.opcua.UaGroup.Resolved;
import io.taktstrom.opcua.stack.Attributes.VariableFacts;
import io.taktstrom.opcua.stack.NodeIds;
import io.taktstrom.opcua.stack.NodeRef;
import io.taktstrom.opcua.stack.References;
import io.taktstrom.opcua.stack.UaLink;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import org.jspecify.annotations.Nullable;

/**
 * Walks the variables below the Objects folder, depth first, a folder at a time. The server's account of itself (the
 * Server object) stays out. Each node comes once, however many ways lead to it.
 *
 * <p>A pattern that begins with a slash is matched against the path of names, any other one against the address.
 */
final class UaBrowseCursor implements BrowseCursor {

    /** The Server object (the OPC Foundation's NodeIds.csv). */
    private static final int SERVER = 2253;

    /** Nodes of one Browse request: enough for the round trips to play no part, few enough for their answers to fit. */
    private static final int MOST_AHEAD = 100;

    /** A node to come. */
    private record Step(References.Child child, String path) {}

    private final UaLink link;
    private final Namespaces namespaces;
    private final Resolver resolver;
    private final BrowseFilter filter;
    private final @Nullable Glob paths;
    private final Deque<Step> open = new ArrayDeque<>();
    private final Set<NodeRef> seen = new HashSet<>();

    /** Children of nodes that come soon. */
    private final Map<NodeRef, References.Below> ahead = new HashMap<>();

    private boolean started;

    UaBrowseCursor(UaLink link, Namespaces namespaces, Resolver resolver, BrowseFilter filter) {
        this.link = link;
        this.namespaces = namespaces;
        this.resolver = resolver;
        this.filter = filter;
        String pattern = filter.match().toString();
        // A glob's segments end at dots, a path's at slashes.
        this.paths = pattern.startsWith("/") ? Glob.of(pattern.replace('/', '.')) : null;
    }

    @Override
    public List<BrowseNode> next(int max) throws ConnectorException {
        link.requireOpen();
        if (!started) {
            started = true;
            push(NodeIds.OBJECTS_FOLDER, "/Objects");
        }
        List<String> found = new ArrayList<>();
        while (found.size() < max && !open.isEmpty()) {
            Step step = open.pop();
            NodeRef node = step.child().node();
            if (node.standardNumber() == SERVER || !seen.add(node)) {
                ahead.remove(node);
                continue;
            }
            String address = namespaces.address(node);
            if (step.child().variable() && matches(address, step.path())) {
                found.add(address);
            }
            if (!step.child().variable() || filter.expand()) {
                push(node, step.path());
            }
        }
        return described(found);
    }

    private boolean matches(String address, String path) {
        return paths == null ? filter.match().matches(address) : paths.matches(path.replace('/', '.'));
    }

    /** Puts the children of a node on top, the first of them uppermost. */
    private void push(NodeRef node, String path) throws ConnectorException {
        References.Below below = ahead.remove(node);
        if (below == null) {
            below = ask(node);
        }
        if (!below.problem().isEmpty()) {
            // One folder that we may not see does not hide the others.
            link.tell(path + ": " + below.problem());
        }
        List<References.Child> children = below.children();
        for (int i = children.size() - 1; i >= 0; i--) {
            open.push(new Step(children.get(i), path + "/" + children.get(i).name()));
        }
    }

    /** Asks for the children of a node, and in the same request for those of the nodes that come next. */
    private References.Below ask(NodeRef node) throws ConnectorException {
        List<NodeRef> nodes = new ArrayList<>(List.of(node));
        Iterator<Step> soon = open.iterator();
        while (soon.hasNext() && nodes.size() < MOST_AHEAD) {
            Step step = soon.next();
            if (isToBeAsked(step)) {
                nodes.add(step.child().node());
            }
        }
        try {
            List<References.Below> all = link.references().children(nodes);
            for (int i = 1; i < all.size(); i++) {
                ahead.put(nodes.get(i), all.get(i));
            }
            return all.get(0);
        } catch (DeviceErrorException e) {
            // Whatever the server has against it, it need not have against each.
            return askOnly(node);
        }
    }

    private boolean isToBeAsked(Step step) {
        NodeRef node = step.child().node();
        boolean needed = !step.child().variable() || filter.expand();
        return needed && node.standardNumber() != SERVER && !seen.contains(node) && !ahead.containsKey(node);
    }

    private References.Below askOnly(NodeRef node) throws ConnectorException {
        try {
            return link.references().children(List.of(node)).get(0);
        } catch (DeviceErrorException e) {
            return new References.Below(List.of(), String.valueOf(e.getMessage()));
        }
    }

    private List<BrowseNode> described(List<String> addresses) throws ConnectorException {
        if (addresses.isEmpty()) {
            return List.of();
        }
        List<Resolved> resolved =
                resolver.resolve(addresses.stream().map(DataPoint::of).toList(), problem -> {});
        List<BrowseNode> nodes = new ArrayList<>();
        for (int i = 0; i < resolved.size(); i++) {
            VariableLayout layout = resolved.get(i).layout();
            VariableFacts facts = resolved.get(i).facts();
            DataType type = layout == null || StatusCode.isBad(resolved.get(i).status()) ? null : layout.type();
            NodeRef dataType = facts == null ? null : facts.dataType();
            nodes.add(new BrowseNode(
                    addresses.get(i),
                    type,
                    dataType == null ? "unknown" : link.dataTypes().name(dataType),
                    "",
                    facts != null && facts.writable()));
        }
        return nodes;
    }

    @Override
    public void close() {
        open.clear();
        ahead.clear();
        started = true;
    }
}
