package io.taktstrom.ads.protocol;

import java.util.List;
import java.util.UUID;

import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * A variable of the PLC (TwinCAT Ads.h, AdsSymbolEntry).
 *
 * <pre>
 *   0        4       8        12     16      20      22         24     26     28        30
 *  +--------+-------+--------+------+-------+-------+----------+------+------+---------+- - - - - - - - - - - -
 *  | length | group | offset | size | type  | flags | reserved | name | type | comment | name 0 type 0 comment 0
 *  |        |       |        |      | id    |       |          | ---- lengths -------- |
 *  +--------+-------+--------+------+-------+-------+----------+------+------+---------+- - - - - - - - - - - -
 *   - - +-----------+------------+- - - - - - - - - -
 *       | GUID 16   | attributes | anything, skipped
 *   - - +-----------+------------+- - - - - - - - - -
 *        if flagged   if flagged
 * </pre>
 *
 * @param indexOffset unsigned
 * @param size in bytes, unsigned; of a bit, 0 or 1 depending on the device
 * @param typeId see {@link AdsTypeId}
 * @param flags see the constants
 * @param typeGuid names the type more exactly than {@code typeName} does, which may be ambiguous
 */
public record SymbolEntry(
        String name,
        String typeName,
        String comment,
        int indexGroup,
        int indexOffset,
        int size,
        int typeId,
        int flags,
        @Nullable UUID typeGuid,
        List<Attribute> attributes) {

    public static final int FLAG_PERSISTENT = 0x0001;
    /** The value is one bit, the index offset counts bits. */
    public static final int FLAG_BIT = 0x0002;
    /** The symbol is a REFERENCE TO something; it cannot be read by index offset. */
    public static final int FLAG_REFERENCE = 0x0004;

    public static final int FLAG_TYPE_GUID = 0x0008;
    public static final int FLAG_INTERFACE_POINTER = 0x0010;
    public static final int FLAG_READ_ONLY = 0x0020;
    public static final int FLAG_INTERFACE_METHOD_ACCESS = 0x0040;
    public static final int FLAG_METHOD_DEREFERENCE = 0x0080;
    public static final int FLAG_CONTEXT_MASK = 0x0F00;
    public static final int FLAG_ATTRIBUTES = 0x1000;
    public static final int FLAG_STATIC = 0x2000;
    public static final int FLAG_INIT_ON_RESET = 0x4000;
    public static final int FLAG_EXTENDED_FLAGS = 0x8000;

    /** Size of an entry with empty texts: the fixed fields and three zero bytes. */
    static final int MIN_BYTES = 33;

    public SymbolEntry {
        attributes = List.copyOf(attributes);
    }

    /** Whether all of the given flags are set. */
    public boolean has(int flag) {
        return (flags & flag) == flag;
    }

    static SymbolEntry read(TableReader table) throws MalformedFrameException {
        TableReader entry = table.entry(MIN_BYTES);
        int indexGroup = entry.int32();
        int indexOffset = entry.int32();
        int size = entry.int32();
        int typeId = entry.int32();
        int flags = entry.unsignedShort();
        entry.skip(2);
        int nameBytes = entry.unsignedShort();
        int typeBytes = entry.unsignedShort();
        int commentBytes = entry.unsignedShort();
        String name = entry.text(nameBytes);
        String typeName = entry.text(typeBytes);
        String comment = entry.text(commentBytes);
        UUID guid = (flags & FLAG_TYPE_GUID) != 0 ? entry.guid() : null;
        List<Attribute> attributes = (flags & FLAG_ATTRIBUTES) != 0 ? Attribute.readList(entry) : List.of();
        return new SymbolEntry(name, typeName, comment, indexGroup, indexOffset, size, typeId, flags, guid, attributes);
    }
}
