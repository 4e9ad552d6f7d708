package io.taktstrom.model;

import java.util.Map;

/**
 * What a device says of itself.
 *
 * @param name the device's or its runtime's name
 * @param version of its firmware or runtime
 * @param state in the protocol's own words, for example {@code RUN}
 * @param details whatever else it says, by name
 */
public record DeviceInfo(String name, String version, String state, Map<String, String> details) {

    public DeviceInfo {
        details = Map.copyOf(details);
    }
}
