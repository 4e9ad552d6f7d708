package io.taktstrom.model;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A named, addressed, typed variable of a device. Others call it a tag (SCADA), a symbol (ADS), a variable (OPC UA), a
 * metric (Sparkplug) or a property (WoT).
 *
 * @param name what the rest of the plant calls it, unique in a deployment
 * @param address its place in the protocol's own syntax, for example {@code MAIN.speed}
 * @param type what its value is; null when the device says it
 * @param writable whether a write is allowed at all; read-only unless said otherwise
 * @param unit UCUM code of its unit, for example {@code Cel}; empty when it has none
 * @param labels free labels to find it by
 * @param connection name of the connection that has it; empty outside of a deployment
 */
public record DataPoint(
        String name,
        String address,
        @Nullable DataType type,
        boolean writable,
        String unit,
        Map<String, String> labels,
        String connection) {

    public DataPoint {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a data point needs a name (address " + address + ")");
        }
        if (address.isBlank()) {
            throw new IllegalArgumentException("data point " + name + " needs an address");
        }
        labels = Map.copyOf(labels);
    }

    /** A point of no connection that has a name. */
    public DataPoint(
            String name,
            String address,
            @Nullable DataType type,
            boolean writable,
            String unit,
            Map<String, String> labels) {
        this(name, address, type, writable, unit, labels, "");
    }

    /** A read-only point whose type the device says. */
    public static DataPoint of(String name, String address) {
        return new DataPoint(name, address, null, false, "", Map.of());
    }

    /** A read-only point named like its address. */
    public static DataPoint of(String address) {
        return of(address, address);
    }

    public DataPoint withType(DataType newType) {
        return new DataPoint(name, address, newType, writable, unit, labels, connection);
    }

    public DataPoint withWritable() {
        return new DataPoint(name, address, type, true, unit, labels, connection);
    }
}
