package io.taktstrom.ads.protocol;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * A data type of the PLC, or a member of one: both have the same layout (TwinCAT Ads.h, AdsDatatypeEntry).
 *
 * <pre>
 *   0        4         8      12     16     20       24      28      32     34     36        38     40      42
 *  +--------+---------+------+------+------+--------+-------+-------+------+------+---------+------+-------+- -
 *  | length | version | reserved    | size | offset | type  | flags | name | type | comment | array| sub-  |
 *  |        |         |             |      |        | id    |       | ---- lengths -------- | dims | items |
 *  +--------+---------+------+------+------+--------+-------+-------+------+------+---------+------+-------+- -
 *   - - +-------------------------+------------+-----------+------+-----------+---------+------------+-------+- -
 *       | name 0 type 0 comment 0 | dims bounds| sub-items | GUID | copy mask | methods | attributes | enum  | any
 *   - - +-------------------------+------------+-----------+------+-----------+---------+------------+-------+- -
 *                                                           `--------------- each if flagged ---------------'
 * </pre>
 *
 * @param name of the type, or of the member
 * @param typeName what the type is made of, an alias' target or an array's element; or the member's type
 * @param size unsigned, in bytes, in bits with {@link #FLAG_BITS}
 * @param offset of a member in its structure: unsigned, in bytes, in bits with {@link #FLAG_BITS}; means nothing with
 *     {@link #FLAG_STATIC} or {@link #FLAG_PROPERTY}
 * @param typeId see {@link AdsTypeId}
 * @param flags see the constants
 * @param typeGuid of the type, or of the member's type
 * @param arrayBounds empty unless the type is an array
 * @param subItems members, in the order of the device
 * @param enumMembers empty unless the type is an enumeration
 * @param methods those that may be called
 */
public record DataTypeEntry(
        String name,
        String typeName,
        String comment,
        int size,
        int offset,
        int typeId,
        int flags,
        @Nullable UUID typeGuid,
        List<ArrayBound> arrayBounds,
        List<DataTypeEntry> subItems,
        List<Attribute> attributes,
        List<EnumMember> enumMembers,
        List<MethodEntry> methods) {

    public static final int FLAG_DATA_TYPE = 0x0000_0001;
    /** The entry is a member. */
    public static final int FLAG_DATA_ITEM = 0x0000_0002;
    /** REFERENCE TO. */
    public static final int FLAG_REFERENCE = 0x0000_0004;

    public static final int FLAG_METHOD_DEREFERENCE = 0x0000_0008;
    public static final int FLAG_OVERSAMPLE = 0x0000_0010;
    /** Size and offset count bits, not bytes. */
    public static final int FLAG_BITS = 0x0000_0020;
    /** The member is a property: code, not memory. */
    public static final int FLAG_PROPERTY = 0x0000_0040;

    public static final int FLAG_TYPE_GUID = 0x0000_0080;
    public static final int FLAG_PERSISTENT = 0x0000_0100;
    public static final int FLAG_COPY_MASK = 0x0000_0200;
    public static final int FLAG_INTERFACE_POINTER = 0x0000_0400;
    public static final int FLAG_METHODS = 0x0000_0800;
    public static final int FLAG_ATTRIBUTES = 0x0000_1000;
    public static final int FLAG_ENUM = 0x0000_2000;
    public static final int FLAG_ALIGNED = 0x0001_0000;
    /** The member lives outside the structure. */
    public static final int FLAG_STATIC = 0x0002_0000;

    public static final int FLAG_ANY_SIZE_ARRAY = 0x0010_0000;
    /** A persistent variable is of this type (PersistantDatatype in Beckhoff's AdsDatatypeFlags). */
    public static final int FLAG_PERSISTENT_TYPE = 0x0020_0000;

    /** Size of an entry with empty texts: the fixed fields and three zero bytes. */
    static final int MIN_BYTES = 45;
    /** Members of members: TwinCAT sends none, so this is plenty. */
    static final int MAX_DEPTH = 8;

    public DataTypeEntry {
        arrayBounds = List.copyOf(arrayBounds);
        subItems = List.copyOf(subItems);
        attributes = List.copyOf(attributes);
        enumMembers = List.copyOf(enumMembers);
    }

    /** Whether all of the given flags are set. */
    public boolean has(int flag) {
        return (flags & flag) == flag;
    }

    static DataTypeEntry read(TableReader table, int depth) throws MalformedFrameException {
        if (depth > MAX_DEPTH) {
            throw table.malformed("data type nested deeper than " + MAX_DEPTH);
        }
        TableReader entry = table.entry(MIN_BYTES);
        entry.skip(12); // version and reserved
        int size = entry.int32();
        int offset = entry.int32();
        int typeId = entry.int32();
        int flags = entry.int32();
        int nameBytes = entry.unsignedShort();
        int typeBytes = entry.unsignedShort();
        int commentBytes = entry.unsignedShort();
        int dimensions = entry.unsignedShort();
        int subItemCount = entry.unsignedShort();
        String name = entry.text(nameBytes);
        String typeName = entry.text(typeBytes);
        String comment = entry.text(commentBytes);
        List<ArrayBound> bounds = ArrayBound.readList(entry, dimensions);
        List<DataTypeEntry> subItems = new ArrayList<>();
        for (int i = 0; i < subItemCount; i++) {
            subItems.add(read(entry, depth + 1));
        }
        UUID guid = (flags & FLAG_TYPE_GUID) != 0 ? entry.guid() : null;
        if ((flags & FLAG_COPY_MASK) != 0) {
            entry.skip(size);
        }
        List<MethodEntry> methods = (flags & FLAG_METHODS) != 0 ? MethodEntry.readList(entry) : List.of();
        List<Attribute> attributes = (flags & FLAG_ATTRIBUTES) != 0 ? Attribute.readList(entry) : List.of();
        List<EnumMember> members =
                (flags & FLAG_ENUM) != 0 ? EnumMember.readList(entry, size, isSigned(typeId)) : List.of();
        return new DataTypeEntry(
                name,
                typeName,
                comment,
                size,
                offset,
                typeId,
                flags,
                guid,
                bounds,
                subItems,
                attributes,
                members,
                methods);
    }

    private static boolean isSigned(int typeId) {
        return switch (typeId) {
            case AdsTypeId.INT8, AdsTypeId.INT16, AdsTypeId.INT32, AdsTypeId.INT64 -> true;
            default -> false;
        };
    }
}
