package io.taktstrom.oktoflow.connector;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import org.jspecify.annotations.Nullable;

/** The S7 connector, for oktoflow's list of what is installed. */
public final class S7Descriptor extends PlatformDescriptor {

    public S7Descriptor() {
        super(S7Connector.SCHEME);
    }

    @Override
    public Class<?> getConnectorType() {
        return S7Connector.class;
    }

    @Override
    <CO, CI> Connector<Object, Object, CO, CI> create(
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>[] adapters) {
        return new S7Connector<>(selector, adapters);
    }
}
