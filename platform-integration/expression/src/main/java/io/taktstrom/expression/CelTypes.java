package io.taktstrom.expression;

import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.jspecify.annotations.Nullable;

/** The types of points and those of CEL, and values from one to the other. */
public final class CelTypes {

    /** Most bytes of a text that goes into an expression, or comes out of one. */
    public static final int MAX_TEXT_BYTES = 4096;

    private static final Map<CelType, DataType> RESULTS = Map.of(
            SimpleType.BOOL, ScalarType.BOOL,
            SimpleType.INT, ScalarType.LINT,
            SimpleType.UINT, ScalarType.ULINT,
            SimpleType.DOUBLE, ScalarType.LREAL,
            SimpleType.STRING, new StringType(StringType.Encoding.UTF_8, MAX_TEXT_BYTES),
            SimpleType.TIMESTAMP, ScalarType.LDT,
            SimpleType.DURATION, ScalarType.LTIME);

    private static final long NANOS = 1_000_000_000;

    private CelTypes() {}

    /** What a point of this type is in an expression; null when it cannot be in one. */
    static @Nullable CelType of(DataType type) {
        if (type instanceof StringType) {
            return SimpleType.STRING;
        }
        if (type instanceof EnumType) {
            return SimpleType.INT;
        }
        if (!(type instanceof ScalarType scalar)) {
            return null;
        }
        return switch (scalar.kind()) {
            case BOOLEAN -> SimpleType.BOOL;
            case SIGNED, UNSIGNED -> SimpleType.INT;
            case FLOAT -> SimpleType.DOUBLE;
            case CHARACTER -> SimpleType.STRING;
            case DURATION, TIME_OF_DAY -> SimpleType.DURATION;
            case DATE, DATE_AND_TIME -> SimpleType.TIMESTAMP;
        };
    }

    /** What an expression of this type is as a point; null when a point cannot be that. */
    static @Nullable DataType pointType(CelType type) {
        return RESULTS.get(type);
    }

    /**
     * The value of a sample as expressions take it.
     *
     * @return null when it has none there: an unsigned number beyond 2^63 - 1, a text of more than {@value #MAX_TEXT_BYTES} bytes, an
     *     array or a structure
     */
    public static @Nullable Object valueOf(SampleBatch batch, int i, DataType type) {
        if (type instanceof StringType) {
            return batch.lengthAt(i) > MAX_TEXT_BYTES ? null : batch.textAt(i);
        }
        return type.isInline() ? valueOf(batch.longAt(i), type) : null;
    }

    /** A result as other expressions take it; null when it has no value there. */
    public static @Nullable Object valueOf(Result result, DataType type) {
        if (StatusCode.isBad(result.status())) {
            return null;
        }
        byte[] text = result.text();
        return text == null ? valueOf(result.bits(), type) : new String(text, StandardCharsets.UTF_8);
    }

    private static @Nullable Object valueOf(long bits, DataType type) {
        if (!(type instanceof ScalarType scalar)) {
            return bits;
        }
        return switch (scalar.kind()) {
            case BOOLEAN -> bits != 0;
            case SIGNED -> bits;
            case UNSIGNED -> bits < 0 ? null : bits;
            case FLOAT -> Double.longBitsToDouble(bits);
            case CHARACTER -> Character.toString((int) bits);
            case DURATION, TIME_OF_DAY -> Duration.ofNanos(bits);
            case DATE, DATE_AND_TIME -> instant(bits);
        };
    }

    static Instant instant(long epochNanos) {
        return Instant.ofEpochSecond(Math.floorDiv(epochNanos, NANOS), Math.floorMod(epochNanos, NANOS));
    }

    /** The result of an expression as a sample of this type. */
    static Result resultOf(Object value, DataType type) {
        try {
            if (value instanceof Boolean flag && type == ScalarType.BOOL) {
                return Result.of(flag ? 1 : 0);
            }
            // A uint of CEL is a number of a class of its own, whose bits these are.
            if (value instanceof Number number && (type == ScalarType.LINT || type == ScalarType.ULINT)) {
                return Result.of(number.longValue());
            }
            if (value instanceof Double number && type == ScalarType.LREAL) {
                return Double.isFinite(number)
                        ? Result.of(Double.doubleToRawLongBits(number))
                        : Result.failed(StatusCode.BAD_OUT_OF_RANGE, "the result is " + number);
            }
            if (value instanceof Instant time && type == ScalarType.LDT) {
                return Result.of(Math.addExact(Math.multiplyExact(time.getEpochSecond(), NANOS), time.getNano()));
            }
            if (value instanceof Duration time && type == ScalarType.LTIME) {
                return Result.of(time.toNanos());
            }
            if (value instanceof String text && type instanceof StringType) {
                byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
                return utf8.length <= MAX_TEXT_BYTES
                        ? Result.of(utf8)
                        : Result.failed(
                                StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                                "the text has " + utf8.length + " bytes (maximum " + MAX_TEXT_BYTES + ")");
            }
        } catch (ArithmeticException | DateTimeException e) {
            return Result.failed(StatusCode.BAD_OUT_OF_RANGE, "the time is out of range: " + value);
        }
        return Result.failed(
                StatusCode.BAD_TYPE_MISMATCH,
                "the result is of " + value.getClass().getSimpleName() + ", not " + type.text());
    }
}
