package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.ads.protocol.ArrayBound;
import io.taktstrom.ads.protocol.DataTypeEntry;
import io.taktstrom.ads.protocol.DataTypeTable;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * A device's data types by name. A type whose table entry contradicts itself becomes an array of its bytes: readable,
 * and never decoded wrongly.
 */
public final class TypeCatalog {

    /** No table: names of IEC types and base type ids have to do. */
    public static final TypeCatalog EMPTY = new TypeCatalog(Map.of());

    /** Structures in structures in structures; far beyond any program, and safe for the stack. */
    private static final int MAX_DEPTH = 64;

    private final Map<String, DataTypeEntry> entries;
    private final Map<String, DataType> known = new ConcurrentHashMap<>();

    private TypeCatalog(Map<String, DataTypeEntry> entries) {
        this.entries = entries;
    }

    /** Reads an upload of 0xF00E, from position to limit. */
    public static TypeCatalog of(ByteBuffer table) throws MalformedFrameException {
        Map<String, DataTypeEntry> entries = new HashMap<>();
        for (DataTypeEntry entry : DataTypeTable.readAll(
                table, table.position(), table.remaining(), StringType.Encoding.WINDOWS_1252.charset())) {
            entries.putIfAbsent(key(entry.name()), entry);
        }
        return new TypeCatalog(entries);
    }

    private static String key(String typeName) {
        return typeName.toLowerCase(Locale.ROOT);
    }

    /**
     * The type of this name, with an image of exactly {@code size} bytes.
     *
     * @param adsTypeId see {@code AdsTypeId}; tells what the name does not
     * @return null when there is nothing to read
     */
    public @Nullable DataType type(String typeName, int adsTypeId, int size) {
        return type(typeName, adsTypeId, size, new HashSet<>());
    }

    /** The table's entry of a structure's member, or null. */
    @Nullable
    DataTypeEntry member(String structName, String memberName) {
        DataTypeEntry entry = entries.get(key(structName));
        for (int depth = 0; entry != null && depth < MAX_DEPTH; depth++) {
            for (DataTypeEntry member : entry.subItems()) {
                if (member.name().equalsIgnoreCase(memberName)) {
                    return member;
                }
            }
            entry = entries.get(key(entry.typeName()));
        }
        return null;
    }

    private @Nullable DataType type(String typeName, int adsTypeId, int size, Set<String> building) {
        if (size <= 0) {
            return null;
        }
        DataType base = BaseTypes.named(typeName, size);
        if (base != null && base.imageBytes() == size) {
            return base;
        }
        DataType type = known.get(key(typeName));
        if (type == null) {
            type = build(typeName, building);
        }
        return type != null && type.imageBytes() == size ? type : BaseTypes.identified(adsTypeId, size);
    }

    /** Builds each type once, and none within itself, so that a hostile table costs no more than an honest one. */
    private @Nullable DataType build(String typeName, Set<String> building) {
        DataTypeEntry entry = entries.get(key(typeName));
        if (entry == null || building.size() > MAX_DEPTH || !building.add(key(typeName))) {
            return null;
        }
        DataType type = build(entry, building);
        building.remove(key(typeName));
        if (type != null) {
            known.put(key(typeName), type);
        }
        return type;
    }

    private @Nullable DataType build(DataTypeEntry entry, Set<String> building) {
        if (!entry.enumMembers().isEmpty()) {
            ScalarType base = BaseTypes.integer(entry.typeId(), entry.size());
            return new EnumType(
                    entry.name(),
                    base,
                    entry.enumMembers().stream()
                            .map(member -> new EnumType.Member(member.name(), member.value()))
                            .toList());
        }
        if (!entry.arrayBounds().isEmpty()) {
            return array(entry, building);
        }
        if (!entry.subItems().isEmpty()) {
            return structure(entry, building);
        }
        if (entry.typeName().isEmpty() || entry.typeName().equalsIgnoreCase(entry.name())) {
            return BaseTypes.identified(entry.typeId(), entry.size());
        }
        return type(entry.typeName(), entry.typeId(), entry.size(), building);
    }

    private @Nullable DataType array(DataTypeEntry entry, Set<String> building) {
        List<ArrayType.Bound> bounds = new ArrayList<>();
        long count = 1;
        for (ArrayBound bound : entry.arrayBounds()) {
            long upper = bound.lowerBound() + bound.elements() - 1;
            if (bound.elements() < 1 || upper > Integer.MAX_VALUE) {
                return null;
            }
            bounds.add(new ArrayType.Bound(bound.lowerBound(), (int) upper));
            count *= bound.elements();
            if (count > entry.size()) {
                return null;
            }
        }
        if (entry.size() % count != 0) {
            return null;
        }
        DataType element = type(entry.typeName(), entry.typeId(), (int) (entry.size() / count), building);
        if (element == null) {
            return null;
        }
        if (element instanceof ArrayType inner) {
            bounds.addAll(inner.bounds());
            element = inner.element();
        }
        return new ArrayType(Encodings.required(element, entry.attributes()), bounds);
    }

    private @Nullable DataType structure(DataTypeEntry entry, Set<String> building) {
        if (entry.size() < 1) {
            return null;
        }
        List<StructType.Field> fields = new ArrayList<>();
        for (DataTypeEntry member : entry.subItems()) {
            StructType.Field field = isMemory(member) ? field(member, entry.size(), building) : null;
            if (field != null) {
                fields.add(field);
            }
        }
        return new StructType(entry.name(), fields, entry.size());
    }

    private static boolean isMemory(DataTypeEntry member) {
        return !member.has(DataTypeEntry.FLAG_STATIC) && !member.has(DataTypeEntry.FLAG_PROPERTY);
    }

    /** Null for a member that does not lie within its structure, or has nothing to read. */
    private StructType.@Nullable Field field(DataTypeEntry member, int structBytes, Set<String> building) {
        long offset = Integer.toUnsignedLong(member.offset());
        if (member.has(DataTypeEntry.FLAG_BITS)) {
            return member.size() == 1 && offset / 8 < structBytes
                    ? new StructType.Field(member.name(), ScalarType.BOOL, (int) (offset / 8), (int) (offset % 8))
                    : null;
        }
        long size = Integer.toUnsignedLong(member.size());
        if (offset + size > structBytes) {
            return null;
        }
        DataType type =
                Encodings.apply(type(member.typeName(), member.typeId(), (int) size, building), member.attributes());
        return type == null ? null : new StructType.Field(member.name(), type, (int) offset);
    }
}
