package io.taktstrom.opcua.stack;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.opcua.value.WireType.Structure;
import io.taktstrom.spi.ConnectorException;
import org.eclipse.milo.opcua.stack.core.types.UaStructuredType;
import org.eclipse.milo.opcua.stack.core.types.enumerated.StructureType;
import org.eclipse.milo.opcua.stack.core.types.structured.EnumDefinition;
import org.eclipse.milo.opcua.stack.core.types.structured.EnumField;
import org.eclipse.milo.opcua.stack.core.types.structured.StructureDefinition;
import org.eclipse.milo.opcua.stack.core.types.structured.StructureField;
import org.jspecify.annotations.Nullable;

/** The data types of a server, each asked for when it is first met. Thread-safe. */
public final class DataTypes {

    private static final int ENUMERATION = 29;
    private static final int NUMBER = 26;
    private static final int INTEGER = 27;
    private static final int UINTEGER = 28;

    /** A type is derived from a built-in one over a few levels; a server that goes round in circles is stopped. */
    private static final int MOST_LEVELS = 32;

    private final UaLink link;
    private final Map<NodeRef, WireType> known = new ConcurrentHashMap<>();
    private final Map<NodeRef, String> names = new ConcurrentHashMap<>();

    DataTypes(UaLink link) {
        this.link = link;
    }

    /** The name of a data type. */
    public String name(NodeRef dataType) throws ConnectorException {
        String found = names.get(dataType);
        if (found == null) {
            int standard = dataType.standardNumber();
            boolean builtin = standard >= Builtin.BOOLEAN && standard <= Builtin.LOCALIZED_TEXT;
            found = builtin ? Builtin.name(standard) : link.attributes().name(dataType);
            found = found.isEmpty() ? dataType.toString() : found;
            names.put(dataType, found);
        }
        return found;
    }

    /** What a data type is. */
    public WireType get(NodeRef dataType) throws ConnectorException {
        return get(dataType, new ArrayList<>());
    }

    private WireType get(NodeRef dataType, List<NodeRef> path) throws ConnectorException {
        WireType found = known.get(dataType);
        if (found == null) {
            found = ask(dataType, path);
            known.put(dataType, found);
        }
        return found;
    }

    private WireType ask(NodeRef dataType, List<NodeRef> path) throws ConnectorException {
        WireType standard = standard(dataType.standardNumber());
        if (standard != null) {
            return standard;
        }
        if (path.contains(dataType) || path.size() > MOST_LEVELS) {
            return new WireType.Unknown("the data type " + dataType + " contains itself");
        }
        List<NodeRef> inner = new ArrayList<>(path);
        inner.add(dataType);
        UaStructuredType definition = link.attributes().definition(dataType);
        if (definition instanceof StructureDefinition structure) {
            return structure(dataType, structure, inner);
        }
        if (definition instanceof EnumDefinition enumeration) {
            return enumeration(dataType, enumeration);
        }
        NodeRef parent = link.references().supertype(dataType);
        if (parent == null) {
            return new WireType.Unknown("the data type " + dataType + " is unknown to the server itself");
        }
        if (parent.standardNumber() == Builtin.EXTENSION_OBJECT) {
            return new WireType.Unknown("the server gives no definition of the data type "
                    + link.attributes().name(dataType) + " (" + dataType + ")");
        }
        return get(parent, inner);
    }

    private static @Nullable WireType standard(int number) {
        if (number == Builtin.VARIANT || number == NUMBER || number == INTEGER || number == UINTEGER) {
            return new WireType.Open();
        }
        if (number == ENUMERATION) {
            return new WireType.Simple(Builtin.INT32);
        }
        return number >= Builtin.BOOLEAN && number <= Builtin.DIAGNOSTIC_INFO ? new WireType.Simple(number) : null;
    }

    private WireType structure(NodeRef dataType, StructureDefinition definition, List<NodeRef> path)
            throws ConnectorException {
        String name = link.attributes().name(dataType);
        StructureType stated = definition.getStructureType();
        if (stated == null) {
            // Milo makes null of a number that is none of them.
            return new WireType.Unknown("the structure " + name + " is of a kind that the standard does not have");
        }
        Structure.Kind kind;
        switch (stated) {
            case Structure -> kind = Structure.Kind.PLAIN;
            case StructureWithOptionalFields -> kind = Structure.Kind.OPTIONAL_FIELDS;
            case Union -> kind = Structure.Kind.UNION;
            default -> {
                return new WireType.Unknown("the structure " + name + " has fields of derived types");
            }
        }
        List<Structure.Field> fields = new ArrayList<>();
        StructureField[] defined = definition.getFields();
        for (int i = 0; defined != null && i < defined.length; i++) {
            StructureField field = defined[i];
            fields.add(new Structure.Field(
                    String.valueOf(field.getName()),
                    get(new NodeRef(field.getDataType()), path),
                    field.getValueRank(),
                    Boolean.TRUE.equals(field.getIsOptional())));
        }
        return new Structure(name, kind, definition.getDefaultEncodingId().toParseableString(), fields);
    }

    private WireType enumeration(NodeRef dataType, EnumDefinition definition) throws ConnectorException {
        List<EnumType.Member> members = new ArrayList<>();
        EnumField[] defined = definition.getFields();
        for (int i = 0; defined != null && i < defined.length; i++) {
            EnumField field = defined[i];
            members.add(new EnumType.Member(String.valueOf(field.getName()), field.getValue()));
        }
        NodeRef parent = link.references().supertype(dataType);
        if (parent != null && parent.standardNumber() != ENUMERATION) {
            // An option set: an unsigned integer whose bits have names.
            return get(parent);
        }
        return new WireType.Enumeration(new EnumType(link.attributes().name(dataType), ScalarType.DINT, members));
    }
}
