package io.taktstrom.opcua.service;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
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

    private static final int CHILD_BYTES = 100;

    /** Answers of one node; a server that gives more is going round in circles. */
    private static final int MAX_PAGES = 100_000;

    /**
     * A node that another one leads to.
     *
     * @param variable whether it has a value
     */
    public record Child(NodeRef node, String name, int nameSpace, boolean variable) {

        /** What it takes to keep it: a generous guess. */
        public long bytes() {
            return CHILD_BYTES + 2L * name.length() + node.bytes();
        }
    }

    /** One step of a path. */
    public record Name(int namespace, String name) {}

    /** Where a path leads; without a node, the status says why. */
    public record Target(int status, @Nullable NodeRef node) {}

    /**
     * What is below a node. Its children take of the link's memory what they say; the one that lets them go gives it back.
     *
     * @param problem why that is not all; empty when it is
     */
    public record Below(List<Child> children, String problem) {

        /** What the children take. */
        public long bytes() {
            return children.stream().mapToLong(Child::bytes).sum();
        }
    }

    private final UaLink link;
    final RequestSplitter browses;
    final RequestSplitter translations;

    References(UaLink link, int most) {
        this.link = link;
        this.browses = new RequestSplitter(link, "browse", most);
        this.translations = new RequestSplitter(link, "translate browse paths", most);
    }

    /**
     * The objects and variables below each of these nodes, in the server's order; the same node may come more than once.
     * Of a node that the server says nothing of, or too much, the problem tells why.
     */
    public List<Below> children(List<NodeRef> nodes, Deadline deadline) throws ConnectorException {
        List<Below> all = new ArrayList<>();
        boolean done = false;
        try {
            browses.run(nodes.size(), deadline, (from, to) -> part(nodes.subList(from, to), all, deadline));
            done = true;
            return all;
        } finally {
            if (!done) {
                giveBack(all);
            }
        }
    }

    private void giveBack(List<Below> let) {
        let.forEach(below -> link.memory().giveBack(below.bytes()));
    }

    /** One request, and what follows from it; adds all or nothing. */
    private void part(List<NodeRef> nodes, List<Below> all, Deadline deadline) throws ConnectorException {
        BrowseDescription[] part = nodes.stream().map(References::below).toArray(BrowseDescription[]::new);
        BrowseResult[] results = browse(part);
        List<Below> found = new ArrayList<>();
        try {
            for (int i = 0; i < part.length; i++) {
                boolean alone = part.length == 1;
                boolean again = !alone && results[i].getStatusCode().value() == StatusCodes.Bad_NoContinuationPoints;
                found.add(complete(part[i], again ? browse(part[i])[0] : results[i], deadline));
            }
            all.addAll(found);
            found.clear();
        } finally {
            giveBack(found);
        }
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

    /** The type that a type is derived from; null for one that is not, and for one that the server does not know. */
    @Nullable
    NodeRef supertype(NodeRef type, Deadline deadline) throws ConnectorException {
        return first(type, BrowseDirection.Inverse, NodeIds.HAS_SUBTYPE, "", deadline);
    }

    /** The binary encoding of a data type; null where the server has none. */
    @Nullable
    NodeRef binaryEncoding(NodeRef dataType, Deadline deadline) throws ConnectorException {
        return first(dataType, BrowseDirection.Forward, NodeIds.HAS_ENCODING, "Default Binary", deadline);
    }

    /** The node that describes an encoding in a type dictionary; null where the server has none. */
    @Nullable
    NodeRef description(NodeRef encoding, Deadline deadline) throws ConnectorException {
        return first(encoding, BrowseDirection.Forward, NodeIds.HAS_DESCRIPTION, "", deadline);
    }

    /** The node that a node is a component of; null where the server has none. */
    @Nullable
    NodeRef owner(NodeRef component, Deadline deadline) throws ConnectorException {
        return first(component, BrowseDirection.Inverse, NodeIds.HAS_COMPONENT, "", deadline);
    }

    /**
     * The first node that a reference of this type leads to; null for none or the server does not tell.
     *
     * @param name of the node; empty for any
     */
    private @Nullable NodeRef first(
            NodeRef node, BrowseDirection direction, NodeId referenceType, String name, Deadline deadline)
            throws ConnectorException {
        BrowseDescription description =
                new BrowseDescription(node.id(), direction, referenceType, false, uint(0), uint(RESULT_MASK));
        try {
            Below found = complete(description, browse(description)[0], deadline);
            link.memory().giveBack(found.bytes());
            for (Child child : found.children()) {
                if (name.isEmpty() || child.name().equals(name)) {
                    return child.node();
                }
            }
            return null;
        } catch (DeviceErrorException e) {
            if (!Failures.isOfOneEntry(e.status())) {
                throw e;
            }
            return null;
        }
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
        return link.entries("browse", descriptions.length, response.getResults());
    }

    /** What a first answer says, and all that the server did not put into it. */
    private Below complete(BrowseDescription description, BrowseResult first, Deadline deadline)
            throws ConnectorException {
        String what = "browse " + description.getNodeId().toParseableString() + " at " + link.where();
        List<Child> children = new ArrayList<>();
        boolean done = false;
        try {
            BrowseResult result = first;
            for (int page = 0; ; page++) {
                String problem = add(children, result, what);
                int status = (int) result.getStatusCode().value();
                ByteString more = result.getContinuationPoint();
                boolean last = StatusCode.isBad(status) || more == null || more.isNullOrEmpty() || page == MAX_PAGES;
                if (last || !problem.isEmpty()) {
                    done = true;
                    return new Below(
                            children,
                            StatusCode.isBad(status)
                                    ? "browse at " + link.where() + ": " + Failures.name(status)
                                    : problem);
                }
                deadline.check(what);
                ByteString[] points = {more};
                BrowseNextResponse next = link.call(
                        "browse on from " + description.getNodeId().toParseableString(),
                        BrowseNextResponse.class,
                        header -> new BrowseNextRequest(header, false, points));
                result = link.entries("browse", 1, next.getResults())[0];
            }
        } finally {
            if (!done) {
                link.memory().giveBack(new Below(children, "").bytes());
            }
        }
    }

    /** Adds what there is room for, and tells why that is not all. */
    private String add(List<Child> children, BrowseResult result, String what) {
        ReferenceDescription[] references = result.getReferences();
        for (int i = 0; references != null && i < references.length; i++) {
            ReferenceDescription reference = references[i];
            QualifiedName name = reference.getBrowseName();
            Optional<NodeId> id = reference.getNodeId().toNodeId(MiloEncoding.namespaces());
            if (id.isPresent()) {
                Child child = new Child(
                        new NodeRef(id.get()),
                        String.valueOf(name.name()),
                        name.namespaceIndex().intValue(),
                        reference.getNodeClass() == NodeClass.Variable);
                if (!link.memory().tryTake(child.bytes())) {
                    return link.memory().refusal(child.bytes(), what);
                }
                children.add(child);
            }
        }
        return "";
    }

    /** Follows paths of names from the root; one target for each. */
    public List<Target> follow(List<List<Name>> paths, Deadline deadline) throws ConnectorException {
        return follow(paths.stream().map(names -> path(NodeIds.ROOT, names)).toArray(BrowsePath[]::new), deadline);
    }

    /** Follows a path of names from a node. */
    public Target follow(NodeRef start, List<Name> names, Deadline deadline) throws ConnectorException {
        return follow(new BrowsePath[] {path(start, names)}, deadline).get(0);
    }

    /** Follows the same path of names from each of these nodes; one target for each. */
    public List<Target> followEach(List<NodeRef> starts, List<Name> names, Deadline deadline)
            throws ConnectorException {
        return follow(starts.stream().map(start -> path(start, names)).toArray(BrowsePath[]::new), deadline);
    }

    private List<Target> follow(BrowsePath[] asked, Deadline deadline) throws ConnectorException {
        List<Target> targets = new ArrayList<>();
        translations.runEach(
                asked.length,
                deadline,
                (from, to) -> {
                    BrowsePath[] part = Arrays.copyOfRange(asked, from, to);
                    TranslateBrowsePathsToNodeIdsResponse response = link.call(
                            "follow " + part.length + " browse paths",
                            TranslateBrowsePathsToNodeIdsResponse.class,
                            header -> new TranslateBrowsePathsToNodeIdsRequest(header, part));
                    BrowsePathResult[] results =
                            link.entries("follow browse paths", part.length, response.getResults());
                    for (BrowsePathResult result : results) {
                        targets.add(target(result));
                    }
                },
                (index, why) -> targets.add(new Target(why.status(), null)));
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
                .toNodeId(MiloEncoding.namespaces())
                .map(id -> new Target(StatusCode.GOOD, new NodeRef(id)))
                .orElse(new Target(StatusCode.BAD_NODE_ID_UNKNOWN, null));
    }
}
