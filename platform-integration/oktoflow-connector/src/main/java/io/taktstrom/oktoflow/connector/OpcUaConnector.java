package io.taktstrom.oktoflow.connector;

import java.util.List;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorDescriptor;
import de.iip_ecosphere.platform.connectors.MachineConnector;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import de.iip_ecosphere.platform.support.plugins.SingletonPluginDescriptor;
import io.taktstrom.oktoflow.DeviceSession;
import org.jspecify.annotations.Nullable;

/**
 * OPC UA in oktoflow.
 *
 * @param <CO> what translators make of the device's values
 * @param <CI> what translators make values for the device of
 */
@MachineConnector(
        supportsFieldEnumeration = true,
        specificSettings = {
            "path",
            "security",
            "securityMode",
            "user",
            "password",
            "userCertificate",
            "userKey",
            "pki",
            "checkHost",
            "insecure",
            "rewriteUrl",
            "sessionTimeout",
            "maxNodesPerRequest",
            "profile",
            "maxMessageBytes",
            "maxStringLength",
            "maxValueBytes",
            "publishRequests",
            "queueSize",
            "bridgeOutage",
            "discardOldest",
            "deadband",
            "trigger",
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
public final class OpcUaConnector<CO, CI> extends PlatformConnector<CO, CI> {

    static final String SCHEME = "opc.tcp";

    /** As oktoflow's factory calls it. */
    @SafeVarargs
    @SuppressWarnings("varargs")
    public OpcUaConnector(ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        this(null, adapters);
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    public OpcUaConnector(
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        super(SCHEME, selector, adapters);
    }

    @Override
    public String supportedEncryption() {
        return "UASC";
    }

    @Override
    public @Nullable String enabledEncryption() {
        DeviceSession session = openSession();
        return session == null
                        || "none".equals(session.target().endpoint().options().get("security"))
                ? null
                : "UASC";
    }

    /** Events of BaseModelChangeEventType. */
    @Override
    String modelChanges() {
        return "events:i=2253?type=i=2132&fields=Time";
    }

    /** For oktoflow's list of what is installed. */
    public static final class Descriptor extends PlatformDescriptor {
        public Descriptor() {
            super(SCHEME, OpcUaConnector.class);
        }

        @Override
        <CO, CI> Connector<Object, Object, CO, CI> create(
                @Nullable AdapterSelector<Object, Object, CO, CI> selector,
                ProtocolAdapter<Object, Object, CO, CI>[] adapters) {
            return new OpcUaConnector<>(selector, adapters);
        }
    }

    /** The descriptor as a plug-in, also by the name of the connector's class, as models name it. */
    public static final class Plugin extends SingletonPluginDescriptor<ConnectorDescriptor> {
        public Plugin() {
            super(
                    PlatformDescriptor.ID_PREFIX + SCHEME,
                    List.of(OpcUaConnector.class.getName()),
                    ConnectorDescriptor.class,
                    plugin -> new Descriptor());
        }
    }
}
