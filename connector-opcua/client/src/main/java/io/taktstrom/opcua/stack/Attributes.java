package io.taktstrom.opcua.stack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.AttributeId;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.types.UaStructuredType;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExpandedNodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.ExtensionObject;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.Variant;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UByte;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.enumerated.TimestampsToReturn;
import org.eclipse.milo.opcua.stack.core.types.structured.EUInformation;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadValueId;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteRequest;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.WriteValue;
import org.jspecify.annotations.Nullable;

/** The services Read and Write, cut to what the server takes. Thread-safe. */
public final class Attributes {

    /** Variables to be read again and again. */
    public static final class NodeList {
        private final ReadValueId[] ids;

        private NodeList(ReadValueId[] ids) {
            this.ids = ids;
        }

        public int size() {
            return ids.length;
        }
    }

    /** Attributes that tell what a variable is. */
    private static final int FACTS = 3;

    /** The mask of a DataValue that has a status and nothing else (OPC 10000-6, 5.2.2.17). */
    private static final int STATUS_ONLY = 0x02;

    /** ValueRank of a variable that may hold one value or an array (OPC 10000-3, 5.6.2). */
    private static final int ANY_RANK = -2;

    /** An array has as many dimensions as an answer can count, but nobody's has more than a few. */
    private static final int MAX_DIMENSIONS = 16;

    private final UaLink link;
    private final Chunks reads;
    private final Chunks writes;

    Attributes(UaLink link, int most) {
        this.link = link;
        this.reads = new Chunks(link, "read", most);
        this.writes = new Chunks(link, "write", most);
    }

    void limit(ServerLimits limits) {
        reads.limit(limits.reads());
        writes.limit(limits.writes());
    }

    void learn(Attributes before) {
        reads.learn(before.reads);
        writes.learn(before.writes);
    }

    /** Prepares the values of these nodes for {@link #read}. */
    public static NodeList values(List<NodeRef> nodes) {
        return new NodeList(valuesOf(nodes));
    }

    private static ReadValueId[] valuesOf(List<NodeRef> nodes) {
        return nodes.stream().map(node -> id(node, AttributeId.Value)).toArray(ReadValueId[]::new);
    }

    private static ReadValueId id(NodeRef node, AttributeId attribute) {
        return new ReadValueId(node.id(), attribute.uid(), null, QualifiedName.NULL_VALUE);
    }

    /** Reads values with their status and source time, as they are now. */
    public void read(NodeList list, ValueSink sink) throws ConnectorException {
        reads.runEach(
                list.ids.length,
                null,
                (from, to) -> readPart(list, from, to, sink),
                (index, why) -> sink.value(index, badValue(why.status())));
    }

    private void readPart(NodeList list, int from, int to, ValueSink sink) throws ConnectorException {
        ReadAnswer answer;
        try {
            answer = readPart(list.ids, from, to);
        } catch (DeviceErrorException e) {
            boolean alone = to - from == 1 && list.ids.length > 1;
            if (!alone || e.status() != (int) StatusCodes.Bad_ResponseTooLarge) {
                throw e;
            }
            // It alone is too large: that is no reason to go without the others.
            sink.value(from, badValue(e.status()));
            return;
        }
        ByteBuffer values = answer.values();
        for (int i = 0; i < answer.size(); i++) {
            try {
                sink.value(from + i, values.limit(answer.end(i)).position(answer.start(i)));
            } catch (MalformedFrameException e) {
                throw new MalformedFrameException("read at " + link.where(), e);
            }
        }
    }

