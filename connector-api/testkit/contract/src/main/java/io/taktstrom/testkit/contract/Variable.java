package io.taktstrom.testkit.contract;

import java.util.List;

import io.taktstrom.model.DataType;

/**
 * A variable of a {@link DeviceUnderTest}.
 *
 * @param address as a data point writes it
 * @param type as a resolved group must state it
 * @param values what the contract sets, reads and writes: at least two, different ones, in the forms of
 *     {@link io.taktstrom.data.Values}
 */
public record Variable(String address, DataType type, List<Object> values) {

    public Variable {
        values = List.copyOf(values);
        if (values.stream().distinct().count() < 2) {
            throw new IllegalArgumentException("variable " + address + " needs two different values, not " + values);
        }
    }

    /** A variable that takes the smallest, largest and most awkward values of its type. */
    public static Variable of(String address, DataType type) {
        return new Variable(address, type, AwkwardValues.of(type));
    }

    /** The same variable for a device on which its type has fewer values. */
    public Variable withValues(Object... fewer) {
        return new Variable(address, type, List.of(fewer));
    }
}
