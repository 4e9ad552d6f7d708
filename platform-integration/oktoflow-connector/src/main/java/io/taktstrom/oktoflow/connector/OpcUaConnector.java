package io.taktstrom.oktoflow.connector;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.MachineConnector;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import io.taktstrom.oktoflow.DeviceSession;
import org.jspecify.annotations.Nullable;

/**
 * OPC UA in oktoflow.
 *
 * @param <CO> what translators make of the device's values
 * @param <CI> what translators make values for the device of
 */
@MachineConnector(
        supportsModelCalls = false,
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
}
