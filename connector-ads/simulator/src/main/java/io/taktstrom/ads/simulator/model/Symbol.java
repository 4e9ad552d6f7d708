package io.taktstrom.ads.simulator.model;

import java.util.Map;

import io.taktstrom.simulation.Waveform;
import org.jspecify.annotations.Nullable;

/**
 * A variable of the simulated PLC.
 *
 * @param name with its program or list, {@code MAIN.speed}
 * @param initial first value, as {@code io.taktstrom.data.Values} takes it, members of structures may be left out; null
 *     for zeros
 * @param waveforms by path below the symbol: {@code ""} for the symbol itself, {@code "axis.speed"} for a member; on an
 *     array, element {@code i} runs {@code i} cycles ahead
 * @param writable whether clients may write it
 * @param persistent whether it keeps its value over a reset
 * @param attributes as the program has written them
 */
public record Symbol(
        String name,
        PlcType type,
        Place place,
        @Nullable Object initial,
        Map<String, Waveform> waveforms,
        String comment,
        boolean writable,
        boolean persistent,
        Map<String, String> attributes) {

    /** Where the variable lives. */
    public sealed interface Place {

        /** Anywhere in the PLC's data. */
        record Data() implements Place {}

        /** {@code AT %MB...}: a fixed byte of the flag memory. */
        record Flag(int offset) implements Place {}

        /** {@code AT %I*}: the input image. */
        record Input() implements Place {}

        /** {@code AT %Q*}: the output image. */
        record Output() implements Place {}
    }

    public Symbol {
        if (name.isEmpty() || type instanceof PlcType.Bit) {
            throw new IllegalArgumentException("symbol '" + name + "' needs a name, and a type other than BIT");
        }
        waveforms = Map.copyOf(waveforms);
        attributes = PlcType.inOrder(attributes);
        initial = initial == null ? null : InitialValue.complete(type.image(), initial);
    }

    /** A writable variable in the PLC's data. */
    public Symbol(String name, PlcType type, @Nullable Object initial, Waveform waveform, String comment) {
        this(
                name,
                type,
                new Place.Data(),
                initial,
                waveform instanceof Waveform.Constant ? Map.of() : Map.of("", waveform),
                comment,
                true,
                false,
                Map.of());
    }
}
