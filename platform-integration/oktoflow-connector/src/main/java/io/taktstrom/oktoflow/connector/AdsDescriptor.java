package io.taktstrom.oktoflow.connector;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import org.jspecify.annotations.Nullable;

/** The ADS connector, for oktoflow's list of what is installed. */
public final class AdsDescriptor extends PlatformDescriptor {

    public AdsDescriptor() {
        super(AdsConnector.SCHEME);
    }

    @Override
    public Class<?> getConnectorType() {
        return AdsConnector.class;
    }

    @Override
    <CO, CI> Connector<Object, Object, CO, CI> create(
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>[] adapters) {
        return new AdsConnector<>(selector, adapters);
    }
}
