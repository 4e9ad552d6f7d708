package io.taktstrom.oktoflow.connector;

import java.util.List;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorDescriptor;
import de.iip_ecosphere.platform.connectors.MachineConnector;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import de.iip_ecosphere.platform.support.plugins.SingletonPluginDescriptor;
import org.jspecify.annotations.Nullable;

/**
 * Siemens S7 in oktoflow.
 *
 * @param <CO> what translators make of the device's values
 * @param <CI> what translators make values for the device of
 */
@MachineConnector(
        supportsModelCalls = false,
        supportsModelStructs = false,
        supportsFieldEnumeration = true,
        specificSettings = {
            "rack",
            "slot",
            "connectionType",
            "localTsap",
            "remoteTsap",
            "backend",
            "password",
            "pdu",
            "maxInFlight",
            "maxItems",
            "systemLists",
            "symbols",
            "blockNumbers",
            "connectTimeout",
            "requestTimeout",
            "heartbeatInterval",
            "heartbeatTimeout",
            "browseTimeout",
            "maxMemory",
            "points",
            "cycle",
            "maxDelay"
        })
public final class S7Connector<CO, CI> extends PlatformConnector<CO, CI> {

    static final String SCHEME = "s7";

    /** As oktoflow's factory calls it. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public S7Connector(ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        this(null, adapters);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public S7Connector(
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        super(SCHEME, selector, adapters);
    }

    /** For oktoflow's list of what is installed. */
    public static final class Descriptor extends PlatformDescriptor {
        public Descriptor() {
            super(SCHEME, S7Connector.class);
        }

        @Override
        <CO, CI> Connector<Object, Object, CO, CI> create(
                @Nullable AdapterSelector<Object, Object, CO, CI> selector,
                ProtocolAdapter<Object, Object, CO, CI>[] adapters) {
            return new S7Connector<>(selector, adapters);
        }
    }

    /** The descriptor as a plug-in, also by the name of the connector's class, as models name it. */
    public static final class Plugin extends SingletonPluginDescriptor<ConnectorDescriptor> {
        public Plugin() {
            super(
                    PlatformDescriptor.ID_PREFIX + SCHEME,
                    List.of(S7Connector.class.getName()),
                    ConnectorDescriptor.class,
                    plugin -> new Descriptor());
        }
    }
}
