package io.taktstrom.oktoflow;

import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.jspecify.annotations.Nullable;

/** The primitive types of oktoflow's model, with the Java type that its generator makes of each. */
public enum PlatformType {
    BOOLEAN("BooleanType", boolean.class),
    SIGNED_8("SByteType", byte.class),
    SIGNED_16("Integer16Type", short.class),
    SIGNED_32("Integer32Type", int.class),
    SIGNED_64("Integer64Type", long.class),
    UNSIGNED_16("UnsignedInteger16Type", int.class),
    UNSIGNED_32("UnsignedInteger32Type", long.class),
    UNSIGNED_64("UnsignedInteger64Type", BigInteger.class),
    FLOAT("FloatType", float.class),
    DOUBLE("DoubleType", double.class),
    TEXT("StringType", String.class),
    DATE_TIME("DateTimeType", LocalDateTime.class),
    // Those of which Taktstrom writes none, and which models have.
    SHORT("ShortType", short.class),
    INTEGER("IntegerType", int.class),
    LONG("LongType", long.class),
    BYTE("ByteType", byte.class);

    private static final Map<String, PlatformType> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(PlatformType::ivmlName, type -> type));

    private final String ivmlName;
    private final Class<?> javaType;

    PlatformType(String ivmlName, Class<?> javaType) {
        this.ivmlName = ivmlName;
        this.javaType = javaType;
    }

    /** Its name in the model. */
    public String ivmlName() {
        return ivmlName;
    }

    public Class<?> javaType() {
        return javaType;
    }

    /** The type of this name in the model, or null. */
    public static @Nullable PlatformType named(String ivmlName) {
        return BY_NAME.get(ivmlName);
    }

    /** The type that holds all values of a device's type, or null for arrays and structures. */
    public static @Nullable PlatformType of(DataType type) {
        if (type instanceof StringType) {
            return TEXT;
        }
        if (type instanceof EnumType) {
            return TEXT;
        }
        return type instanceof ScalarType scalar ? of(scalar) : null;
    }

    private static PlatformType of(ScalarType type) {
        return switch (type) {
            case BOOL -> BOOLEAN;
            case SINT -> SIGNED_8;
            case INT, USINT, BYTE -> SIGNED_16;
            case DINT -> SIGNED_32;
            case LINT -> SIGNED_64;
            case UINT, WORD -> UNSIGNED_16;
            case UDINT, DWORD -> UNSIGNED_32;
            case ULINT, LWORD -> UNSIGNED_64;
            case REAL -> FLOAT;
            case LREAL -> DOUBLE;
            case CHAR, WCHAR -> TEXT;
            case TIME, LTIME -> SIGNED_64;
            case DATE, LDATE, TOD, LTOD, DT, LDT -> DATE_TIME;
        };
    }
}
