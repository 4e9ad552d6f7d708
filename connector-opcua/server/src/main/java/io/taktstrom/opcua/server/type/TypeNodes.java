package io.taktstrom.opcua.server.type;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

import io.taktstrom.model.EnumType;
import org.eclipse.milo.opcua.sdk.core.Reference;
import org.eclipse.milo.opcua.sdk.core.types.codec.DynamicCodecFactory;
import org.eclipse.milo.opcua.sdk.core.typetree.DataType;
import org.eclipse.milo.opcua.sdk.core.typetree.DataTypeTree;
import org.eclipse.milo.opcua.sdk.server.OpcUaServer;
import org.eclipse.milo.opcua.sdk.server.model.objects.DataTypeEncodingTypeNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaDataTypeNode;
import org.eclipse.milo.opcua.sdk.server.nodes.UaNodeContext;
import org.eclipse.milo.opcua.stack.core.NodeIds;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.enumerated.StructureType;
import org.eclipse.milo.opcua.stack.core.types.structured.EnumDefinition;
import org.eclipse.milo.opcua.stack.core.types.structured.EnumField;
import org.eclipse.milo.opcua.stack.core.types.structured.StructureDefinition;
import org.eclipse.milo.opcua.stack.core.types.structured.StructureField;
import org.jspecify.annotations.Nullable;

/** Makes the nodes of the model's data types, with definitions that clients can read, and the codecs for them. */
public final class TypeNodes {

    private static final UInteger NOTHING = UInteger.valueOf(0);

    private final UaNodeContext context;
    private final Function<String, NodeId> ids;
    private final Map<String, NodeId> own = new HashMap<>();
    private final Map<String, NodeId> encodings = new HashMap<>();

    public TypeNodes(UaNodeContext context, Function<String, NodeId> ids) {
        this.context = context;
        this.ids = ids;
    }

    /** Adds all types; returns them as Milo knows them. */
    public Map<String, DataType> add(List<UaType> types) {
        for (UaType type : types) {
            if (type instanceof UaType.Structure structure) {
                add(structure);
            } else {
                add((UaType.Enumeration) type);
            }
        }
        return register();
    }

    /** The node of a data type, in namespace 0 for built-in ones. */
    public NodeId id(UaType type) {
        return type instanceof BuiltinType builtin
                ? new NodeId(0, builtin.number())
                : Objects.requireNonNull(own.get(type.text()));
    }

    private UaDataTypeNode node(UaType type, NodeId supertype) {
        NodeId id = ids.apply("type:" + type.text());
        UaDataTypeNode node = new UaDataTypeNode(
                context,
                id,
                new QualifiedName(id.getNamespaceIndex(), type.text()),
                LocalizedText.english(type.text()),
                LocalizedText.NULL_VALUE,
                NOTHING,
                NOTHING,
                false);
        node.addReference(new Reference(id, NodeIds.HasSubtype, supertype.expanded(), Reference.Direction.INVERSE));
        context.getNodeManager().addNode(node);
        own.put(type.text(), id);
        return node;
    }

    private void add(UaType.Structure type) {
        UaDataTypeNode node = node(type, NodeIds.Structure);
        NodeId encoding = ids.apply("type:" + type.text() + ".binary");
        DataTypeEncodingTypeNode encodingNode = new DataTypeEncodingTypeNode(
                context,
                encoding,
                new QualifiedName(0, "Default Binary"),
                LocalizedText.english("Default Binary"),
                LocalizedText.NULL_VALUE,
                NOTHING,
                NOTHING,
                null,
                null,
                null);
        encodingNode.addReference(new Reference(
                encoding,
                NodeIds.HasTypeDefinition,
                NodeIds.DataTypeEncodingType.expanded(),
                Reference.Direction.FORWARD));
        encodingNode.addReference(
                new Reference(encoding, NodeIds.HasEncoding, node.getNodeId().expanded(), Reference.Direction.INVERSE));
        context.getNodeManager().addNode(encodingNode);
        encodings.put(type.text(), encoding);
        StructureField[] fields = type.fields().stream().map(this::field).toArray(StructureField[]::new);
        node.setDataTypeDefinition(
                new StructureDefinition(encoding, NodeIds.Structure, StructureType.Structure, fields));
    }

    private StructureField field(UaType.Field field) {
        VariableType type = field.type();
        return new StructureField(
                field.name(),
                LocalizedText.NULL_VALUE,
                id(type.element()),
                type.valueRank(),
                dimensions(type),
                NOTHING,
                false);
    }

    /** As an attribute has them; null for a single value. */
    public static UInteger @Nullable [] dimensions(VariableType type) {
        return type.isArray()
                ? type.dimensions().stream().map(UInteger::valueOf).toArray(UInteger[]::new)
                : null;
    }

    private void add(UaType.Enumeration type) {
        UaDataTypeNode node = node(type, NodeIds.Enumeration);
        List<EnumType.Member> members = type.members().members();
        node.setEnumStrings(members.stream()
                .map(member -> LocalizedText.english(member.name()))
                .toArray(LocalizedText[]::new));
        node.setDataTypeDefinition(new EnumDefinition(members.stream()
                .map(member -> new EnumField(
                        member.value(), LocalizedText.english(member.name()), LocalizedText.NULL_VALUE, member.name()))
                .toArray(EnumField[]::new)));
    }

    private Map<String, DataType> register() {
        OpcUaServer server = context.getServer();
        DataTypeTree tree = server.updateDataTypeTree();
        Map<String, DataType> registered = new HashMap<>();
        own.forEach((name, id) -> {
            DataType type = Objects.requireNonNull(tree.getDataType(id));
            server.getDynamicDataTypeManager()
                    .registerType(id, DynamicCodecFactory.create(type, tree), encodings.get(name), null, null);
            registered.put(name, type);
        });
        return registered;
    }
}
