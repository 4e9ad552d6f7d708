package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.ads.protocol.ArrayBound;
import io.taktstrom.ads.protocol.Attribute;
import io.taktstrom.ads.protocol.DataTypeEntry;
import io.taktstrom.ads.protocol.DataTypeTable;
import io.taktstrom.ads.protocol.MethodEntry;
import io.taktstrom.ads.protocol.TableBudget;
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
 * and never decoded wrongly. Each type of the table is built once, whatever it is a part of, so that a hostile table costs
 * no more than an honest one; what it would come to when it is expanded is its {@link Extent}.
 */
public final class TypeCatalog {

    /** No table: names of IEC types and base type ids have to do. */
    public static final TypeCatalog EMPTY = new TypeCatalog(Map.of());

    /** Structures in structures in structures; far beyond any program, and safe for the stack. */
    private static final int MAX_DEPTH = 64;

    /** IEC 61131-3 has no limit, TwinCAT has three, and arrays of arrays count together. */
    static final int MAX_DIMENSIONS = 32;

    private final Map<String, DataTypeEntry> entries;
    private final Map<String, DataType> known = new ConcurrentHashMap<>();
    private final Map<StructType, Extent> extents = Collections.synchronizedMap(new IdentityHashMap<>());
    private final Map<StructType, Members> members = Collections.synchronizedMap(new IdentityHashMap<>());

    private TypeCatalog(Map<String, DataTypeEntry> entries) {
        this.entries = entries;
    }

    /** Reads an upload of 0xF00E, from position to limit. */
    public static TypeCatalog of(ByteBuffer table, TableBudget budget) throws MalformedFrameException {
        Map<String, DataTypeEntry> entries = new HashMap<>();
        for (DataTypeEntry entry : DataTypeTable.readAll(
                table, table.position(), table.remaining(), StringType.Encoding.WINDOWS_1252.charset(), budget)) {
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

    /** The type of what a method takes or gives, as {@link #type}; null also for more than can be looked at as one value. */
    public @Nullable DataType argument(String typeName, int adsTypeId, int size, List<Attribute> attributes) {
        DataType type = Encodings.apply(type(typeName, adsTypeId, size), attributes);
        return type == null || extent(type).isBeyond(size) ? null : type;
    }

    /** Methods of a function block, then of those that it extends. */
    public List<MethodEntry> methods(String typeName) {
        List<MethodEntry> methods = new ArrayList<>();
        DataTypeEntry entry = entries.get(key(typeName));
        for (int depth = 0; entry != null && depth < MAX_DEPTH; depth++) {
            methods.addAll(entry.methods());
            entry = entries.get(key(entry.typeName()));
        }
        return methods;
    }

    /** What a type comes to when it is expanded. */
    Extent extent(DataType type) {
        if (type instanceof ArrayType array) {
            return Extent.array(array, extent(array.element()));
        }
        Extent known = type instanceof StructType struct ? extents.get(struct) : null;
        return known == null ? Extent.leaf(type) : known;
    }

    /** A field, and the table's entry of it if there is one. */
    record StructMember(StructType.Field field, @Nullable DataTypeEntry entry) {}

    /** Of one structure, which may have tens of thousands: found without a search. */
    private record Members(List<StructMember> inOrder, Map<String, StructMember> byName) {}

    /** A member of a structure by name; null if it has none. */
    @Nullable
    StructMember member(StructType struct, String memberName) {
        return index(struct).byName().get(key(memberName));
    }

    /** All members, in the order of the device. */
    List<StructMember> members(StructType struct) {
        return index(struct).inOrder();
    }

    private Members index(StructType struct) {
        return members.computeIfAbsent(struct, this::makeIndex);
    }

    private Members makeIndex(StructType struct) {
        Map<String, DataTypeEntry> described = new HashMap<>();
        DataTypeEntry entry = entries.get(key(struct.name()));
        for (int depth = 0; entry != null && depth < MAX_DEPTH; depth++) {
            entry.subItems().forEach(member -> described.putIfAbsent(key(member.name()), member));
            entry = entries.get(key(entry.typeName()));
        }
        List<StructMember> inOrder = new ArrayList<>();
        Map<String, StructMember> byName = new HashMap<>();
        for (StructType.Field field : struct.fields()) {
            StructMember member = new StructMember(field, described.get(key(field.name())));
            inOrder.add(member);
            byName.putIfAbsent(key(field.name()), member);
        }
        return new Members(inOrder, byName);
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
        if (type == null || type.imageBytes() != size) {
            type = named(typeName, adsTypeId, size, building);
        }
        return type != null ? type : BaseTypes.identified(adsTypeId, size);
    }

    /** An array whose bounds only its name says. */
    private @Nullable DataType named(String typeName, int adsTypeId, int size, Set<String> building) {
        NamedArray array = NamedArray.of(typeName);
        long count = array == null ? -1 : count(array.bounds(), size);
        if (array == null || count < 0) {
            return null;
        }
        DataType element = type(array.element(), adsTypeId, (int) (size / count), building);
        return element == null ? null : arrayOf(element, array.bounds());
    }

    /** Number of elements; -1 if an image of this size cannot have them. */
    private static long count(List<ArrayType.Bound> bounds, int size) {
        long count = 1;
        for (ArrayType.Bound bound : bounds) {
            count *= bound.count();
            if (count > size) {
                return -1;
            }
        }
        return size % count == 0 ? count : -1;
    }

    /** Null for more than {@link #MAX_DIMENSIONS}. */
    private static @Nullable ArrayType arrayOf(DataType element, List<ArrayType.Bound> bounds) {
        int inner = element instanceof ArrayType array ? array.bounds().size() : 0;
        return bounds.size() + inner > MAX_DIMENSIONS ? null : new ArrayType(element, bounds);
    }

    /** Whether an array can have these bounds: a device may state 4294967296 elements, and any first index. */
    static boolean isBound(long lower, long upper) {
        return lower >= Integer.MIN_VALUE
                && upper <= Integer.MAX_VALUE
                && lower <= upper
                && upper - lower < Integer.MAX_VALUE;
    }

    /** Builds each type once, and none within itself. */
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
        if (entry.arrayBounds().size() > MAX_DIMENSIONS) {
            return null;
        }
        List<ArrayType.Bound> bounds = new ArrayList<>();
        for (ArrayBound bound : entry.arrayBounds()) {
            long upper = bound.lowerBound() + bound.elements() - 1;
            if (!isBound(bound.lowerBound(), upper)) {
                return null;
            }
            bounds.add(new ArrayType.Bound(bound.lowerBound(), (int) upper));
        }
        long count = count(bounds, entry.size());
        if (count < 0) {
            return null;
        }
        DataType element = type(entry.typeName(), entry.typeId(), (int) (entry.size() / count), building);
        return element == null ? null : arrayOf(Encodings.required(element, entry.attributes()), bounds);
    }

    private @Nullable DataType structure(DataTypeEntry entry, Set<String> building) {
        if (entry.size() < 1) {
            return null;
        }
        List<StructType.Field> fields = new ArrayList<>();
        Extent extent = Extent.EMPTY;
        for (DataTypeEntry member : entry.subItems()) {
            StructType.Field field = isMemory(member) ? field(member, entry.size(), building) : null;
            if (field != null) {
                fields.add(field);
                extent = extent.plus(field.bit() == StructType.WHOLE ? extent(field.type()) : Extent.BIT);
            }
        }
        StructType struct = new StructType(entry.name(), fields, entry.size());
        extents.put(struct, extent);
        return struct;
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
