package io.taktstrom.ads.symbol;

import io.taktstrom.ads.protocol.SymbolEntry;
import io.taktstrom.ads.value.TimeRange;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.BrowseNode;
import org.jspecify.annotations.Nullable;

/**
 * Where a variable, or a part of one, lies on the device.
 *
 * @param address as the device writes it
 * @param indexOffset unsigned
 * @param size of its memory in bytes
 * @param type null when no value can be read from it
 * @param typeName the device's own name of the type
 * @param comment what the device's programmer wrote about it, or empty
 * @param extent what its type comes to when it is expanded
 * @param bit 0 to 7 when it is one bit of its byte, otherwise {@link StructType#WHOLE}
 */
public record Located(
        String address,
        int indexGroup,
        int indexOffset,
        int size,
        @Nullable DataType type,
        String typeName,
        String comment,
        boolean writable,
        int bit,
        Extent extent) {

    /** Room for the path of a part: names in names in names, and each of a device's choice. */
    private static final int MAX_ADDRESS_CHARS = 4096;

    /** The variable of a symbol-table entry, or of a device's answer about one name. */
    public static Located of(SymbolEntry entry, TypeCatalog types) {
        boolean isBit = entry.has(SymbolEntry.FLAG_BIT);
        int size = isBit ? 1 : entry.size();
        DataType type = isBit
                ? ScalarType.BOOL
                : Encodings.apply(types.type(entry.typeName(), entry.typeId(), size), entry.attributes());
        return new Located(
                entry.name(),
                entry.indexGroup(),
                entry.indexOffset(),
                size,
                type,
                entry.typeName(),
                entry.comment(),
                !entry.has(SymbolEntry.FLAG_READ_ONLY),
                StructType.WHOLE,
                type == null ? Extent.EMPTY : types.extent(type));
    }

    /** A part of this variable. */
    Located part(
            String suffix,
            int offset,
            @Nullable DataType partType,
            String partTypeName,
            String partComment,
            int partBit,
            Extent partExtent) {
        int bytes = partType == null ? 0 : partType.imageBytes();
        return new Located(
                address + suffix,
                indexGroup,
                indexOffset + offset,
                bytes,
                partType,
                partTypeName,
                partComment,
                writable,
                partBit,
                partExtent);
    }

    /** How many values it comes to: what an object for each of them would cost. */
    public long parts() {
        return extent.parts();
    }

    /** Whether its values need a look at their {@link TimeRange}. */
    public boolean timed() {
        return extent.timed();
    }

    /** Whether it is too much to be read as one value, though its parts may be. */
    public boolean isBeyond() {
        return type != null && extent.isBeyond(type.imageBytes());
    }

    /** Whether a list of its parts must not be begun. */
    boolean isEndless() {
        return (type != null && extent.isEndless(type.imageBytes())) || address.length() > MAX_ADDRESS_CHARS;
    }

    BrowseNode node() {
        return new BrowseNode(address, isBeyond() ? null : type, typeName, comment, writable);
    }
}
