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
 * Beckhoff ADS in oktoflow.
 *
 * @param <CO> what translators make of the device's values
 * @param <CI> what translators make values for the device of
 */
@MachineConnector(
        supportsFieldEnumeration = true,
        specificSettings = {
            "amsNetId",
            "amsPort",
            "localAmsNetId",
            "localAmsPort",
            "router",
            "backend",
            "library",
            "isolation",
            "maxSumCommands",
            "maxFrameBytes",
            "maxInFlight",
            "maxNotifications",
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
public final class AdsConnector<CO, CI> extends PlatformConnector<CO, CI> {

    static final String SCHEME = "ads";

    /** As oktoflow's factory calls it. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public AdsConnector(ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        this(null, adapters);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public AdsConnector(
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        super(SCHEME, selector, adapters);
    }

    /** The symbol version: the PLC counts it up with each change of its program. */
    @Override
    String modelChanges() {
        return "0xF008:0x0:USINT";
    }

    /** For oktoflow's list of what is installed. */
    public static final class Descriptor extends PlatformDescriptor {
        public Descriptor() {
            super(SCHEME, AdsConnector.class);
        }

        @Override
        <CO, CI> Connector<Object, Object, CO, CI> create(
                @Nullable AdapterSelector<Object, Object, CO, CI> selector,
                ProtocolAdapter<Object, Object, CO, CI>[] adapters) {
            return new AdsConnector<>(selector, adapters);
        }
    }

    /** The descriptor as a plug-in, also by the name of the connector's class, as models name it. */
    public static final class Plugin extends SingletonPluginDescriptor<ConnectorDescriptor> {
        public Plugin() {
            super(
                    PlatformDescriptor.ID_PREFIX + SCHEME,
                    List.of(AdsConnector.class.getName()),
                    ConnectorDescriptor.class,
                    plugin -> new Descriptor());
        }
    }
}
