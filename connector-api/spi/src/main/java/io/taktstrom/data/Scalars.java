package io.taktstrom.data;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Locale;
import java.util.stream.Collectors;

import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/** One scalar or enumeration: 64 bits to an object and back. */
final class Scalars {

    private static final long NANOS_PER_DAY = 86_400 * NANOS_PER_SECOND;

    /** No number that is meant to be one has more characters, nor more digits before its decimal point. */
    private static final int LONGEST_NUMBER = 1000;

    private static final int LONGEST_INTEGER = 20;

    /** So many names of an enumeration stand in a message. */
    private static final int MAX_NAMES = 20;

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private Scalars() {}

    static Object toObject(EnumType type, long bits) {
        EnumType.Member member = type.member(bits);
        return member == null ? (Object) bits : member.name();
    }

    static Object toObject(ScalarType type, long bits) {
        return switch (type.kind()) {
            case BOOLEAN -> bits != 0;
            case SIGNED -> bits;
            case UNSIGNED -> bits < 0 ? new BigInteger(Long.toUnsignedString(bits)) : (Object) bits;
            case FLOAT -> {
                double value = Double.longBitsToDouble(bits);
                yield type == ScalarType.REAL ? (Object) (float) value : (Object) value;
            }
            case CHARACTER -> String.valueOf((char) bits);
            case DURATION -> Duration.ofNanos(bits);
            case DATE -> LocalDate.ofEpochDay(Math.floorDiv(bits, NANOS_PER_DAY));
            case TIME_OF_DAY -> LocalTime.ofNanoOfDay(Math.floorMod(bits, NANOS_PER_DAY));
            case DATE_AND_TIME ->
                LocalDateTime.ofEpochSecond(
                        Math.floorDiv(bits, NANOS_PER_SECOND),
                        (int) Math.floorMod(bits, NANOS_PER_SECOND),
                        ZoneOffset.UTC);
        };
    }

    static long toBits(EnumType type, Object value) {
        EnumType.Member member = type.member(value.toString());
        long bits;
        try {
            bits = member == null ? integer(type, type.base(), value) : member.value();
        } catch (NumberFormatException e) {
            throw notAMember(type, value);
        }
        if (!type.base().holds(bits)) {
            throw ValueErrors.outOfRange(type, value);
        }
        return bits;
    }

    private static IllegalArgumentException notAMember(EnumType type, Object value) {
        String names = type.members().stream()
                .limit(MAX_NAMES)
                .map(member -> ValueErrors.shown(member.name()))
                .collect(Collectors.joining(", "));
        int more = type.members().size() - MAX_NAMES;
        return new IllegalArgumentException("value " + ValueErrors.shown(value) + " is not a member of " + type.text()
                + ", which has " + (names.isEmpty() ? "none" : names) + (more > 0 ? " and " + more + " more" : ""));
    }

    static long toBits(ScalarType type, Object value) {
        try {
            return switch (type.kind()) {
                case BOOLEAN -> bool(type, value);
                case SIGNED, UNSIGNED -> integer(type, type, value);
                case FLOAT -> Double.doubleToRawLongBits(floating(type, value));
                case CHARACTER -> character(type, value);
                case DURATION -> ticks(type, value, value instanceof Duration d ? d : Duration.parse(value.toString()));
                case DATE ->
                    ticks(
                            type,
                            value,
                            Duration.ofDays((value instanceof LocalDate d ? d : LocalDate.parse(value.toString()))
                                    .toEpochDay()));
                case TIME_OF_DAY ->
                    ticks(
                            type,
                            value,
                            Duration.ofNanos((value instanceof LocalTime t ? t : LocalTime.parse(value.toString()))
                                    .toNanoOfDay()));
                case DATE_AND_TIME -> {
                    LocalDateTime time = value instanceof LocalDateTime t ? t : LocalDateTime.parse(value.toString());
                    yield ticks(type, value, Duration.between(EPOCH, time));
                }
            };
        } catch (NumberFormatException | DateTimeParseException e) {
            throw ValueErrors.mismatch(type, value);
        }
    }

    private static long bool(DataType type, Object value) {
        return switch (value.toString().toLowerCase(Locale.ROOT)) {
            case "true", "1" -> 1;
            case "false", "0" -> 0;
            default -> throw ValueErrors.mismatch(type, value);
        };
    }

    private static long integer(DataType type, ScalarType base, Object value) {
        String text = value.toString();
        if (text.length() > LONGEST_NUMBER) {
            throw ValueErrors.mismatch(type, value);
        }
        BigDecimal decimal = new BigDecimal(text).stripTrailingZeros();
        if (decimal.scale() > 0) {
            throw ValueErrors.mismatch(type, value);
        }
        // Few digits can stand for a number of a thousand million; it is computed only once it is sure to be small.
        boolean small = decimal.precision() - (long) decimal.scale() <= LONGEST_INTEGER;
        BigInteger integer = small ? decimal.toBigIntegerExact() : BigInteger.ZERO;
        int width = 8 * base.imageBytes();
        boolean signed = base.kind() == ScalarType.Kind.SIGNED;
        boolean fits = signed ? integer.bitLength() < width : integer.signum() >= 0 && integer.bitLength() <= width;
        if (!small || !fits) {
            throw ValueErrors.outOfRange(type, value);
        }
        return integer.longValue();
    }

    private static double floating(ScalarType type, Object value) {
        String text = value.toString();
        double number = value instanceof Number n ? n.doubleValue() : Double.parseDouble(text);
        boolean overflow = Double.isInfinite(number) && !text.endsWith("Infinity");
        if (overflow || !type.holds(Double.doubleToRawLongBits(number))) {
            throw ValueErrors.outOfRange(type, value);
        }
        return number;
    }

    private static long character(ScalarType type, Object value) {
        String text = value.toString();
        if (text.length() != 1 || (type == ScalarType.CHAR && text.charAt(0) > 0xFF)) {
            throw ValueErrors.mismatch(type, value);
        }
        return text.charAt(0);
    }

    private static long ticks(ScalarType type, Object value, Duration duration) {
        long nanos;
        try {
            nanos = duration.toNanos();
        } catch (ArithmeticException e) {
            // More than 292 years.
            throw ValueErrors.outOfRange(type, value);
        }
        if (nanos % type.nanosPerTick() != 0) {
            throw new IllegalArgumentException(
                    "value " + value + " is finer than the " + type.nanosPerTick() + " ns of " + type.text());
        }
        if (!type.holds(nanos)) {
            throw ValueErrors.outOfRange(type, value);
        }
        return nanos;
    }
}
