package io.taktstrom.stream.stage;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.stream.FixedGroup;
import org.jspecify.annotations.Nullable;

/** Samples as numbers. */
public final class Numbers {

    private Numbers() {}

    /** The kind of an integer or a floating point number; null for all else. */
    static ScalarType.@Nullable Kind kindOf(DataType type) {
        if (!(type instanceof ScalarType scalar)) {
            return null;
        }
        return switch (scalar.kind()) {
            case SIGNED, UNSIGNED, FLOAT -> scalar.kind();
            default -> null;
        };
    }

    /** The number that bits of a kind stand for; of a BOOL 1 or 0. */
    public static double toDouble(ScalarType.Kind kind, long bits) {
        return switch (kind) {
            case FLOAT -> Double.longBitsToDouble(bits);
            case UNSIGNED -> unsigned(bits);
            default -> bits;
        };
    }

    /** How far two values are apart; exact for integers, however large, before it is rounded to a double. */
    static double distance(ScalarType.Kind kind, long a, long b) {
        return switch (kind) {
            case FLOAT -> Math.abs(Double.longBitsToDouble(a) - Double.longBitsToDouble(b));
            case UNSIGNED -> unsigned(Long.compareUnsigned(a, b) > 0 ? a - b : b - a);
            default -> unsigned(a > b ? a - b : b - a);
        };
    }

    private static double unsigned(long bits) {
        return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }

    /** The device's time of a sample, or ours where it has none. */
    static long timeOf(SampleBatch batch, int i) {
        long time = batch.sourceTimeAt(i);
        return time == SampleBatch.NO_TIME ? batch.receivedAt() : time;
    }

    /** The same points, those of a kind as LREAL. */
    static FixedGroup asReals(PointGroup group, ScalarType.@Nullable Kind[] kinds) {
        List<DataType> types = new ArrayList<>();
        for (int point = 0; point < kinds.length; point++) {
            types.add(kinds[point] == null ? group.typeAt(point) : ScalarType.LREAL);
        }
        return new FixedGroup(group.points(), types, FixedGroup.of(group).statuses());
    }

    static ScalarType.@Nullable Kind[] kindsOf(PointGroup group) {
        ScalarType.@Nullable Kind[] kinds = new ScalarType.@Nullable Kind[group.size()];
        for (int point = 0; point < kinds.length; point++) {
            kinds[point] = kindOf(group.typeAt(point));
        }
        return kinds;
    }
}
