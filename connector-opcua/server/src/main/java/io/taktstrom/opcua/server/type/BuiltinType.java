package io.taktstrom.opcua.server.type;

import java.math.BigInteger;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.taktstrom.model.ScalarType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.builtin.DateTime;
import org.eclipse.milo.opcua.stack.core.types.builtin.LocalizedText;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;
import org.eclipse.milo.opcua.stack.core.types.builtin.QualifiedName;
import org.eclipse.milo.opcua.stack.core.types.builtin.StatusCode;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UByte;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.ULong;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UShort;
import org.jspecify.annotations.Nullable;

/**
 * The built-in types that a variable may have, with their numbers (OPC UA Part 6, 5.1.2, table 1), and how a value of {@code
 * io.taktstrom.data.Values} becomes one of Milo, and back.
 */
public enum BuiltinType implements UaType {
    BOOLEAN("Boolean", 1, ScalarType.BOOL, v -> v, Boolean.class::cast),
    SBYTE("SByte", 2, ScalarType.SINT, v -> number(v).byteValue(), BuiltinType::plainNumber),
    BYTE("Byte", 3, ScalarType.USINT, v -> UByte.valueOf(number(v).intValue() & 0xFF), BuiltinType::plainNumber),
    INT16("Int16", 4, ScalarType.INT, v -> number(v).shortValue(), BuiltinType::plainNumber),
    UINT16("UInt16", 5, ScalarType.UINT, v -> UShort.valueOf(number(v).intValue() & 0xFFFF), BuiltinType::plainNumber),
    INT32("Int32", 6, ScalarType.DINT, v -> number(v).intValue(), BuiltinType::plainNumber),
    UINT32("UInt32", 7, ScalarType.UDINT, v -> UInteger.valueOf(number(v).intValue()), BuiltinType::plainNumber),
    INT64("Int64", 8, ScalarType.LINT, v -> v, BuiltinType::plainNumber),
    UINT64("UInt64", 9, ScalarType.ULINT, BuiltinType::unsigned, v -> plainUnsigned((ULong) v)),
    FLOAT("Float", 10, ScalarType.REAL, v -> number(v).floatValue(), Float.class::cast),
    DOUBLE("Double", 11, ScalarType.LREAL, v -> number(v).doubleValue(), Double.class::cast),
    STRING("String", 12, null, v -> v, String.class::cast),
    DATE_TIME("DateTime", 13, ScalarType.LDT, v -> time((LocalDateTime) v), v -> plainTime((DateTime) v)),
    GUID("Guid", 14, null, v -> UUID.fromString(v.toString()), Object::toString),
    BYTE_STRING("ByteString", 15, null, BuiltinType::bytes, v -> hex((ByteString) v)),
    NODE_ID("NodeId", 17, null, v -> NodeId.parse(v.toString()), v -> ((NodeId) v).toParseableString()),
    STATUS_CODE(
            "StatusCode", 19, ScalarType.DWORD, v -> new StatusCode(number(v).longValue()), BuiltinType::plainStatus),
    QUALIFIED_NAME("QualifiedName", 20, null, v -> QualifiedName.parse(v.toString()), BuiltinType::plainName),
    LOCALIZED_TEXT("LocalizedText", 21, null, v -> new LocalizedText(v.toString()), BuiltinType::plainText);

    static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    /** 100 ns from 1601 to 1970. */
    private static final long EPOCH_TICKS = 116_444_736_000_000_000L;

    private final String text;
    private final int number;
    private final @Nullable ScalarType scalar;
    /** Without state, as are all of these functions. */
    @SuppressWarnings("ImmutableEnumChecker")
    private final UnaryOperator<Object> toMilo;

    @SuppressWarnings("ImmutableEnumChecker")
    private final UnaryOperator<Object> toPlain;

    BuiltinType(
            String text,
            int number,
            @Nullable ScalarType scalar,
            UnaryOperator<Object> toMilo,
            UnaryOperator<Object> toPlain) {
        this.text = text;
        this.number = number;
        this.scalar = scalar;
        this.toMilo = toMilo;
        this.toPlain = toPlain;
    }

    /** The type of this name, or null. */
    public static @Nullable BuiltinType find(String name) {
        return Arrays.stream(values())
                .filter(type -> type.text.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** All names, for messages. */
    public static String all() {
        return Arrays.stream(values()).map(BuiltinType::text).collect(Collectors.joining(", "));
    }

    @Override
    public String text() {
        return text;
    }

    /** Its number, which is also its node id in namespace 0. */
    public int number() {
        return number;
    }

    /** The type that has the same values, or null for those that are texts to us. */
    public @Nullable ScalarType scalar() {
        return scalar;
    }

    /** Whether a waveform can move it. */
    public boolean isMovable() {
        return scalar != null && this != STATUS_CODE;
    }

    /** A value in the form of {@code io.taktstrom.data.Values} as Milo has it; of a number that is too large, the low bits. */
    public Object toMilo(Object plain) {
        return toMilo.apply(plain);
    }

    /** A moving value, from bits as {@link ScalarType} has them. */
    public Object ofBits(long bits) {
        return switch (this) {
            case BOOLEAN -> bits != 0;
            case FLOAT, DOUBLE -> toMilo(Double.longBitsToDouble(bits));
            case DATE_TIME -> time(bits);
            default -> toMilo(bits);
        };
    }

    /**
     * The opposite of {@link #toMilo}.
     *
     * @throws ClassCastException for a value of another type
     */
    public Object toPlain(Object milo) {
        return toPlain.apply(milo);
    }

    public static DateTime time(long epochNanos) {
        return new DateTime(Math.floorDiv(epochNanos, 100L) + EPOCH_TICKS);
    }

    private static DateTime time(LocalDateTime time) {
        return time(ChronoUnit.NANOS.between(EPOCH, time));
    }

    private static LocalDateTime plainTime(DateTime time) {
        long ticks = time.utcTime() - EPOCH_TICKS;
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(ticks, 10_000_000L), (int) Math.floorMod(ticks, 10_000_000L) * 100, ZoneOffset.UTC);
    }

    private static Number number(Object value) {
        return (Number) value;
    }

    private static Object plainNumber(Object value) {
        return ((Number) value).longValue();
    }

    private static Object unsigned(Object value) {
        return value instanceof BigInteger large
                ? ULong.valueOf(large)
                : ULong.valueOf(number(value).longValue());
    }

    private static Object plainUnsigned(ULong value) {
        BigInteger number = value.toBigInteger();
        return number.bitLength() < Long.SIZE ? (Object) number.longValue() : number;
    }

    private static Object bytes(Object hex) {
        return ByteString.of(HexFormat.of().parseHex(hex.toString()));
    }

    private static String hex(ByteString bytes) {
        return HexFormat.of().formatHex(bytes.bytesOrEmpty());
    }

    private static Object plainStatus(Object value) {
        return ((StatusCode) value).value() & 0xFFFF_FFFFL;
    }

    private static Object plainName(Object value) {
        return ((QualifiedName) value).toParseableString();
    }

    private static Object plainText(Object value) {
        return Objects.requireNonNullElse(((LocalizedText) value).text(), "");
    }
}
