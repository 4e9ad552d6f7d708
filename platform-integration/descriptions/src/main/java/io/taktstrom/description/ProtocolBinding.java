package io.taktstrom.description;

import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import org.jspecify.annotations.Nullable;

/** How a protocol's devices and addresses are written in forms. */
sealed interface ProtocolBinding permits ModbusBinding, OpcUaBinding, QueryBinding {

    List<ProtocolBinding> ALL = List.of(
            new OpcUaBinding(),
            new ModbusBinding(),
            new QueryBinding("ads", "symbol", "adsv:"),
            new QueryBinding("s7", "tag", "s7v:"));

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

    /** Name of this protocol's interfaces in a shell. */
    String interfaceName();

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
    boolean keeps(ConnectorDescriptor descriptor, String option);

    /** The forms of a point without its type, the one with all terms first; none when its address is not that of a variable. */
    List<PropertyForm> write(Endpoint endpoint, DataPoint point);

    static @Nullable ProtocolBinding ofUri(String uriScheme) {
        return ALL.stream()
                .filter(each -> each.uriScheme().equals(uriScheme))
                .findFirst()
                .orElse(null);
    }

    static @Nullable ProtocolBinding of(String scheme) {
        return ALL.stream()
                .filter(each -> each.scheme().equals(scheme))
                .findFirst()
                .orElse(null);
    }
}
