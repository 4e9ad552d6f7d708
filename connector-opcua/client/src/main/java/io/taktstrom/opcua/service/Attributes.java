package io.taktstrom.opcua.service;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.opcua.channel.Exchange;
import io.taktstrom.opcua.channel.Failures;
import io.taktstrom.opcua.channel.ServiceHeader;
import io.taktstrom.opcua.protocol.DataValueFrame;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.MiloEncoding;
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
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UByte;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.structured.EUInformation;
import org.jspecify.annotations.Nullable;

/** The services Read and Write, cut to what the server takes. Thread-safe. */
public final class Attributes {

    /** Attributes to be read as often as wanted, encoded as a list of ReadValueId (OPC 10000-4, 7.29). Immutable. */
    public static final class ReadList {

        /** No index range, no encoding of structures that is asked for. */
        private static final int NULL = -1;

        private final byte[] encoded;
        /** Where each begins, and where the last ends. */
        private final int[] starts;

        private ReadList(List<NodeRef> nodes, AttributeId... attributes) {
            WireWriter out = new WireWriter();
            starts = new int[nodes.size() * attributes.length + 1];
            int count = 0;
            for (NodeRef node : nodes) {
                for (AttributeId attribute : attributes) {
                    node.write(out).i32(attribute.id()).i32(NULL).i16(0).i32(NULL);
                    starts[++count] = out.size();
                }
            }
            encoded = out.toByteArray();
        }

        public int size() {
            return starts.length - 1;
        }

        private void write(WireWriter out, int from, int to) {
            out.bytes(encoded, starts[from], starts[to] - starts[from]);
        }
    }

    /** Attributes that tell what a variable is. */
    private static final int FACTS = 3;

    /** The mask of a DataValue that has a status and nothing else (OPC 10000-6, 5.2.2.17). */
    private static final int STATUS_ONLY = 0x02;

    private static final int BAD_VALUE_BYTES = 1 + Integer.BYTES;

    /** TimestampsToReturn (OPC 10000-4, 7.40). */
    private static final int SOURCE_TIME = 0;

    /** ValueRank of a variable that may hold one value or an array (OPC 10000-3, 5.6.2). */
    private static final int ANY_RANK = -2;

    /** An array has as many dimensions as an answer can count, but no real one has more than a few. */
    private static final int MAX_DIMENSIONS = 16;

    private final UaLink link;
    final RequestSplitter reads;
    final RequestSplitter writes;

    Attributes(UaLink link, int most) {
        this.link = link;
        this.reads = new RequestSplitter(link, "read", most);
        this.writes = new RequestSplitter(link, "write", most);
    }

    /** Prepares the values of these nodes for {@link #read}. */
    public static ReadList values(List<NodeRef> nodes) {
        return new ReadList(nodes, AttributeId.Value);
    }

    /** Reads values with their status and source time, as they are now. Hot: allocates nothing unless the server refuses. */
    public void read(ReadList list, ValueSink sink) throws ConnectorException {
        if (list.size() > 0 && list.size() <= reads.most()) {
            try {
                readPart(list, 0, list.size(), sink);
                return;
            } catch (DeviceErrorException e) {
                if (!RequestSplitter.isTooMuch(e.status()) && !Failures.isOfOneEntry(e.status())) {
                    throw e;
                }
            }
        }
        reads.runEach(
                list.size(),
                null,
                (from, to) -> readSome(list, from, to, sink),
                (index, why) -> sink.value(index, badValue(why.status()), 0, BAD_VALUE_BYTES));
    }

    private void readSome(ReadList list, int from, int to, ValueSink sink) throws ConnectorException {
        try {
            readPart(list, from, to, sink);
        } catch (DeviceErrorException e) {
            boolean alone = to - from == 1 && list.size() > 1;
            if (!alone || e.status() != (int) StatusCodes.Bad_ResponseTooLarge) {
                throw e;
            }
            // It alone is too large: that is no reason to go without the others.
            sink.value(from, badValue(e.status()), 0, BAD_VALUE_BYTES);
        }
    }

