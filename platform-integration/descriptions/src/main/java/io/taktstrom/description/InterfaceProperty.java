package io.taktstrom.description;

import java.util.List;

/**
 * A value that a device offers.
 *
 * @param place where it is in the file, for messages
 * @param jsonType one of boolean, integer, number, string, array, object; empty when it is not stated
 * @param unit as the file has it, which need not be a UCUM code; empty for none
 * @param writable whether it says so
 * @param observable whether the device can push it
 * @param forms ways to reach it
 */
public record InterfaceProperty(
        String name,
        String place,
        String jsonType,
        String unit,
        boolean writable,
        boolean observable,
        List<PropertyForm> forms) {

    public InterfaceProperty {
        forms = List.copyOf(forms);
    }
}
