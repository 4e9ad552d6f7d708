package io.taktstrom.runtime;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;

/**
 * A connection of the deployment, with its listed points and those that the device is browsed for.
 *
 * <p>Listed points are sampled from the start. Each session is browsed once; when that finds other points than before,
 * the connection is opened again with them. Thread-safe; a thread of its own browses, if there is anything to browse.
 */
public final class RunningConnection implements AutoCloseable {

    private static final long LOOK_EVERY_MILLIS = 100;
    private static final long NEVER = -1;

    private final ConnectionConfig config;
    private final ConnectorProvider provider;
    private final Map<String, PointConfig> listed = new LinkedHashMap<>();
    private final List<PointBrowse> browses;
    private final Routes routes;
    private final ManagedSettings settings;
    private final RunContext context;
    private final Thread browser;

    private volatile ManagedConnection managed;
    private volatile int points;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** The reconnect count of the session that was browsed last. */
    private long browsedAt = NEVER;

    private Map<String, PointConfig> found = Map.of();

    RunningConnection(
            ConnectionConfig config,
            Deployment deployment,
            Routes routes,
            ManagedSettings settings,
            RunContext context) {
        this.config = config;
        this.routes = routes;
        this.settings = settings;
        this.context = context;
        provider = Connectors.provider(config.endpoint().scheme());
        deployment.points().stream()
                .filter(point -> point.connection().equals(config.name()) && routes.isWanted(point))
                .forEach(point -> listed.put(point.name(), point));
        browses = deployment.browses().stream()
                .filter(browse -> browse.connection().equals(config.name()))
                .toList();
        managed = open();
        browser = new Thread(this::watch, "taktstrom-browse-" + config.name());
        browser.setDaemon(true);
        if (!browses.isEmpty()) {
            browser.start();
        }
    }

    public String name() {
        return config.name();
    }

    /** The connection as it is now; another one after browsing has found other points. */
    public ManagedConnection managed() {
        return managed;
    }

    /** How many points are sampled now. */
    public int points() {
        return points;
    }

    private ManagedConnection open() {
        List<PointConfig> all = new ArrayList<>(listed.values());
        all.addAll(found.values());
        points = all.size();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                context.notices().accept(message);
            }
        };
        return ManagedConnection.start(
                config.name(),
                provider,
                config.endpoint(),
                routes.scans(all),
                settings,
                new ConnectContext(context.clock(), observer));
    }

    private void watch() {
        while (pause()) {
            long session = managed.reconnects();
            if (managed.state() == ManagedConnection.State.CONNECTED && session != browsedAt) {
                try {
                    Map<String, PointConfig> now = browse(managed.current());
                    browsedAt = session;
                    use(now);
                } catch (ConnectorException e) {
                    context.notices().accept("browse " + name() + ": " + e.getMessage() + "; trying again");
                }
            }
        }
    }

    /** False when closed. */
    private boolean pause() {
        try {
            return !closed.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return false;
        }
    }

    private Map<String, PointConfig> browse(Connection connection) throws ConnectorException {
        Map<String, PointConfig> now = new LinkedHashMap<>();
        for (PointBrowse browse : browses) {
            for (BrowseNode node : PointSelection.of(connection, browse, context.notices())) {
                PointConfig point = browse.point(node);
                if (!listed.containsKey(point.name()) && routes.isWanted(point)) {
                    now.putIfAbsent(point.name(), point);
                }
            }
        }
        return now;
    }

    private synchronized void use(Map<String, PointConfig> now) {
        if (closed.getCount() == 0 || now.equals(found)) {
            return;
        }
        found = now;
        managed.close();
        managed = open();
        // Its first session is the device that has just been browsed.
        browsedAt = 0;
    }

    /** Ends sampling. Idempotent. */
    @Override
    public void close() {
        ManagedConnection last;
        synchronized (this) {
            closed.countDown();
            last = managed;
        }
        last.close();
    }
}
