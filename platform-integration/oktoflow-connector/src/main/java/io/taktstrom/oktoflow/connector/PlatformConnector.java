package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;

import de.iip_ecosphere.platform.connectors.AbstractConnector;
import de.iip_ecosphere.platform.connectors.AdapterSelector;
import de.iip_ecosphere.platform.connectors.ConnectorField;
import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.connectors.types.ProtocolAdapter;
import de.iip_ecosphere.platform.support.logging.Logger;
import de.iip_ecosphere.platform.support.logging.LoggerFactory;
import de.iip_ecosphere.platform.support.plugins.PluginSetup;
import io.taktstrom.oktoflow.CertificateFolder;
import io.taktstrom.oktoflow.DeviceSession;
import io.taktstrom.oktoflow.DeviceTarget;
import io.taktstrom.oktoflow.PathRule;
import io.taktstrom.oktoflow.Round;
import io.taktstrom.oktoflow.Sampler;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * A connector of oktoflow over one of ours: its life, its polling and its notifications. The data that goes to translators is a
 * {@link Round}; what they read is kept with it, so that oktoflow's cache modes compare values.
 *
 * <p>It differs from its base where that loses data: polling goes on whatever translators and consumers throw, and never catches up in
 * a burst; notifications carry the values; and a device that was away comes back by itself. Callbacks come from one thread at a time.
 *
 * @param <CO> what translators make of the device's values
 * @param <CI> what translators make values for the device of
 */
abstract class PlatformConnector<CO, CI> extends AbstractConnector<Object, Object, CO, CI> {

    private static final Logger LOGGER = LoggerFactory.getLogger(PlatformConnector.class);

    private final ConnectorProvider provider;
    private final PathRule rule;
    private volatile @Nullable DeviceSession session;
    private volatile @Nullable Sampler sampler;
    private volatile @Nullable ConnectorParameter parameters;
    private volatile @Nullable Boolean notifying;
    private volatile boolean polls = true;
    /** Of the key store of the parameters, as long as there is a session. */
    private @Nullable CertificateFolder certificates;

    @SafeVarargs
    @SuppressWarnings("varargs")
    PlatformConnector(
            String scheme,
            @Nullable AdapterSelector<Object, Object, CO, CI> selector,
            ProtocolAdapter<Object, Object, CO, CI>... adapters) {
        super(selector, adapters);
        PlatformVersion.check(PlatformConnector.class.getClassLoader());
        provider = PlatformDescriptor.provider(scheme);
        rule = PathRule.of(provider);
        configureModelAccess(new PlatformAccess(this));
    }

    @Override
    public String getName() {
        return "Taktstrom " + provider.descriptor().title() + " connector";
    }

    @Override
    public synchronized void connect(ConnectorParameter params) throws IOException {
        try {
            super.connect(params);
        } catch (IOException | RuntimeException e) {
            disconnectImpl();
            throw e;
        }
        // Only now: translators have said by then what they monitor.
        begin();
    }

    @Override
    protected void connectImpl(ConnectorParameter params) throws IOException {
        if (session != null) {
            throw new IOException("connect: " + getName() + " is connected already; disconnect it first");
        }
        DeviceTarget target;
        try {
            target = DeviceTarget.of(
                    provider,
                    Parameters.of(params, provider.descriptor().scheme(), () -> certificates(params)),
                    // Of the application: the context loader may be any, and the loader of this jar has none of its
                    // resources.
                    PluginSetup.getClassLoader());
        } catch (IllegalArgumentException e) {
            throw new IOException("connect: " + e.getMessage(), e);
        }
        parameters = params;
        notifying = null;
        String instance = getInstanceIdentification();
        String name = instance == null ? target.endpoint().host() : instance;
        DeviceSession opened = DeviceSession.open(target, name, notice -> {
            if (!Notices.areLogged()) {
                LOGGER.info(notice);
            }
        });
        session = opened;
        Sampler made = new Sampler(opened, name, new Sampler.Rounds() {
            @Override
            public void onRound(Round round) throws IOException {
                translate(opened, DEFAULT_CHANNEL, round, !round.isLearning());
            }

            @Override
            public void onTrouble(String message) {
                error(message, null);
            }
        });
        made.enable(polls);
        sampler = made;
    }

    private CO translate(DeviceSession open, String channel, Round round, boolean tell) throws IOException {
        return open.during(round, () -> {
            CO record = received(channel, round, tell);
            if (record == null) {
                throw new IOException(
                        "the translator made nothing of " + round.values().keySet()
                                + ": it has thrown an exception, which oktoflow's adapter hides, or has returned null");
            }
            return record;
        });
    }

