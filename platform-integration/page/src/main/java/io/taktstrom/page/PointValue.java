package io.taktstrom.page;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.runtime.tap.TapReading;
import io.taktstrom.runtime.value.PublishedValue;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueText;

/** A reading as text for people, and as a number for plots: what streams publish, scaling included. */
final class PointValue {

    /** As many digits as anyone reads off a moving table. */
    private static final MathContext LEGIBLE = new MathContext(6);
    /** A number with more, or with more zeros behind its point, has an exponent. */
    private static final int MAX_WHOLE_DIGITS = 15;

    private static final int MAX_ZEROS = 3;

    private static final String NO_VALUE = "";

    private PointValue() {}

    /** A number that can be plotted; NaN when there is none. */
    static double number(TapReading reading, PointConfig config) {
        SampleBatch batch = reading.batch();
        if (StatusCode.isBad(batch.statusAt(0))) {
            return Double.NaN;
        }
        DataType type = type(batch);
        if (!isPlottable(type)) {
            return Double.NaN;
        }
        double raw = type instanceof ScalarType scalar && scalar.kind() == ScalarType.Kind.FLOAT
                ? batch.doubleAt(0)
                : unsigned(type, batch.longAt(0));
        return config.isScaled() && PublishedValue.isNumber(type) ? raw * config.scale() + config.offset() : raw;
    }

    private static double unsigned(DataType type, long bits) {
        boolean isNegative = bits < 0 && type instanceof ScalarType scalar && scalar.kind() == ScalarType.Kind.UNSIGNED;
        return isNegative ? bits + 0x1p64 : bits;
    }

    private static DataType type(SampleBatch batch) {
        return batch.group().typeAt(batch.pointAt(0));
    }

    /** Whether values of a type are numbers of some kind. */
    static boolean isPlottable(DataType type) {
        return type instanceof EnumType
                || PublishedValue.isNumber(type)
                || (type instanceof ScalarType scalar && scalar.kind() == ScalarType.Kind.BOOLEAN);
    }

    static String text(TapReading reading, PointConfig config) {
        SampleBatch batch = reading.batch();
        if (StatusCode.isBad(batch.statusAt(0))) {
            return NO_VALUE;
        }
        DataType type = type(batch);
        if (!reading.isWhole() && !(type instanceof StringType)) {
            return type.text() + ", too large to be shown";
        }
        try {
            Object number = PublishedValue.isNumber(type)
                    ? PublishedValue.ofDevice(config, type, Values.get(batch, 0))
                    : NO_VALUE;
            // By its own decimals: 12.3 as a REAL is not 12.300000190734863.
            if (number instanceof Double || number instanceof Float) {
                double value = ((Number) number).doubleValue();
                return Double.isFinite(value) ? legible(new BigDecimal(number.toString())) : number.toString();
            }
            TextBuffer text = new TextBuffer();
            ValueText.text(batch, 0, text);
            return DisplayText.of(text.toString());
        } catch (IllegalArgumentException e) {
            return NO_VALUE;
        }
    }

    /** So many digits, or all that are before the point: what moves keeps its width, and what is counted is not rounded. */
    static String legible(BigDecimal number) {
        int whole = number.precision() - number.scale();
        if (number.signum() != 0 && (whole > MAX_WHOLE_DIGITS || whole < -MAX_ZEROS)) {
            return number.round(LEGIBLE).toString();
        }
        int decimals = Math.max(0, Math.min(number.scale(), LEGIBLE.getPrecision() - whole));
        return number.setScale(decimals, RoundingMode.HALF_EVEN).toPlainString();
    }
}
