package io.taktstrom.spi;

import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/**
 * One variable, or part of one, on a device.
 *
 * @param address what a data point would use
 * @param type its type; null when no value can be read from it
 * @param typeName the device's own name of the type, for example {@code POINTER TO INT}
 * @param comment what the device's programmer wrote about it, or empty
 * @param writable whether the device says that it may be written
 * @param unit its unit in the device's own words, for example {@code \u00b0C}; empty when the device keeps none, or was not
 *     asked for it by {@link BrowseFilter#units}. A unit in a comment stays there
 */
public record BrowseNode(
        String address, @Nullable DataType type, String typeName, String comment, boolean writable, String unit) {

    /** One without a unit. */
    public BrowseNode(String address, @Nullable DataType type, String typeName, String comment, boolean writable) {
        this(address, type, typeName, comment, writable, "");
    }
}