    /** A DataValue without a value. */
    private static ByteBuffer badValue(int status) {
        return ByteBuffer.allocate(BAD_VALUE_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) STATUS_ONLY)
                .putInt(status);
    }

    private void readPart(ReadList list, int from, int to, ValueSink sink) throws ConnectorException {
        Exchange exchange = link.begin(ServiceHeader.READ);
        WireWriter out = exchange.request().i64(0).i32(SOURCE_TIME).i32(to - from);
        list.write(out, from, to);
        WireReader in = link.exchange("read", exchange, ServiceHeader.READ_ANSWER);
        try {
            requireCount("read", to - from, in.count(1));
            for (int i = from; i < to; i++) {
                int start = in.position();
                in.skipDataValue();
                sink.value(i, in.buffer(), start, in.position());
            }
        } catch (MalformedFrameException e) {
            throw link.broken("read", e);
        } finally {
            link.end(exchange);
        }
    }

    private void requireCount(String what, int asked, int answered) throws ConnectorException {
        if (answered != asked) {
            throw link.wrongNumber(what, asked, Math.max(0, answered));
        }
    }

    /**
     * Writes values.
     *
     * @param variants each a Variant in binary encoding
     * @return the status of each
     */
    public int[] write(List<NodeRef> nodes, List<byte[]> variants) throws ConnectorException {
        int[] statuses = new int[nodes.size()];
        writes.run(statuses.length, null, (from, to) -> {
            Exchange exchange = link.begin(ServiceHeader.WRITE);
            WireWriter out = exchange.request().i32(to - from);
            for (int i = from; i < to; i++) {
                // Many servers refuse a write that comes with a status or a time (Bad_WriteNotSupported).
                nodes.get(i).write(out).i32(AttributeId.Value.id()).i32(-1).u8(DataValueFrame.VALUE);
                out.bytes(variants.get(i));
            }
            WireReader in = link.exchange("write", exchange, ServiceHeader.WRITE_ANSWER);
            try {
                requireCount("write", to - from, in.count(Integer.BYTES));
                for (int i = from; i < to; i++) {
                    statuses[i] = in.i32();
                }
            } catch (MalformedFrameException e) {
                throw link.broken("write", e);
            } finally {
                link.end(exchange);
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
        DataValue[] values = readAll(
                new ReadList(nodes, AttributeId.DataType, AttributeId.ValueRank, AttributeId.UserAccessLevel),
                deadline);
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
            return id.toNodeId(MiloEncoding.namespaces()).map(NodeRef::new).orElse(null);
        }
        return value instanceof NodeId id && !id.isNull() ? new NodeRef(id) : null;
    }

    private static int rank(DataValue[] facts, int node) {
        return facts[FACTS * node + 1].value().value() instanceof Integer rank ? rank : ANY_RANK;
    }

    /** The lengths of those that may be arrays, by their place in the list: they are not asked of thousands of numbers. */
    private Map<Integer, List<Integer>> dimensions(List<NodeRef> nodes, DataValue[] facts, Deadline deadline)
            throws ConnectorException {
        int[] arrays = IntStream.range(0, nodes.size())
                .filter(i -> rank(facts, i) != -1)
                .toArray();
        ReadList list = new ReadList(Arrays.stream(arrays).mapToObj(nodes::get).toList(), AttributeId.ArrayDimensions);
        DataValue[] values = readAll(list, deadline);
        Map<Integer, List<Integer>> dimensions = new HashMap<>();
        for (int i = 0; i < arrays.length; i++) {
            dimensions.put(arrays[i], lengths(values[i].value().value()));
        }
        return dimensions;
    }

    /** What an attribute ArrayDimensions says, or one of an argument. */
    static List<Integer> lengths(@Nullable Object value) {
        return value instanceof UInteger[] lengths && lengths.length <= MAX_DIMENSIONS
                ? Arrays.stream(lengths)
                        .map(length -> (int) Math.min(Integer.MAX_VALUE, length.longValue()))
                        .toList()
                : List.of();
    }

    private DataValue[] readAll(ReadList list, @Nullable Deadline deadline) throws ConnectorException {
        DataValue[] values = new DataValue[list.size()];
        reads.runEach(
                values.length,
                deadline,
                (from, to) -> readPart(
                        list, from, to, (i, in, start, end) -> values[i] = MiloEncoding.dataValue(in, start, end)),
                (index, why) -> values[index] = new DataValue(Integer.toUnsignedLong(why.status())));
        return values;
    }

    /** The values of nodes as text; empty for none. */
    public List<String> plain(List<NodeRef> nodes) throws ConnectorException {
        return Arrays.stream(readAll(values(nodes), null))
                .map(value -> Objects.toString(value.value().value(), ""))
                .toList();
    }

    /** What people call the units that these properties hold (EUInformation, OPC 10000-8, 5.6.4.3); empty for none. */
    public List<String> units(List<NodeRef> properties, Deadline deadline) throws ConnectorException {
        return Arrays.stream(readAll(values(properties), deadline))
                .map(value -> unit(value.value().value()))
                .toList();
    }

    private String unit(@Nullable Object value) {
        try {
            if (value instanceof ExtensionObject object && MiloEncoding.inner(object) instanceof EUInformation unit) {
                String name = unit.getDisplayName().getText();
                return name == null ? "" : name;
            }
            return "";
        } catch (RuntimeException e) {
            // Milo checks no lengths here. A point without its unit is better than none.
            return "";
        }
    }

    /** The value of a node as Milo decodes it; null for none. */
    @Nullable
    Object value(NodeRef node) throws ConnectorException {
        return value(node, AttributeId.Value, null);
    }

    private @Nullable Object value(NodeRef node, AttributeId attribute, @Nullable Deadline deadline)
            throws ConnectorException {
        return readAll(new ReadList(List.of(node), attribute), deadline)[0]
                .value()
                .value();
    }

    /** The value of a node as Milo decodes it; null for none, or where the server refuses to give it. */
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
        return value(node) instanceof String[] texts
                ? Arrays.stream(texts).map(String::valueOf).toList()
                : List.of();
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
            return value instanceof ExtensionObject object ? MiloEncoding.inner(object) : null;
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
