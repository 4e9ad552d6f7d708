package io.taktstrom.ads.simulator.table;

import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

import io.taktstrom.ads.simulator.model.PlcMethod;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.ads.simulator.model.PlcType.Structure.Member;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the data type table as TwinCAT 3.1 writes them; a member has the layout of an entry but no padding.
 *
 * <pre>
 *  length 4 | version 4 | member's number 4 | 0 4 | size 4 | offset 4 | type id 4 | flags 4
 *  name, type, comment lengths 2 2 2 | dimensions 2 | members 2 | name 0 | type name 0 | comment 0
 *  dimensions: lower bound 4, count 4 | members | GUID 16 | methods, attributes and enumeration members if flagged
 * </pre>
 *
 * (TwinCAT Ads.h, AdsDatatypeEntry; numbers, padding and GUIDs as in the captured uploads.)
 */
final class TypeTableWriter {

    private static final int DATA_TYPE = 0x0001;
    private static final int DATA_ITEM = 0x0002;
    private static final int REFERENCE = 0x0004;
    private static final int BITS = 0x0020;
    private static final int PROPERTY = 0x0040;
    private static final int TYPE_GUID = 0x0080;
    private static final int METHODS = 0x0800;
    private static final int ATTRIBUTES = 0x1000;
    private static final int ENUMERATION = 0x2000;
    /** At members that are pointers: persistent data is not restored (IgnorePersist in Beckhoff's AdsDatatypeFlags). */
    private static final int POINTER = 0x8_0000;
    /** A persistent variable is of this type (PersistantDatatype in Beckhoff's AdsDatatypeFlags). */
    private static final int PERSISTENT_TYPE = 0x20_0000;

    private static final int FIRST_NUMBERED = 4;
    private static final int PROPERTY_NUMBERS = 14 << 16;

    /** Where methods begin behind those that every function block has (captured: 3). */
    private static final int FIRST_IN_VTABLE = 3;

    /** What is said of the type that a method returns, but for its name. */
    private static final int RETURN_BYTES = 32;

    private final TableWriter writer;
    private final Function<PlcType, UUID> guids;

    TypeTableWriter(TableWriter writer, Function<PlcType, UUID> guids) {
        this.writer = writer;
        this.guids = guids;
    }

    static byte[] entry(PlcType type, boolean persistent) {
        TableWriter writer = new TableWriter();
        new TypeTableWriter(writer, TypeFacts::guid).write(type, persistent);
        return writer.toBytes();
    }

    /** @param persistent whether a persistent variable is of this type */
    void write(PlcType type, boolean persistent) {
        List<Member> members = type instanceof PlcType.Structure structure ? structure.members() : List.of();
        List<PlcMethod> methods = type instanceof PlcType.Structure structure ? structure.methods() : List.of();
        PlcType.Array array = arrayOf(type);
        Map<String, String> attributes = TypeFacts.attributes(type);
        List<EnumType.Member> values =
                type instanceof PlcType.Enumeration e ? e.image().members() : List.of();
        int start = writer.size();
        int flags = DATA_TYPE
                | TYPE_GUID
                | (persistent ? PERSISTENT_TYPE : 0)
                | (type instanceof PlcType.Bit ? BITS : 0)
                | (methods.isEmpty() ? 0 : METHODS)
                | (attributes.isEmpty() ? 0 : ATTRIBUTES)
                | (values.isEmpty() ? 0 : ENUMERATION);
        fixed(0, type, 0, flags);
        texts(
                type.name(),
                madeOf(type),
                type.comment(),
                array == null ? 0 : array.bounds().size(),
                members.size());
        if (array != null) {
            for (ArrayType.Bound bound : array.bounds()) {
                writer.int32(bound.lower()).int32(bound.count());
            }
        }
        for (int i = 0; i < members.size(); i++) {
            member(number(i, members), members.get(i));
        }
        writer.guid(guids.apply(type));
        if (!methods.isEmpty()) {
            writer.int16(methods.size());
            for (int i = 0; i < methods.size(); i++) {
                method(methods.get(i), FIRST_IN_VTABLE + i);
            }
        }
        if (!attributes.isEmpty()) {
            writer.attributes(attributes);
        }
        if (!values.isEmpty()) {
            writer.int16(values.size());
            values.forEach(value -> writer.int8(TableWriter.encoded(value.name()).length)
                    .text(value.name())
                    .integer(value.value(), type.bytes()));
        }
        writer.endEntry(start, true);
    }

