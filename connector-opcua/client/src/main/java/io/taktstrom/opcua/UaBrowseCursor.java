package io.taktstrom.opcua;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
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

    /** A node to come. */
    private record Step(References.Child child, String path) {}

    private final UaLink link;
    private final Namespaces namespaces;
    private final Resolver resolver;
    private final BrowseFilter filter;
    private final @Nullable Glob paths;
    private final Deque<Step> open = new ArrayDeque<>();
    private final Set<NodeRef> seen = new HashSet<>();
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
        List<References.Child> children;
        try {
            children = link.references().children(node);
        } catch (DeviceErrorException e) {
            // One folder that we may not see does not hide the others.
            link.tell(path + ": " + e.getMessage());
            return;
        }
        for (int i = children.size() - 1; i >= 0; i--) {
            open.push(new Step(children.get(i), path + "/" + children.get(i).name()));
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
        started = true;
    }
}
