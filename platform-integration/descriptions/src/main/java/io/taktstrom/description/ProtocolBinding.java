package io.taktstrom.description;

import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;

/** How a protocol's devices and addresses are written in forms. */
sealed interface ProtocolBinding permits ModbusBinding, OpcUaBinding, QueryBinding {

    /**
     * What a form means to a connector.
     *
     * @param options of the connection
     * @param type of the value, as IEC 61131-3 writes it; empty when it is not stated
     */
    record Target(Map<String, String> options, String address, String type) {}

    /** Of the connector. */
    String scheme();

    /** Of its URIs. */
    default String uriScheme() {
        return scheme();
    }

    /** The term for the type of a value. */
    String typeTerm();

    /**
     * What a form means.
     *
     * @throws IllegalArgumentException with what would be right
     */
    Target read(ConnectorDescriptor descriptor, Href href, PropertyForm form, ThingSecurity security, String jsonType);

    /** The base of a connection, without secrets. */
    String base(ConnectorDescriptor descriptor, Endpoint endpoint);

    /** Names of options that {@link #base}, {@link #write} or the security state. */
    boolean keeps(String option);

    /** The forms of a point without its type, the one with all terms first; none when its address is not that of a variable. */
    List<PropertyForm> write(Endpoint endpoint, DataPoint point);
}