    private Path certificates(ConnectorParameter params) throws IOException {
        CertificateFolder written =
                Parameters.certificates(params, provider.descriptor().scheme());
        certificates = written;
        return written.folder();
    }

    @Override
    protected synchronized void disconnectImpl() throws IOException {
        Sampler ending = sampler;
        sampler = null;
        if (ending != null) {
            ending.close();
        }
        DeviceSession open = session;
        session = null;
        if (open != null) {
            open.close();
        }
        CertificateFolder written = certificates;
        certificates = null;
        if (written != null) {
            written.close();
        }
    }

    @Override
    protected @Nullable CO request(String channel, boolean notifyCallback) throws IOException {
        return translate(session(), channel, Round.of(Set.of()), notifyCallback);
    }

    @Override
    protected Object read() {
        return Round.of(Set.of());
    }

    /** Nothing is left to do: translators write by way of the model access. */
    @Override
    protected void writeImpl(Object data) {}

    @Override
    protected void error(String message, @Nullable Throwable cause) {
        LOGGER.error("{}: {}", getName(), cause == null ? message : message + ": " + cause.getMessage());
    }

    @Override
    public void notificationsChanged(boolean useNotifications) {
        notifying = useNotifications;
        if (sampler != null && isReady()) {
            begin();
        }
    }

    /** Whether {@link #connect} is through. */
    private boolean isReady() {
        return !Thread.holdsLock(this);
    }

    private void begin() {
        Sampler open = sampler;
        Boolean wanted = notifying;
        ConnectorParameter params = parameters;
        if (open == null || wanted == null || params == null) {
            return;
        }
        if (wanted) {
            open.startNotifying();
        } else if (params.getNotificationInterval() > 0) {
            open.startPolling(Duration.ofMillis(params.getNotificationInterval()));
        }
    }

    void monitor(Duration interval, Collection<String> names) throws IOException {
        sampler().monitor(interval, names);
    }

    void monitorModel(Duration interval) throws IOException {
        sampler().monitorModel(interval, modelChanges());
    }

    /**
     * The address that has a sample at each change of the device's model.
     *
     * @throws IOException when the protocol has none
     */
    String modelChanges() throws IOException {
        throw new IOException(getName() + " is not told when the program of the device changes; monitor variables");
    }

    private Sampler sampler() throws IOException {
        Sampler open = sampler;
        if (open == null) {
            throw notConnected();
        }
        return open;
    }

    @Override
    public void enablePolling(boolean enablePolling) {
        super.enablePolling(enablePolling);
        polls = enablePolling;
        Sampler open = sampler;
        if (open != null) {
            open.enable(enablePolling);
        }
    }

    @Override
    protected boolean isPolling() {
        Sampler open = sampler;
        return open != null && open.isPolling();
    }

    /** Ours does it: a timer of oktoflow's ends with the first exception. */
    @Override
    protected void installPollTask() {}

    @Override
    public List<ConnectorField> enumerateFields(String path) {
        List<ConnectorField> fields = new ArrayList<>();
        try {
            for (BrowseNode node : session().browse(path)) {
                fields.add(ConnectorField.builder(node.address())
                        .setPath(node.address())
                        .setNativeType(node.typeName())
                        .setNativeId(node.address())
                        .build());
            }
        } catch (IOException e) {
            error("browse " + path, e);
        }
        return fields;
    }

    /** Encrypts nothing unless said otherwise. */
    @Override
    public @Nullable String supportedEncryption() {
        return null;
    }

    @Override
    public @Nullable String enabledEncryption() {
        return null;
    }

    /** What became of every sample that was polled or notified since the connection was made. */
    public Accounting accounting() throws IOException {
        return sampler().accounting();
    }

    PathRule rule() {
        return rule;
    }

    DeviceSession session() throws IOException {
        DeviceSession open = session;
        if (open == null) {
            throw notConnected();
        }
        return open;
    }

    @Nullable
    DeviceSession openSession() {
        return session;
    }

    /** @throws IllegalStateException before the first connect */
    ConnectorParameter parameters() {
        ConnectorParameter known = parameters;
        if (known == null) {
            throw new IllegalStateException(getName() + " has no parameters before it is connected");
        }
        return known;
    }

    private IOException notConnected() {
        return new IOException(getName() + " is not connected");
    }
}
