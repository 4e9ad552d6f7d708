package io.taktstrom.oktoflow.connector;

import java.util.List;

import de.iip_ecosphere.platform.connectors.ConnectorDescriptor;
import de.iip_ecosphere.platform.support.plugins.SingletonPluginDescriptor;

/** The ADS connector as a plug-in, by the name of its class, as models name it. */
public final class AdsPlugin extends SingletonPluginDescriptor<ConnectorDescriptor> {

    public AdsPlugin() {
        super(
                PlatformDescriptor.ID_PREFIX + AdsConnector.SCHEME,
                List.of(AdsConnector.class.getName()),
                ConnectorDescriptor.class,
                plugin -> new AdsDescriptor());
    }
}
