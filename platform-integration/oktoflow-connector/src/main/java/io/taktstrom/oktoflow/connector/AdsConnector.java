package io.taktstrom.oktoflow.connector;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.MachineConnector;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import org.jspecify.annotations.Nullable;

/**
 * Beckhoff ADS in oktoflow.
 *
 * @param <CO> what translators make of the device's values
 * @param <CI> what translators make values for the device of
 */
@MachineConnector(
        supportsModelCalls = false,
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
}
