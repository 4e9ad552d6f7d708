package io.taktstrom.opcua.stack;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.spi.ConnectorException;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.enumerated.BrowseDirection;
import org.eclipse.milo.opcua.stack.core.types.enumerated.NodeClass;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseNextRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseNextResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.BrowseResult;
import org.eclipse.milo.opcua.stack.core.types.structured.ReferenceDescription;
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

    private final UaLink link;
    private final Chunks browses;

    References(UaLink link, int most) {
        this.link = link;
        this.browses = new Chunks(link, "browse", most);
    }

    void limit(ServerLimits limits) {
        browses.limit(limits.browses());
    }

    /** The objects and variables below a node, in the server's order; the same node may come more than once. */
    public List<Child> children(NodeRef node) throws ConnectorException {
        return browse(new BrowseDescription(
                node.id(),
                BrowseDirection.Forward,
                NodeIds.HIERARCHICAL_REFERENCES,
                true,
                uint(OBJECTS_AND_VARIABLES),
                uint(RESULT_MASK)));
    }

    /** The type that a type is derived from; null for one that is not. */
    @Nullable
    NodeRef supertype(NodeRef type) throws ConnectorException {
        List<Child> parents = browse(new BrowseDescription(
                type.id(), BrowseDirection.Inverse, NodeIds.HAS_SUBTYPE, false, uint(0), uint(RESULT_MASK)));
        return parents.isEmpty() ? null : parents.get(0).node();
    }

    private List<Child> browse(BrowseDescription description) throws ConnectorException {
        List<Child> children = new ArrayList<>();
        BrowseResponse response = link.call(
                "browse " + description.getNodeId().toParseableString(),
                BrowseResponse.class,
                header -> new BrowseRequest(
                        header,
                        new ViewDescription(NodeId.NULL_VALUE, DateTime.MIN_VALUE, uint(0)),
                        uint(0),
                        new BrowseDescription[] {description}));
        ByteString more = add(children, response.getResults());
        for (int page = 0; more != null && page < MOST_PAGES; page++) {
            ByteString[] points = {more};
            BrowseNextResponse next = link.call(
                    "browse on from " + description.getNodeId().toParseableString(),
                    BrowseNextResponse.class,
                    header -> new BrowseNextRequest(header, false, points));
            more = add(children, next.getResults());
        }
        return children;
    }

    /** The continuation point; null when that was all. */
    private @Nullable ByteString add(List<Child> children, BrowseResult @Nullable [] results)
            throws ConnectorException {
        if (results == null || results.length != 1) {
            throw link.broken("browse: the server answers " + (results == null ? 0 : results.length) + " of 1 entries");
        }
        int status = (int) results[0].getStatusCode().value();
        if (StatusCode.isBad(status)) {
            Failures.requireGood("browse at " + link.where(), status);
        }
        ReferenceDescription[] references = results[0].getReferences();
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
        ByteString more = results[0].getContinuationPoint();
        return more == null || more.isNullOrEmpty() ? null : more;
    }
}
