package io.taktstrom.s7.simulator.model;

import io.taktstrom.data.Values;
import io.taktstrom.s7.simulator.memory.Elementary;
import io.taktstrom.s7.simulator.memory.Operand;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/**
 * A variable of the program with a name, a first value and a movement.
 *
 * @param operand where it lies, and what it is
 * @param value as {@code io.taktstrom.data.Values} takes it; null for zeros and an empty text
 */
public record S7Point(
        String name, Operand operand, @Nullable Object value, Waveform waveform) {

    public S7Point {
        if (value != null) {
            // Made to be refused if it does not fit; the CPU makes its own.
            var unused = Values.image(operand.dataType(), value);
        }
        if (!(waveform instanceof Waveform.Constant) && !(operand.element() instanceof Elementary)) {
            throw new IllegalArgumentException("point " + name + " is a "
                    + operand.element().text() + "; only numbers, times and bits have a waveform");
        }
    }

    /** A variable that keeps its first value: zero, or an empty text. */
    public static S7Point of(String name, String operand) {
        return new S7Point(name, Operand.parse(operand), null, new Waveform.Constant());
    }
}