    /** A DataValue without a value. */
    private static ByteBuffer badValue(int status) {
        return ByteBuffer.allocate(1 + Integer.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) STATUS_ONLY)
                .putInt(status)
                .flip();
    }

    private ReadAnswer readPart(ReadValueId[] ids, int from, int to) throws ConnectorException {
        ReadValueId[] part = from == 0 && to == ids.length ? ids : Arrays.copyOfRange(ids, from, to);
        ReadAnswer answer = link.call(
                "read " + part.length + " attributes",
                ReadAnswer.class,
                header -> new ReadRequest(header, 0.0, TimestampsToReturn.Source, part));
        if (answer.size() != part.length) {
            throw link.wrongNumber("read", part.length, answer.size());
        }
        return answer;
    }

    /**
     * Writes values.
     *
     * @param variants each a Variant in binary encoding
     * @return the status of each
     */
    public int[] write(List<NodeRef> nodes, List<byte[]> variants) throws ConnectorException {
        int[] statuses = new int[nodes.size()];
        WriteValue[] values = new WriteValue[statuses.length];
        for (int i = 0; i < values.length; i++) {
            Variant variant = EncodedValues.variant(link, variants.get(i));
            // Many servers refuse a write that comes with a status or a time (Bad_WriteNotSupported).
            values[i] = new WriteValue(nodes.get(i).id(), AttributeId.Value.uid(), null, DataValue.valueOnly(variant));
        }
        writes.run(values.length, (from, to) -> {
            WriteValue[] part = Arrays.copyOfRange(values, from, to);
            WriteResponse response = link.call(
                    "write " + part.length + " values", WriteResponse.class, header -> new WriteRequest(header, part));
            var results = link.entries("write", part.length, response.getResults());
            for (int i = 0; i < results.length; i++) {
                statuses[from + i] = (int) results[i].value();
            }
        });
        return statuses;
    }

    // ---- what resolving asks

    /**
     * What a server says of a variable.
     *
     * @param status Good, or why it is none
     * @param dataType its type's node; null where only a value can tell
     * @param valueRank -1 scalar, 1 and more an array of so many dimensions; others leave it open (OPC 10000-3, 5.6.2),
     *     and so does a server that does not say it
     * @param dimensions lengths; 0 for any; empty when not said
     */
    public record VariableFacts(
            int status, @Nullable NodeRef dataType, int valueRank, List<Integer> dimensions, boolean writable) {}

    /** Asks for type and shape of variables. */
    public List<VariableFacts> facts(List<NodeRef> nodes, Deadline deadline) throws ConnectorException {
        ReadValueId[] ids = nodes.stream()
                .flatMap(node -> Stream.of(
                        id(node, AttributeId.DataType),
                        id(node, AttributeId.ValueRank),
                        id(node, AttributeId.UserAccessLevel)))
                .toArray(ReadValueId[]::new);
        DataValue[] values = readAll(ids, deadline);
        Map<Integer, List<Integer>> dimensions = dimensions(nodes, values, deadline);
        List<VariableFacts> facts = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            DataValue type = values[FACTS * i];
            Object access = values[FACTS * i + 2].value().value();
            boolean writable = access instanceof UByte level && (level.intValue() & 2) != 0;
            NodeRef dataType = node(type.value().value());
            int status = (int) type.statusCode().value();
            if (status == (int) StatusCodes.Bad_AttributeIdInvalid) {
                // The standard wants each variable to have a type. There are servers whose variables have none, but a
                // value.
                status = StatusCode.GOOD;
            }
            facts.add(new VariableFacts(
                    status, dataType, rank(values, i), dimensions.getOrDefault(i, List.of()), writable));
        }
        return facts;
    }

    /** Some servers (gopcua 0.8's) say a node's id in the form that is for nodes of other servers. */
    private @Nullable NodeRef node(@Nullable Object value) {
        if (value instanceof ExpandedNodeId id) {
            return id.toNodeId(link.encoding().getNamespaceTable())
                    .map(NodeRef::new)
                    .orElse(null);
        }
        return value instanceof NodeId id && !id.isNull() ? new NodeRef(id) : null;
    }

    private static int rank(DataValue[] facts, int node) {
        return facts[FACTS * node + 1].value().value() instanceof Integer rank ? rank : ANY_RANK;
    }

    /** The lengths of those that may be arrays, by their place in the list: nobody asks them of thousands of numbers. */
    private Map<Integer, List<Integer>> dimensions(List<NodeRef> nodes, DataValue[] facts, Deadline deadline)
            throws ConnectorException {
        int[] arrays = IntStream.range(0, nodes.size())
                .filter(i -> rank(facts, i) != -1)
                .toArray();
        ReadValueId[] ids = Arrays.stream(arrays)
                .mapToObj(i -> id(nodes.get(i), AttributeId.ArrayDimensions))
                .toArray(ReadValueId[]::new);
        DataValue[] values = readAll(ids, deadline);
        Map<Integer, List<Integer>> dimensions = new HashMap<>();
        for (int i = 0; i < arrays.length; i++) {
            dimensions.put(arrays[i], lengths(values[i].value().value()));
        }
        return dimensions;
    }

    /** What an attribute ArrayDimensions says, or one of an argument. */
    static List<Integer> lengths(@Nullable Object value) {
        List<Integer> dimensions = new ArrayList<>();
        if (value instanceof UInteger[] lengths && lengths.length <= MAX_DIMENSIONS) {
            for (UInteger length : lengths) {
                dimensions.add((int) Math.min(Integer.MAX_VALUE, length.longValue()));
            }
        }
        return dimensions;
    }

    private DataValue[] readAll(ReadValueId[] ids, @Nullable Deadline deadline) throws ConnectorException {
        DataValue[] values = new DataValue[ids.length];
        reads.runEach(
                ids.length,
                deadline,
                (from, to) -> {
                    DataValue[] part = readPart(ids, from, to).decoded(link.encoding());
                    System.arraycopy(part, 0, values, from, part.length);
                },
                (index, why) -> values[index] = new DataValue(Integer.toUnsignedLong(why.status())));
        return values;
    }

    /** Keeps to so many reads at once, before all limits are known; 0 for any number. */
    void limitReads(int most) {
        reads.limit(most);
    }

    /** The values of nodes as text; empty where there is none. */
    public List<String> plain(List<NodeRef> nodes) throws ConnectorException {
        List<String> texts = new ArrayList<>();
        for (DataValue value : readAll(valuesOf(nodes), null)) {
            Object object = value.value().value();
            texts.add(object == null ? "" : object.toString());
        }
        return texts;
    }

    /** What people call the units that these properties hold (EUInformation, OPC 10000-8, 5.6.4.3); empty where there is none. */
    public List<String> units(List<NodeRef> properties, Deadline deadline) throws ConnectorException {
        return Arrays.stream(readAll(valuesOf(properties), deadline))
                .map(value -> unit(value.value().value()))
                .toList();
    }

    private String unit(@Nullable Object value) {
        try {
            if (value instanceof ExtensionObject object
                    && link.encoding().inner(object) instanceof EUInformation unit) {
                String name = unit.getDisplayName().getText();
                return name == null ? "" : name;
            }
            return "";
        } catch (RuntimeException e) {
            // Milo checks no lengths here. A point without its unit is better than none.
            return "";
        }
    }

    /** The value of a node as Milo decodes it; null where there is none. */
    @Nullable
    Object value(NodeRef node) throws ConnectorException {
        return value(node, AttributeId.Value, null);
    }

    private @Nullable Object value(NodeRef node, AttributeId attribute, @Nullable Deadline deadline)
            throws ConnectorException {
        return readAll(new ReadValueId[] {id(node, attribute)}, deadline)[0]
                .value()
                .value();
    }

    /** The value of a node as Milo decodes it; null where there is none, or where the server refuses to give it. */
    @Nullable
    Object told(NodeRef node, Deadline deadline) throws ConnectorException {
        try {
            return value(node, AttributeId.Value, deadline);
        } catch (DeviceErrorException e) {
            if (!Failures.isOfOneEntry(e.status())) {
                throw e;
            }
            return null;
        }
    }

    List<String> texts(NodeRef node) throws ConnectorException {
        Object value = value(node);
        List<String> texts = new ArrayList<>();
        if (value instanceof String[] strings) {
            for (String text : strings) {
                texts.add(String.valueOf(text));
            }
        }
        return texts;
    }

    /**
     * The definition of a data type (OPC 10000-3, 8.47), or null when the server gives none.
     *
     * @throws MalformedFrameException when its bytes make no sense, which says nothing of other types
     */
    @Nullable
    UaStructuredType definition(NodeRef dataType, Deadline deadline) throws ConnectorException {
        Object value = value(dataType, AttributeId.DataTypeDefinition, deadline);
        try {
            return value instanceof ExtensionObject object ? link.encoding().inner(object) : null;
        } catch (RuntimeException e) {
            // Milo checks no lengths here: wrong ones end in whatever exception comes first.
            throw new MalformedFrameException("the definition of the data type " + dataType + " is malformed", 0);
        }
    }

    /** The browse name of a node; empty when the server does not say it. */
    String name(NodeRef node, Deadline deadline) throws ConnectorException {
        Object value = value(node, AttributeId.BrowseName, deadline);
        return value instanceof QualifiedName name ? String.valueOf(name.name()) : "";
    }
}
