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
    BOOLEAN("BooleanType", boolean.class, ScalarType.BOOL),
    SIGNED_8("SByteType", byte.class, ScalarType.SINT),
    SIGNED_16("Integer16Type", short.class, ScalarType.INT),
    SIGNED_32("Integer32Type", int.class, ScalarType.DINT),
    SIGNED_64("Integer64Type", long.class, ScalarType.LINT),
    UNSIGNED_16("UnsignedInteger16Type", int.class, ScalarType.UINT),
    UNSIGNED_32("UnsignedInteger32Type", long.class, ScalarType.UDINT),
    UNSIGNED_64("UnsignedInteger64Type", BigInteger.class, ScalarType.ULINT),
    FLOAT("FloatType", float.class, ScalarType.REAL),
    DOUBLE("DoubleType", double.class, ScalarType.LREAL),
    TEXT("StringType", String.class, StringType.string(255)),
    DATE_TIME("DateTimeType", LocalDateTime.class, ScalarType.LDT),
    // Those of which Taktstrom writes none, and which models have.
    SHORT("ShortType", short.class, ScalarType.INT),
    INTEGER("IntegerType", int.class, ScalarType.DINT),
    LONG("LongType", long.class, ScalarType.LINT),
    BYTE("ByteType", byte.class, ScalarType.SINT);

    private static final Map<String, PlatformType> BY_NAME =
            Stream.of(values()).collect(Collectors.toUnmodifiableMap(PlatformType::ivmlName, type -> type));

    private final String ivmlName;
    private final Class<?> javaType;
    private final DataType deviceType;

    PlatformType(String ivmlName, Class<?> javaType, DataType deviceType) {
        this.ivmlName = ivmlName;
        this.javaType = javaType;
        this.deviceType = deviceType;
    }

    /** Its name in the model. */
    public String ivmlName() {
        return ivmlName;
    }

    public Class<?> javaType() {
        return javaType;
    }

    /** What a device has that the type stands for, when nothing more is known. */
    public DataType deviceType() {
        return deviceType;
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
