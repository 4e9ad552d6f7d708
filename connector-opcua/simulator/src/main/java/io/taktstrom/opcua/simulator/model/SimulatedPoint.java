package io.taktstrom.opcua.simulator.model;

import java.time.Duration;

import io.taktstrom.opcua.server.type.PlainValue;
import io.taktstrom.opcua.server.type.VariableType;
import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/**
 * A variable of the server, or many alike.
 *
 * @param name with its folders, {@code press.speed}; of many, their numbers follow: {@code load.v0}, {@code load.v1} ...
 * @param count how many; 1 for one with just this name
 * @param initial first value, as {@link PlainValue#normal} gives it
 * @param waveform how the value moves; element {@code i} of an array and the {@code i}th of many run {@code i} cycles ahead
 * @param cycle by which it moves; null for the model's
 * @param writable whether clients may write it
 * @param history how many values are kept to be read again; 0 for none
 * @param unit what people call its unit, which its property EngineeringUnits says; empty for none
 */
public record SimulatedPoint(
        String name,
        int count,
        VariableType type,
        Object initial,
        Waveform waveform,
        @Nullable Duration cycle,
        boolean writable,
        int history,
        String comment,
        String unit) {

    private static final int MAX_COUNT = 1_000_000;

    public SimulatedPoint {
        if (name.isEmpty() || name.startsWith(".") || name.endsWith(".") || name.contains("..")) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a name; write folders and a name with dots between");
        }
        if (count < 1 || count > MAX_COUNT || history < 0 || history > MAX_COUNT) {
            throw new IllegalArgumentException("count and history of " + name + " are at most " + MAX_COUNT);
        }
        if (!(waveform instanceof Waveform.Constant) && type.movable() == null) {
            throw new IllegalArgumentException("point " + name + " is a " + type.text()
                    + "; only numbers, truth values, times and arrays of them have a waveform");
        }
        if (cycle != null) {
            checkCycle(cycle);
        }
        initial = PlainValue.normal(type, initial);
    }

    /** A writable variable that is zero and stays what it is set to. */
    public static SimulatedPoint of(String name, VariableType type) {
        return new SimulatedPoint(name, 1, type, PlainValue.zero(type), new Waveform.Constant(), null, true, 0, "", "");
    }

    /** The name of one of them. */
    public String name(int index) {
        return count == 1 ? name : name + index;
    }

    static void checkCycle(Duration cycle) {
        if (cycle.compareTo(Duration.ofMillis(1)) < 0 || cycle.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("cycle " + cycle + " is not in 1ms..1h");
        }
    }
}
