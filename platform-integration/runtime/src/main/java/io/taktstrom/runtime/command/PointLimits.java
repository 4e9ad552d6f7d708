package io.taktstrom.runtime.command;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.StructType;
import io.taktstrom.runtime.value.PublishedValue;
import io.taktstrom.runtime.value.ValueInput;
import io.taktstrom.stream.FixedGroup;
import org.jspecify.annotations.Nullable;

/**
 * Checks what a command would make of one point: by the limits that the file states, and never more than the type holds. A limit
 * that does not go with the point's type lets nothing pass. For one thread.
 */
public final class PointLimits {

    private static final long SECOND = 1_000_000_000;

    private final PointConfig point;
    private final WriteLimits limits;
    private final EpochNanoClock clock;
    /** When the last writes were, monotonic, in a ring. */
    private final long[] writes;

    private long written;
    private long lastWrite;

    /** Of a point that has not been written yet. */
    public PointLimits(PointConfig point, EpochNanoClock clock) {
        this.point = point;
        this.clock = clock;
        limits = point.limits();
        Integer most = limits.maxWrites();
        writes = new long[most == null ? 0 : most];
    }

    /**
     * What the device should get, in a form that {@link Values#put} takes.
     *
     * @param json the published value
     * @throws IllegalArgumentException when it does not pass: why, and what would
     */
    Object admit(DataType type, Object json) {
        return admitPublished(type, ValueInput.ofJson(type, json));
    }

    /**
     * The same.
     *
     * @param published as {@link ValueInput} gives it
     */
    public Object admitPublished(DataType type, Object published) {
        Object device = toDevice(type, published);
        Object wanted = asStored(type, device);
        checkLength(type, published);
        if (!limits.values().isEmpty()
                && limits.values().stream()
                        .noneMatch(one -> asStored(type, toDevice(type, ValueInput.parse(type, one)))
                                .equals(wanted))) {
            throw new IllegalArgumentException("only " + String.join(", ", limits.values()) + " are allowed");
        }
        checkNumbers(type, published);
        return device;
    }

    /** What the device should get of a published value. */
    Object toDevice(DataType type, Object published) {
        return PublishedValue.toDevice(point, type, published);
    }

    /** A value as it is read again once it was written: a REAL is rounded, an enumeration has its name. */
    static Object asStored(DataType type, Object device) {
        SampleBatch batch =
                new FixedGroup(List.of(DataPoint.of("value")), List.of(type), List.of(StatusCode.GOOD)).newBatch();
        Values.put(batch, 0, device);
        return Values.get(batch, 0);
    }

    private void checkLength(DataType type, Object value) {
        Integer most = limits.maxLength();
        if (most == null) {
            return;
        }
        int length;
        if (value instanceof List<?> list) {
            length = list.size();
        } else if (value instanceof CharSequence text && !PublishedValue.isNumber(type)) {
            length = text.toString().codePointCount(0, text.length());
        } else {
            throw new IllegalArgumentException("maxLength does not go with " + type.text() + "; correct the limits");
        }
        if (length > most) {
            throw new IllegalArgumentException("it has the length " + length + ", and at most " + most + " is allowed");
        }
    }

    private void checkNumbers(DataType type, Object value) {
        boolean limited = limits.min() != null || limits.max() != null;
        if (type instanceof ArrayType array && value instanceof List<?> list) {
            for (Object item : list) {
                checkNumbers(
                        item instanceof List && !(array.element() instanceof ArrayType) ? type : array.element(), item);
            }
        } else if (type instanceof StructType structure && value instanceof Map<?, ?> fields && !limited) {
            fields.forEach((name, field) -> {
                StructType.Field known = structure.field(String.valueOf(name));
                if (known != null) {
                    checkNumbers(known.type(), field);
                }
            });
        } else if (PublishedValue.isNumber(type) || (type instanceof EnumType && limited)) {
            checkNumber(PublishedValue.number(type, value));
        } else if (limited) {
            throw new IllegalArgumentException(
                    "min and max are for numbers, not for " + type.text() + "; correct the limits");
        }
    }

    private void checkNumber(BigDecimal number) {
        BigDecimal min = limits.min();
        BigDecimal max = limits.max();
        if (min != null && number.compareTo(min) < 0) {
            throw new IllegalArgumentException(number + " is less than " + min + ", the least allowed");
        }
        if (max != null && number.compareTo(max) > 0) {
            throw new IllegalArgumentException(number + " is more than " + max + ", the most allowed");
        }
    }

    /**
     * Whether it may be written now.
     *
     * @param before the published value that is there; null when it cannot be read
     * @throws IllegalArgumentException when not: why, and when it may
     */
    void admitNow(DataType type, Object json, @Nullable Object before) {
        admitPublishedNow(type, ValueInput.ofJson(type, json), before);
    }

    /** The same, as {@link ValueInput} gives it. */
    public void admitPublishedNow(DataType type, Object published, @Nullable Object before) {
        long now = clock.nanoTime();
        Integer most = limits.maxWrites();
        if (most != null && written >= most) {
            long oldest = writes[(int) (written % most)];
            if (now - oldest < limits.per().toNanos()) {
                throw new IllegalArgumentException("it was written " + Counted.of(most, "time") + " within "
                        + limits.per().toMillis()
                        + " ms, and not more often is allowed; try again in "
                        + (limits.per().minusNanos(now - oldest).toMillis() + 1) + " ms");
            }
        }
        BigDecimal perSecond = limits.maxChangePerSecond();
        if (perSecond != null) {
            checkChange(type, published, before, perSecond, now);
        }
    }

    private void checkChange(DataType type, Object wanted, @Nullable Object before, BigDecimal perSecond, long now) {
        if (!PublishedValue.isNumber(type)) {
            throw new IllegalArgumentException(
                    "maxChangePerSecond is for numbers, not for " + type.text() + "; correct the limits");
        }
        if (before == null) {
            throw new IllegalArgumentException(
                    "the value that is there cannot be read, and maxChangePerSecond is measured from it");
        }
        long since = written == 0 ? SECOND : Math.min(SECOND, now - lastWrite);
        BigDecimal allowed = perSecond.multiply(BigDecimal.valueOf(since, 9));
        BigDecimal step = PublishedValue.number(type, wanted)
                .subtract(PublishedValue.number(type, before))
                .abs();
        if (step.compareTo(allowed) > 0) {
            throw new IllegalArgumentException("from " + before + " it is a step of " + step + ", and " + allowed
                    + " is allowed now, " + perSecond + " after a second; come nearer in steps");
        }
    }

    /** It is being written. */
    void note() {
        lastWrite = clock.nanoTime();
        if (writes.length > 0) {
            writes[(int) (written % writes.length)] = lastWrite;
        }
        written++;
    }
}
