package io.taktstrom.oktoflow.connector;

import java.util.List;

import de.iip_ecosphere.platform.connectors.ConnectorDescriptor;
import de.iip_ecosphere.platform.support.plugins.SingletonPluginDescriptor;

/** The S7 connector as a plug-in, by the name of its class, as models name it. */
public final class S7Plugin extends SingletonPluginDescriptor<ConnectorDescriptor> {

    public S7Plugin() {
        super(
                PlatformDescriptor.ID_PREFIX + S7Connector.SCHEME,
                List.of(S7Connector.class.getName()),
                ConnectorDescriptor.class,
                plugin -> new S7Descriptor());
    }
}