    /** As captured: members are numbered from four on, fewer have 0 all; properties have {@code 14} above their number. */
    private static int number(int index, List<Member> members) {
        int number = members.size() < FIRST_NUMBERED ? 0 : index;
        return members.get(index).property() ? PROPERTY_NUMBERS | number : number;
    }

    private static int flags(Member member) {
        PlcType type = member.type();
        int pointer = !(type instanceof PlcType.Pointer p) ? 0 : p.reference() ? REFERENCE : POINTER;
        return DATA_ITEM
                | TYPE_GUID
                | pointer
                | (type instanceof PlcType.Bit ? BITS : 0)
                | (member.property() ? PROPERTY : 0)
                | (member.attributes().isEmpty() ? 0 : ATTRIBUTES);
    }

    private void member(int number, Member member) {
        boolean bit = member.type() instanceof PlcType.Bit;
        int start = writer.size();
        fixed(number, member.type(), bit ? 8 * member.offset() + member.bit() : member.offset(), flags(member));
        texts(member.name(), member.type().name(), member.comment(), 0, 0);
        writer.guid(guids.apply(member.type()));
        if (!member.attributes().isEmpty()) {
            writer.attributes(member.attributes());
        }
        writer.endEntry(start, false);
    }

    /** AdsMethodEntry of TwinCAT's TcAdsDef.h; version 1 and flag 1, the PLC's way to call, as captured. */
    private void method(PlcMethod method, int vtableIndex) {
        PlcType type = method.type();
        String typeName = type == null ? "" : type.name();
        int start = writer.size();
        writer.int32(0).int32(1).int32(vtableIndex);
        if (type == null) {
            writer.bytes(new byte[RETURN_BYTES]);
        } else {
            writer.int32(type.bytes()).int32(type.alignment()).int32(0).guid(guids.apply(type));
            writer.int32(TypeFacts.typeId(type));
        }
        writer.int32(1);
        writer.length(method.name())
                .length(typeName)
                .int16(0)
                .int16(method.parameters().size());
        writer.text(method.name()).text(typeName).text("");
        method.parameters().forEach(this::parameter);
        writer.endEntry(start, false);
    }

    private void parameter(PlcMethod.Parameter parameter) {
        PlcType type = parameter.type();
        int start = writer.size();
        writer.int32(0).int32(type.bytes()).int32(type.alignment()).int32(TypeFacts.typeId(type));
        writer.int32((parameter.in() ? 1 : 0) | (parameter.out() ? 2 : 0))
                .int32(0)
                .guid(guids.apply(type));
        writer.int16(0).length(parameter.name()).length(type.name()).int16(0);
        writer.text(parameter.name()).text(type.name()).text("");
        writer.endEntry(start, false);
    }

    private void fixed(int number, PlcType type, int offset, int flags) {
        writer.int32(0)
                .int32(1)
                .int32(number)
                .int32(0)
                .int32(type.bytes())
                .int32(offset)
                .int32((flags & DATA_ITEM) != 0 ? TypeFacts.memberTypeId(type) : TypeFacts.typeId(type))
                .int32(flags);
    }

    private void texts(String name, String typeName, String comment, int dimensions, int members) {
        writer.length(name).length(typeName).length(comment);
        writer.int16(dimensions).int16(members);
        writer.text(name).text(typeName).text(comment);
    }

    private static PlcType.@Nullable Array arrayOf(PlcType type) {
        if (type instanceof PlcType.Alias alias && alias.target() instanceof PlcType.Array target) {
            return target;
        }
        return type instanceof PlcType.Array array ? array : null;
    }

    /** Element, alias' target, enumeration's integer; TwinCAT has BOOL made of BYTE, and the other base types of nothing. */
    private static String madeOf(PlcType type) {
        PlcType.Array array = arrayOf(type);
        if (array != null) {
            return array.element().name();
        }
        if (type instanceof PlcType.Elementary && type.image() == ScalarType.BOOL) {
            return "BYTE";
        }
        return type instanceof PlcType.Structure || type.parts().isEmpty()
                ? ""
                : type.parts().get(0).name();
    }
}
