package io.taktstrom.description;

import java.util.List;

/**
 * How a device is reached over one protocol, and what it offers there.
 *
 * @param name its title, of which the connection's name is made
 * @param base URI that relative addresses start at; empty when none is stated
 * @param properties what can be read or written
 */
public record DeviceInterface(String name, String base, ThingSecurity security, List<InterfaceProperty> properties) {

    public DeviceInterface {
        properties = List.copyOf(properties);
    }
}
