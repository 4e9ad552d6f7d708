package io.taktstrom.opcua.stack;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.ConnectorException;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.enumerated.BrowseDirection;
import org.eclipse.milo.opcua.stack.core.types.enumerated.NodeClass;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseNextRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseNextResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowsePath;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowsePathResult;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowsePathTarget;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResult;
import org.eclipse.milo.opcua.stack.core.types.structured.ReferenceDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.RelativePath;
import org.eclipse.milo.opcua.stack.core.types.structured.RelativePathElement;
import org.eclipse.milo.opcua.stack.core.types.structured.TranslateBrowsePathsToNodeIdsRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.TranslateBrowsePathsToNodeIdsResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ViewDescription;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** The services Browse and TranslateBrowsePaths, cut to what the server takes. Thread-safe. */
public final class References {

    /** The fields of a reference that we ask for: direction, node class, browse name (OPC 10000-4, 5.9.2.2). */
    private static final int RESULT_MASK = 2 | 4 | 8;

    private static final int OBJECTS_AND_VARIABLES = 1 | 2;

    /** Answers of one node; a server that gives more is going round in circles. */
    private static final int MOST_PAGES = 100_000;

    /**
     * A node that another one leads to.
     *
     * @param variable whether it has a value
     */
    public record Child(NodeRef node, String name, int nameSpace, boolean variable) {}

    /** One step of a path. */
    public record Name(int namespace, String name) {}

    /** Where a path leads; without a node, the status says why. */
    public record Target(int status, @Nullable NodeRef node) {}

    /**
     * What is below a node.
     *
     * @param problem why that is not all; empty when it is
     */
    public record Below(List<Child> children, String problem) {}

    private final UaLink link;
    private final Chunks browses;
    private final Chunks translations;

    References(UaLink link, int most) {
        this.link = link;
        this.browses = new Chunks(link, "browse", most);
        this.translations = new Chunks(link, "translate browse paths", most);
    }

    void limit(ServerLimits limits) {
        browses.limit(limits.browses());
        translations.limit(limits.translations());
    }

    /**
     * The objects and variables below each of these nodes, in the server's order; the same node may come more than once.
     * Of a node that the server says nothing of, the problem tells why.
     */
    public List<Below> children(List<NodeRef> nodes) throws ConnectorException {
        List<Below> all = new ArrayList<>();
        browses.run(nodes.size(), (from, to) -> {
            BrowseDescription[] part =
                    nodes.subList(from, to).stream().map(References::below).toArray(BrowseDescription[]::new);
            BrowseResult[] results = browse(part);
            for (int i = 0; i < part.length; i++) {
                boolean alone = part.length == 1;
                boolean again = !alone && results[i].getStatusCode().value() == StatusCodes.Bad_NoContinuationPoints;
                all.add(complete(part[i], again ? browse(part[i])[0] : results[i]));
            }
        });
        return all;
    }

    private static BrowseDescription below(NodeRef node) {
        return new BrowseDescription(
                node.id(),
                BrowseDirection.Forward,
                NodeIds.HIERARCHICAL_REFERENCES,
                true,
                uint(OBJECTS_AND_VARIABLES),
                uint(RESULT_MASK));
    }

    /** The type that a type is derived from; null for one that is not. */
    @Nullable
    NodeRef supertype(NodeRef type) throws ConnectorException {
        BrowseDescription description = new BrowseDescription(
                type.id(), BrowseDirection.Inverse, NodeIds.HAS_SUBTYPE, false, uint(0), uint(RESULT_MASK));
        BrowseResult result = browse(description)[0];
        Failures.requireGood(
                "browse at " + link.where(), (int) result.getStatusCode().value());
        List<Child> parents = complete(description, result).children();
        return parents.isEmpty() ? null : parents.get(0).node();
    }

    private BrowseResult[] browse(BrowseDescription... descriptions) throws ConnectorException {
        String what = descriptions.length == 1
                ? descriptions[0].getNodeId().toParseableString()
                : descriptions.length + " nodes";
        BrowseResponse response = link.call(
                "browse " + what,
                BrowseResponse.class,
                header -> new BrowseRequest(
                        header,
                        new ViewDescription(NodeId.NULL_VALUE, DateTime.MIN_VALUE, uint(0)),
                        uint(0),
                        descriptions));
        return results(response.getResults(), descriptions.length);
    }

