package io.taktstrom.opcua.service;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Deadline;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.opcua.value.MiloEncoding;
import io.taktstrom.opcua.value.WireType;
import io.taktstrom.opcua.value.WireType.Structure;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
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
    private static final int MAX_LEVELS = 32;

    /** What a type, a field or a name takes besides its letters: a generous guess. */
    private static final int ENTRY_BYTES = 200;

    private final UaLink link;
    private final Attributes attributes;
    private final References references;
    private final TypeDictionaries dictionaries;
    private final Map<NodeRef, WireType> known = new ConcurrentHashMap<>();
    private final Map<NodeRef, String> names = new ConcurrentHashMap<>();

    DataTypes(UaLink link, Attributes attributes, References references) {
        this.link = link;
        this.attributes = attributes;
        this.references = references;
        this.dictionaries = new TypeDictionaries(link, attributes, references);
    }

    /** The name of a data type. */
    public String name(NodeRef dataType, Deadline deadline) throws ConnectorException {
        String found = names.get(dataType);
        if (found == null) {
            int standard = dataType.standardNumber();
            boolean builtin = standard >= Builtin.BOOLEAN && standard <= Builtin.LOCALIZED_TEXT;
            found = builtin ? MiloEncoding.typeName(standard) : attributes.name(dataType, deadline);
            found = found.isEmpty() ? dataType.toString() : found;
            if (link.memory().tryTake(ENTRY_BYTES + 2L * found.length())) {
                names.put(dataType, found);
            }
        }
        return found;
    }

    /** What a data type is. */
    public WireType get(NodeRef dataType, Deadline deadline) throws ConnectorException {
        return get(dataType, new ArrayList<>(), deadline);
    }

    private WireType get(NodeRef dataType, List<NodeRef> path, Deadline deadline) throws ConnectorException {
        WireType found = known.get(dataType);
        if (found == null) {
            deadline.check("find out about data types at " + link.where());
            found = ask(dataType, path, deadline);
            long bytes = bytes(found);
            if (!link.memory().tryTake(bytes)) {
                // What is not kept will be asked for again: this costs time, which has its own limit.
                return new WireType.Unknown(
                        link.memory().refusal(bytes, "the data type " + dataType),
                        StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
            }
            known.put(dataType, found);
        }
        return found;
    }

    /** What it takes to keep a type, without those inside it, which are kept themselves. */
    private static long bytes(WireType type) {
        Stream<String> names = Stream.empty();
        if (type instanceof Structure structure) {
            names = structure.fields().stream().map(Structure.Field::name);
        } else if (type instanceof WireType.Enumeration enumeration) {
            names = enumeration.type().members().stream().map(EnumType.Member::name);
        }
        return ENTRY_BYTES
                + names.mapToLong(name -> ENTRY_BYTES + 2L * name.length()).sum();
    }

    private WireType ask(NodeRef dataType, List<NodeRef> path, Deadline deadline) throws ConnectorException {
        WireType standard = standard(dataType.standardNumber());
        if (standard != null) {
            return standard;
        }
        if (path.contains(dataType) || path.size() > MAX_LEVELS) {
            return new WireType.Unknown("the data type " + dataType + " contains itself");
        }
        List<NodeRef> inner = new ArrayList<>(path);
        inner.add(dataType);
        UaStructuredType definition;
        try {
            definition = attributes.definition(dataType, deadline);
        } catch (MalformedFrameException e) {
            return new WireType.Unknown(String.valueOf(e.getMessage()), StatusCode.BAD_DECODING_ERROR);
        }
        if (definition instanceof StructureDefinition structure) {
            return structure(dataType, structure, inner, deadline);
        }
        if (definition instanceof EnumDefinition enumeration) {
            return enumeration(dataType, enumeration, deadline);
        }
        NodeRef parent = references.supertype(dataType, deadline);
        if (parent == null) {
            return new WireType.Open("the server does not know the data type " + dataType);
        }
        boolean isStructure = parent.standardNumber() == Builtin.EXTENSION_OBJECT;
        WireType derived = isStructure ? new WireType.Simple(Builtin.EXTENSION_OBJECT) : get(parent, inner, deadline);
        if (!isStructure && !(derived instanceof Structure || derived instanceof WireType.Unknown)) {
            return derived;
        }
        WireType described = dictionaries.find(dataType, deadline);
        if (described != null) {
            return described;
        }
        return isStructure
                ? new WireType.Unknown("the server gives no definition of the data type "
                        + attributes.name(dataType, deadline) + " (" + dataType
                        + "), neither as an attribute nor in a type dictionary")
                : derived;
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

    private WireType structure(NodeRef dataType, StructureDefinition definition, List<NodeRef> path, Deadline deadline)
            throws ConnectorException {
        String name = attributes.name(dataType, deadline);
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
                    get(new NodeRef(field.getDataType()), path, deadline),
                    field.getValueRank(),
                    Boolean.TRUE.equals(field.getIsOptional())));
        }
        return new Structure(name, kind, definition.getDefaultEncodingId().toParseableString(), fields);
    }

    private WireType enumeration(NodeRef dataType, EnumDefinition definition, Deadline deadline)
            throws ConnectorException {
        List<EnumType.Member> members = new ArrayList<>();
        EnumField[] defined = definition.getFields();
        for (int i = 0; defined != null && i < defined.length; i++) {
            EnumField field = defined[i];
            members.add(new EnumType.Member(String.valueOf(field.getName()), field.getValue()));
        }
        NodeRef parent = references.supertype(dataType, deadline);
        if (parent != null && parent.standardNumber() != ENUMERATION) {
            // An option set: an unsigned integer whose bits have names.
            return get(parent, deadline);
        }
        return new WireType.Enumeration(new EnumType(attributes.name(dataType, deadline), ScalarType.DINT, members));
    }
}
