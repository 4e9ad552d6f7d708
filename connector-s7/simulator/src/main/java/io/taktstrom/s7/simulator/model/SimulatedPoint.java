package io.taktstrom.s7.simulator.model;

import io.taktstrom.data.Values;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.type.S7Array;
import io.taktstrom.s7.type.S7Scalar;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/**
 * A variable of the program with a name, a first value and a movement.
 *
 * @param value as {@code io.taktstrom.data.Values} takes it; null for zeros and an empty text
 */
public record SimulatedPoint(
        String name, S7Address address, @Nullable Object value, Waveform waveform) {

    public SimulatedPoint {
        if (value != null) {
            // Made to be refused if it does not fit; the CPU makes its own.
            var unused = Values.image(address.type().dataType(), value);
        }
        boolean scalars = address.type() instanceof S7Scalar
                || (address.type() instanceof S7Array array && array.element() instanceof S7Scalar);
        if (!(waveform instanceof Waveform.Constant) && !scalars) {
            throw new IllegalArgumentException("point " + name + " is a "
                    + address.type().text() + "; only numbers, times and bits have a waveform");
        }
    }
}