    private BrowseResult[] results(BrowseResult @Nullable [] results, int asked) throws ConnectorException {
        if (results == null || results.length != asked) {
            throw link.broken("browse: the server answers " + (results == null ? 0 : results.length) + " of " + asked
                    + " entries");
        }
        return results;
    }

    /** What a first answer says, and all that the server did not put into it. */
    private Below complete(BrowseDescription description, BrowseResult first) throws ConnectorException {
        List<Child> children = new ArrayList<>();
        BrowseResult result = first;
        int status = add(children, result);
        ByteString more = result.getContinuationPoint();
        for (int page = 0;
                !StatusCode.isBad(status) && more != null && !more.isNullOrEmpty() && page < MOST_PAGES;
                page++) {
            ByteString[] points = {more};
            BrowseNextResponse next = link.call(
                    "browse on from " + description.getNodeId().toParseableString(),
                    BrowseNextResponse.class,
                    header -> new BrowseNextRequest(header, false, points));
            result = results(next.getResults(), 1)[0];
            status = add(children, result);
            more = result.getContinuationPoint();
        }
        return new Below(
                children, StatusCode.isBad(status) ? "browse at " + link.where() + ": " + Failures.name(status) : "");
    }

    private int add(List<Child> children, BrowseResult result) {
        ReferenceDescription[] references = result.getReferences();
        for (int i = 0; references != null && i < references.length; i++) {
            ReferenceDescription reference = references[i];
            QualifiedName name = reference.getBrowseName();
            reference
                    .getNodeId()
                    .toNodeId(link.encoding().getNamespaceTable())
                    .ifPresent(id -> children.add(new Child(
                            new NodeRef(id),
                            String.valueOf(name.name()),
                            name.namespaceIndex().intValue(),
                            reference.getNodeClass() == NodeClass.Variable)));
        }
        return (int) result.getStatusCode().value();
    }

    /** Follows paths of names from the root; one target for each. */
    public List<Target> follow(List<List<Name>> paths) throws ConnectorException {
        return follow(paths.stream().map(names -> path(NodeIds.ROOT, names)).toArray(BrowsePath[]::new));
    }

    /** Follows a path of names from a node. */
    public Target follow(NodeRef start, List<Name> names) throws ConnectorException {
        return follow(new BrowsePath[] {path(start, names)}).get(0);
    }

    private List<Target> follow(BrowsePath[] asked) throws ConnectorException {
        List<Target> targets = new ArrayList<>();
        translations.run(asked.length, (from, to) -> {
            BrowsePath[] part = Arrays.copyOfRange(asked, from, to);
            TranslateBrowsePathsToNodeIdsResponse response = link.call(
                    "follow " + part.length + " browse paths",
                    TranslateBrowsePathsToNodeIdsResponse.class,
                    header -> new TranslateBrowsePathsToNodeIdsRequest(header, part));
            BrowsePathResult[] results = response.getResults();
            if (results == null || results.length != part.length) {
                throw link.broken("follow browse paths: the server answers " + (results == null ? 0 : results.length)
                        + " of " + part.length + " entries");
            }
            for (BrowsePathResult result : results) {
                targets.add(target(result));
            }
        });
        return targets;
    }

    private static BrowsePath path(NodeRef start, List<Name> names) {
        RelativePathElement[] elements = names.stream()
                .map(name -> new RelativePathElement(
                        NodeIds.HIERARCHICAL_REFERENCES, false, true, new QualifiedName(name.namespace(), name.name())))
                .toArray(RelativePathElement[]::new);
        return new BrowsePath(start.id(), new RelativePath(elements));
    }

    private Target target(BrowsePathResult result) {
        int status = (int) result.getStatusCode().value();
        BrowsePathTarget[] found = result.getTargets();
        if (StatusCode.isBad(status) || found == null || found.length == 0) {
            return new Target(StatusCode.isBad(status) ? status : StatusCode.BAD_NODE_ID_UNKNOWN, null);
        }
        return found[0].getTargetId()
                .toNodeId(link.encoding().getNamespaceTable())
                .map(id -> new Target(StatusCode.GOOD, new NodeRef(id)))
                .orElse(new Target(StatusCode.BAD_NODE_ID_UNKNOWN, null));
    }
}
