package io.taktstrom.ads.simulator.table;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import io.taktstrom.ads.protocol.AdsTypeId;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;

/** What tables say about a type beside its layout; the base types' facts are those of captured TwinCAT 3.1 tables. */
final class TypeFacts {

    /** Base types share a GUID but for its last byte: {18071995-0000-0000-0000-0000000000xx}. */
    private static final long BASE_GUID_HIGH = 0x1807_1995_0000_0000L;
    /** STRING(n) and WSTRING(n) count upwards in the last group's end. */
    private static final long STRING_GUID_LOW = 0x0000_0001_0000_0000L;

    private static final long WSTRING_GUID_LOW = 0x0000_0002_0000_0000L;

    /** Types whose numbers follow each other, from 1 on. */
    private static final List<ScalarType> NUMBERED = List.of(
            ScalarType.BYTE,
            ScalarType.USINT,
            ScalarType.SINT,
            ScalarType.WORD,
            ScalarType.UINT,
            ScalarType.INT,
            ScalarType.DWORD,
            ScalarType.UDINT,
            ScalarType.DINT,
            ScalarType.LWORD,
            ScalarType.ULINT,
            ScalarType.LINT,
            ScalarType.REAL,
            ScalarType.LREAL);

    private TypeFacts() {}

    /** Of a member: a pointer has that of what it points to, as captured. */
    static int memberTypeId(PlcType type) {
        return type instanceof PlcType.Pointer pointer ? typeId(pointer.target()) : typeId(type);
    }

    /** See {@link AdsTypeId}; of an array, that of its elements. */
    static int typeId(PlcType type) {
        if (type.resolved() instanceof PlcType.Array array) {
            return typeId(array.element());
        }
        if (type.resolved() instanceof PlcType.Structure || type.resolved() instanceof PlcType.Pointer) {
            return AdsTypeId.BIG_TYPE;
        }
        if (type.image() instanceof StringType string) {
            return string.encoding() == StringType.Encoding.UTF_16LE ? AdsTypeId.WSTRING : AdsTypeId.STRING;
        }
        return typeId(type.image() instanceof EnumType enumeration ? enumeration.base() : (ScalarType) type.image());
    }

    private static int typeId(ScalarType scalar) {
        return switch (scalar) {
            case BOOL -> AdsTypeId.BIT;
            case BYTE, USINT, CHAR -> AdsTypeId.UINT8;
            case SINT -> AdsTypeId.INT8;
            case WORD, UINT, WCHAR -> AdsTypeId.UINT16;
            case INT -> AdsTypeId.INT16;
            case DWORD, UDINT, TIME, DATE, TOD, DT -> AdsTypeId.UINT32;
            case DINT -> AdsTypeId.INT32;
            case LWORD, ULINT -> AdsTypeId.UINT64;
            case LINT -> AdsTypeId.INT64;
            case REAL -> AdsTypeId.REAL32;
            case LREAL -> AdsTypeId.REAL64;
            case LTIME, LDATE, LTOD, LDT -> AdsTypeId.BIG_TYPE;
        };
    }

    /** A base type's well-known GUID; for other types one that follows from the name. */
    static UUID guid(PlcType type) {
        if (type instanceof PlcType.Bit) {
            return new UUID(BASE_GUID_HIGH, 0x10);
        }
        if (type instanceof PlcType.Elementary && type.image() instanceof ScalarType scalar) {
            int number = baseNumber(scalar);
            return number == 0 ? named(type.name()) : new UUID(BASE_GUID_HIGH, number);
        }
        if (type instanceof PlcType.Elementary && type.image() instanceof StringType string) {
            boolean wide = string.encoding() == StringType.Encoding.UTF_16LE;
            return new UUID(BASE_GUID_HIGH, (wide ? WSTRING_GUID_LOW : STRING_GUID_LOW) | string.length());
        }
        return named(type.name());
    }

    /** 0 for types that no captured table has. */
    private static int baseNumber(ScalarType scalar) {
        return switch (scalar) {
            case BOOL -> 0x30;
            case TIME -> 0x48;
            case DATE -> 0x49;
            case TOD -> 0x4B;
            case DT -> 0x4D;
            case LTIME -> 0x4E;
            default -> NUMBERED.indexOf(scalar) + 1;
        };
    }

    private static UUID named(String name) {
        try {
            byte[] hash = MessageDigest.getInstance("MD5").digest(name.getBytes(StandardCharsets.UTF_8));
            ByteBuffer bits = ByteBuffer.wrap(hash);
            return new UUID(bits.getLong(), bits.getLong());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every Java platform has MD5", e);
        }
    }

    /** What the program has written; at base types, the range that TwinCAT writes. */
    static Map<String, String> attributes(PlcType type) {
        if (type instanceof PlcType.Bit) {
            return range("0", "1");
        }
        if (type instanceof PlcType.Structure structure) {
            Map<String, String> attributes = new LinkedHashMap<>();
            if (structure.packMode() != 0) {
                attributes.put("pack_mode", Integer.toString(structure.packMode()));
            }
            attributes.putAll(structure.attributes());
            return attributes;
        }
        if (!(type instanceof PlcType.Elementary) || !(type.image() instanceof ScalarType scalar)) {
            return type.attributes();
        }
        String ones = "f".repeat(2 * scalar.imageBytes());
        return switch (scalar.kind()) {
            case BOOLEAN -> range("0", "1");
            case UNSIGNED -> range("0", "#x" + ones);
            case SIGNED -> range("#x8" + "0".repeat(ones.length() - 1), "#x7" + ones.substring(1));
            case FLOAT -> range("-10000", "10000");
            default -> Map.of();
        };
    }

    private static Map<String, String> range(String low, String high) {
        Map<String, String> range = new LinkedHashMap<>();
        range.put("DisplayMinValue", low);
        range.put("DisplayMaxValue", high);
        return range;
    }
}
