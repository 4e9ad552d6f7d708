package io.taktstrom.ads;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;

import io.taktstrom.ads.backend.AdsSecurity;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.RouterMode;
import io.taktstrom.ads.engine.SecureConnect;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.symbol.AdsResolver;
import io.taktstrom.ads.symbol.RawAddress;
import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.SymbolPath;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/** Beckhoff ADS: TwinCAT 2 and 3, and whatever else speaks ADS over TCP. */
public final class AdsProvider implements ConnectorProvider {

    private static final int ROUTER_PORT = 48_898;
    /** TCP port of Secure ADS (InfoSys "Secure ADS", Requirements; AmsConfiguration.DEFAULT_TCP_PORT_ADSSECURE). */
    private static final int SECURE_PORT = 8016;

    private static final ConnectorDescriptor DESCRIPTOR = ConnectorDescriptor.of(
                    "ads", "ADS", "Beckhoff ADS in pure Java. Needs an AMS route on the target to our net id.")
            .port(ROUTER_PORT)
            .pathOptions(AdsOptions.PATH)
            .options(AdsOptions.ALL)
            .rule(AdsOptions::contradiction)
            .capabilities(EnumSet.allOf(Capability.class))
            .addresses(
                    "The path of a symbol, with array indices and structure members; case does not matter. Or an index"
                            + " group and an index offset, decimal or with 0x, and the type, unless the data point states"
                            + " it.",
                    SymbolPath.SYNTAX + "|" + RawAddress.SYNTAX,
                    "MAIN.speed",
                    "MAIN.axes[3].position",
                    "MAIN.matrix[1,2]",
                    "GVL.recipe.name",
                    "0x4020:0x10:LREAL",
                    "16416:16:DINT")
            .build();

    @Override
    public ConnectorDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public AdsConnection connect(Endpoint endpoint, ConnectContext context) throws ConnectorException {
        BackendSettings settings = settings(endpoint);
        AdsSecurity security = settings.security();
        if (security.isOn() && security.mode() != AdsSecurity.Mode.PSK) {
            context.observer().onCertificate(CertificateHolder.SELF, SecureConnect.until(security));
        }
        return AdsSession.open(settings, endpoint, context);
    }

    @Override
    public Optional<String> validate(Endpoint endpoint, DataPoint point) {
        Resolution decided = AdsResolver.withoutDevice(point);
        return decided == null || decided.problem().isEmpty() ? Optional.empty() : Optional.of(decided.problem());
    }

    /** How to reach the device that an endpoint names. */
    public static BackendSettings settings(Endpoint endpoint) {
        return settings(endpoint, AdsOptions.AMS_PORT.of(endpoint));
    }

    /** How to reach another AMS port of that device. */
    public static BackendSettings settings(Endpoint endpoint, int amsPort) {
        AdsSecurity security = AdsOptions.security(endpoint);
        String localNetId = AdsOptions.LOCAL_AMS_NET_ID.of(endpoint);
        return new BackendSettings(
                endpoint.host(),
                security.isOn() && endpoint.port() == ROUTER_PORT ? SECURE_PORT : endpoint.port(),
                new AmsAddress(AmsNetId.parse(AdsOptions.AMS_NET_ID.of(endpoint)), amsPort),
                localNetId.isEmpty() ? null : AmsNetId.parse(localNetId),
                AdsOptions.LOCAL_AMS_PORT.of(endpoint),
                CommonOptions.CONNECT_TIMEOUT.of(endpoint),
                CommonOptions.REQUEST_TIMEOUT.of(endpoint),
                CommonOptions.HEARTBEAT_INTERVAL.of(endpoint),
                CommonOptions.heartbeatTimeout(endpoint),
                RouterMode.valueOf(AdsOptions.ROUTER.of(endpoint).toUpperCase(Locale.ROOT)),
                security);
    }
}
