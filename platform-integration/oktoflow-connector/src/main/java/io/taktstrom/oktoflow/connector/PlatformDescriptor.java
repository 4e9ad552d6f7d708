package io.taktstrom.oktoflow.connector;

import java.util.function.Supplier;

import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.Connector;
import de.iip_ecosphere.platform.connectors.ConnectorDescriptor;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;
import org.jspecify.annotations.Nullable;

/** A descriptor of oktoflow, made of ours. */
abstract class PlatformDescriptor implements ConnectorDescriptor {

    /** Of plug-ins; oktoflow's own begin alike. */
    static final String ID_PREFIX = "connector-taktstrom-";

    private final String name;
    private final Class<?> type;

    /** @throws IllegalStateException when the platform on the class path is another than we were built for */
    PlatformDescriptor(String scheme, Class<?> type) {
        PlatformVersion.check(PlatformDescriptor.class.getClassLoader());
        name = "Taktstrom " + provider(scheme).descriptor().title() + " connector";
        this.type = type;
    }

    @Override
    public final Class<?> getConnectorType() {
        return type;
    }

    /** By the loader of this jar: oktoflow's plug-in manager does not set the context loader. */
    static ConnectorProvider provider(String scheme) {
        return Providers.of(PlatformDescriptor.class.getClassLoader()).connector(scheme);
    }

    @Override
    public final String getName() {
        return name;
    }

    @Override
    @SuppressWarnings({"unchecked", "varargs"})
    public final <O, I, CO, CI, S extends AdapterSelector<O, I, CO, CI>, A extends ProtocolAdapter<O, I, CO, CI>>
            Connector<O, I, CO, CI> createConnector(
                    @Nullable S selector, Supplier<ConnectorParameter> params, A... adapters) {
        // Models say Object for what goes between a connector and its translators.
        return (Connector<O, I, CO, CI>)
                create((AdapterSelector<Object, Object, CO, CI>) selector, (ProtocolAdapter<Object, Object, CO, CI>[])
                        (Object) adapters);
    }

    abstract <CO, CI> Connector<Object, Object, CO, CI> create(
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>[] adapters);
}
