package io.taktstrom.ads.symbol;

import java.util.Locale;

import io.taktstrom.ads.protocol.AdsTypeId;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.jspecify.annotations.Nullable;

/** Types that need no table: those with an IEC name, and what a base type id says when the name means nothing to us. */
final class BaseTypes {

    private BaseTypes() {}

    /** The IEC type of this name, or null. */
    static @Nullable DataType named(String typeName, int size) {
        // A subrange, INT (2..100), has the image of its base.
        int range = typeName.indexOf(" (");
        String name =
                (range < 0 ? typeName : typeName.substring(0, range)).strip().toUpperCase(Locale.ROOT);
        return switch (name) {
            case "BIT" -> ScalarType.BOOL;
            // As wide as a pointer of the target, InfoSys "XINT, UXINT, XWORD".
            case "XINT", "__XINT" -> size == 8 ? ScalarType.LINT : ScalarType.DINT;
            case "UXINT", "__UXINT", "PVOID" -> pointer(size);
            case "XWORD", "__XWORD" -> size == 8 ? ScalarType.LWORD : ScalarType.DWORD;
            default -> isPointer(name) ? pointer(size) : parsed(name);
        };
    }

    /** Whether a variable of this type holds an address of the target. */
    static boolean isPointer(String typeName) {
        String name = typeName.toUpperCase(Locale.ROOT);
        return name.startsWith("POINTER TO ") || name.startsWith("REFERENCE TO ");
    }

    private static @Nullable DataType pointer(int size) {
        return switch (size) {
            case 4 -> ScalarType.UDINT;
            case 8 -> ScalarType.ULINT;
            default -> null;
        };
    }

    private static @Nullable DataType parsed(String name) {
        if (name.isEmpty() || name.startsWith("ARRAY")) {
            return null;
        }
        try {
            return DataType.parse(name);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** What the base type id and the size say; bytes when they say nothing; null for nothing to read. */
    static @Nullable DataType identified(int typeId, int size) {
        if (size <= 0) {
            return null;
        }
        DataType type = switch (typeId) {
            case AdsTypeId.BIT -> ScalarType.BOOL;
            case AdsTypeId.INT8 -> ScalarType.SINT;
            case AdsTypeId.UINT8 -> ScalarType.USINT;
            case AdsTypeId.INT16 -> ScalarType.INT;
            case AdsTypeId.UINT16 -> ScalarType.UINT;
            case AdsTypeId.INT32 -> ScalarType.DINT;
            case AdsTypeId.UINT32 -> ScalarType.UDINT;
            case AdsTypeId.INT64 -> ScalarType.LINT;
            case AdsTypeId.UINT64 -> ScalarType.ULINT;
            case AdsTypeId.REAL32 -> ScalarType.REAL;
            case AdsTypeId.REAL64 -> ScalarType.LREAL;
            case AdsTypeId.STRING -> size <= 65_536 ? StringType.string(size - 1) : null;
            case AdsTypeId.WSTRING -> size % 2 == 0 && size <= 131_072 ? StringType.wstring(size / 2 - 1) : null;
            default -> null;
        };
        if (type == null) {
            return ArrayType.of(ScalarType.BYTE, size);
        }
        // An array's entry carries the base type id of its elements.
        if (type.imageBytes() != size) {
            return size % type.imageBytes() == 0
                    ? ArrayType.of(type, size / type.imageBytes())
                    : ArrayType.of(ScalarType.BYTE, size);
        }
        return type;
    }

    /** The integer that holds an enumeration. */
    static ScalarType integer(int typeId, int size) {
        DataType type = identified(typeId, size);
        if (type instanceof ScalarType scalar
                && (scalar.kind() == ScalarType.Kind.SIGNED || scalar.kind() == ScalarType.Kind.UNSIGNED)) {
            return scalar;
        }
        return switch (size) {
            case 1 -> ScalarType.USINT;
            case 2 -> ScalarType.INT;
            case 8 -> ScalarType.LINT;
            default -> ScalarType.DINT;
        };
    }
}
