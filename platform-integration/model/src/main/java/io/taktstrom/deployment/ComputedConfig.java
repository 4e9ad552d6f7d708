package io.taktstrom.deployment;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.taktstrom.expression.Expression;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/**
 * A point that is computed from others.
 *
 * @param point its type is null when it follows from types that only devices know
 * @param expression over published values
 * @param onBad what becomes of it while an input is Bad
 */
public record ComputedConfig(DataPoint point, Expression expression, OnBad onBad) {

    /** What a Bad input does. */
    public enum OnBad {
        /** The result is Bad with the status of the input. */
        BAD("bad"),
        /** No result. */
        SKIP("skip"),
        /** The last usable value of the input goes in, and the result is Uncertain. */
        LAST("last");

        private final String text;

        OnBad(String text) {
            this.text = text;
        }

        /** Its name in the file. */
        public String text() {
            return text;
        }

        /** All names. */
        public static List<String> texts() {
            return Arrays.stream(values()).map(OnBad::text).toList();
        }

        /** By its name in the file. */
        public static OnBad of(String text) {
            return Arrays.stream(values())
                    .filter(each -> each.text.equals(text))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("'" + text + "' is not one of " + texts()));
        }
    }

    /**
     * A computed point whose address is its expression.
     *
     * @param type null when it is not known yet
     */
    public static ComputedConfig of(
            String name,
            Expression expression,
            @Nullable DataType type,
            OnBad onBad,
            String unit,
            Map<String, String> labels) {
        return new ComputedConfig(
                new DataPoint(name, expression.toString(), type, false, unit, labels), expression, onBad);
    }

    public String name() {
        return point.name();
    }
}
