package io.taktstrom.opcua;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;

import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.kit.trust.ServerCheck;
import io.taktstrom.kit.trust.TrustStore;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.opcua.address.OpcUaAddress;
import io.taktstrom.opcua.address.Resolver;
import io.taktstrom.opcua.service.Services;
import io.taktstrom.opcua.session.AppIdentity;
import io.taktstrom.opcua.session.Budget;
import io.taktstrom.opcua.session.LinkSettings;
import io.taktstrom.opcua.subscribe.SamplingDefaults;
import io.taktstrom.opcua.subscribe.SessionTransfer;
import io.taktstrom.opcua.value.Shapes;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;

/** OPC UA over TCP, client and server, on Eclipse Milo. */
public final class OpcUaProvider implements ConnectorProvider {

    private static final int PORT = 4840;

    private static final ConnectorDescriptor DESCRIPTOR = ConnectorDescriptor.of(
                    "opc.tcp", "OPC UA", "OPC UA over TCP on Eclipse Milo. Secure unless security is none.")
            .port(PORT)
            .pathOptions(OpcUaOptions.PATH_OPTIONS)
            .options(OpcUaOptions.ALL)
            .capabilities(EnumSet.allOf(Capability.class))
            .addresses(
                    "A node id: the namespace by its URI (nsu=) or its index (ns=), none for that of the standard, then"
                            + " s= text, i= number, g= GUID or b= base64. Or a path of browse names from the root, each with"
                            + " its namespace index unless that is 0. Or events: with the node that they come from, and which of"
                            + " them; each is a JSON object.",
                    OpcUaAddress.PATTERN,
                    "nsu=urn:plant:press;s=Press.Speed",
                    "ns=2;s=Press.Speed",
                    "/Objects/2:Press/2:Speed",
                    "ns=4;i=1003",
                    "i=2258",
                    "events:i=2253?severity=500&fields=Time,SourceName,Severity,Message",
                    "ns=1;g=72962b91-fa75-4ae6-8d28-b404dc7daf63",
                    "ns=1;b=M/RbKBsRVkePCePcx24oRA==")
            .build();

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Optional<String> validate(Endpoint endpoint, DataPoint point) {
        return Resolver.wrong(point);
    }

    @Override
    public Connection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        return connect(endpoint, context, null);
    }

    /** @param lost the session whose place the new one takes; null for none */
    static Connection connect(Endpoint endpoint, ConnectContext context, @Nullable UaSession lost)
            throws ConnectorException {
        Duration bridge = OpcUaOptions.BRIDGE_OUTAGE.of(endpoint);
        Budget budget =
                new Budget(MemoryBudget.of(endpoint), context.clock(), CommonOptions.BROWSE_TIMEOUT.of(endpoint));
        LinkSettings settings = new LinkSettings(
                endpoint.host(),
                endpoint.port(),
                OpcUaOptions.PATH.of(endpoint),
                security(endpoint, context),
                UserLogin.of(endpoint),
                OpcUaOptions.REWRITE_URL.of(endpoint),
                CommonOptions.CONNECT_TIMEOUT.of(endpoint),
                CommonOptions.REQUEST_TIMEOUT.of(endpoint),
                Collections.max(List.of(OpcUaOptions.SESSION_TIMEOUT.of(endpoint), bridge)),
                OpcUaOptions.MAX_MESSAGE_BYTES.of(endpoint),
                OpcUaOptions.MAX_NODES_PER_REQUEST.of(endpoint),
                OpcUaOptions.PUBLISH_REQUESTS.of(endpoint),
                OpcUaOptions.PROFILE.of(endpoint),
                bridge,
                OpcUaOptions.INSECURE.of(endpoint),
                budget);
        SessionTransfer transfer = lost == null || bridge.isZero() ? SessionTransfer.NONE : lost.left();
        Services services =
                Services.open(settings, transfer.ticket(), lost == null ? null : lost.services(), context.observer());
        Shapes shapes = new Shapes(
                OpcUaOptions.MAX_STRING_LENGTH.of(endpoint),
                OpcUaOptions.MAX_VALUE_BYTES.of(endpoint),
                budget.memory());
        return new UaSession(services, shapes, sampling(endpoint, bridge), transfer, context);
    }

    private static SamplingDefaults sampling(Endpoint endpoint, Duration bridge) {
        String deadband = OpcUaOptions.DEADBAND.of(endpoint);
        boolean percent = deadband.endsWith("%");
        return new SamplingDefaults(
                OpcUaOptions.QUEUE_SIZE.of(endpoint),
                bridge.toNanos() / 1e6,
                OpcUaOptions.DISCARD_OLDEST.of(endpoint),
                Double.parseDouble(percent ? deadband.substring(0, deadband.length() - 1) : deadband),
                percent,
                OpcUaOptions.TRIGGERS.indexOf(OpcUaOptions.TRIGGER.of(endpoint)));
    }

    private static LinkSettings.Security security(Endpoint endpoint, ConnectContext context)
            throws ConnectFailedException {
        String policy = OpcUaOptions.SECURITY.of(endpoint);
        boolean signOnly = OpcUaOptions.SECURITY_MODE.of(endpoint).equals("Sign");
        if (policy.equals(LinkSettings.Security.NONE)) {
            return new LinkSettings.Security(policy, signOnly, null);
        }
        String stated = OpcUaOptions.PKI.of(endpoint);
        Path folder = stated.isEmpty() ? TrustStore.standardFolder() : Path.of(stated);
        ServerCheck check = new ServerCheck(new TrustStore(folder), OpcUaOptions.CHECK_HOST.of(endpoint));
        try {
            AppIdentity own = AppIdentity.load(folder, check);
            context.observer()
                    .onCertificate(
                            CertificateHolder.SELF,
                            own.certificate().getNotAfter().toInstant());
            return new LinkSettings.Security(policy, signOnly, own);
        } catch (IOException e) {
            throw new ConnectFailedException("connect to " + endpoint + ": " + e.getMessage(), e);
        }
    }
}
