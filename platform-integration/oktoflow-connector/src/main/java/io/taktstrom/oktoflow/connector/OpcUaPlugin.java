package io.taktstrom.oktoflow.connector;

import java.util.List;

import de.iip_ecosphere.platform.connectors.ConnectorDescriptor;
import de.iip_ecosphere.platform.support.plugins.SingletonPluginDescriptor;

/** The OPC UA connector as a plug-in, by the name of its class, as models name it. */
public final class OpcUaPlugin extends SingletonPluginDescriptor<ConnectorDescriptor> {

    public OpcUaPlugin() {
        super(
                PlatformDescriptor.ID_PREFIX + OpcUaConnector.SCHEME,
                List.of(OpcUaConnector.class.getName()),
                ConnectorDescriptor.class,
                plugin -> new OpcUaDescriptor());
    }
}
