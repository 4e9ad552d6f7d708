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
import io.taktstrom.stream.meter.RequestMeter;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the deployment, with its listed points and those that the device is browsed for.
 *
 * <p>Listed points are sampled from the start. Each session is browsed once; when that finds other points than before,
 * the connection is opened again with them, and browsed once more. Thread-safe; a thread of its own browses, if there is
 * anything to browse.
 */
public final class RunningConnection implements AutoCloseable {

    private static final long LOOK_EVERY_MILLIS = 100;
    private static final long RETRY_MILLIS = 5_000;
    private static final long NEVER = -1;

    private final ConnectionConfig config;
    private final ConnectorProvider provider;
    private final Map<String, PointConfig> listed = new LinkedHashMap<>();
    private final List<PointBrowse> browses;
    private final Routes routes;
    private final ManagedSettings settings;
    private final RunContext context;
    private final ConnectionObserver observer;
    private final Thread browser;

    private volatile ManagedConnection managed;
    private @Nullable StreamMeters meters;
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
        observer = observer(context);
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
        ManagedConnection opened = ManagedConnection.start(
                config.name(),
                provider,
                config.endpoint(),
                routes.scans(all),
                settings,
                new ConnectContext(context.clock(), observer));
        if (context.meters() != null) {
            meters = new StreamMeters(context.meters()).add(opened);
            if (observer instanceof RequestMeter requests) {
                meters.add(config.name(), requests);
            }
        }
        return opened;
    }

    /** Requests are measured only when someone wants to know: it takes two looks at the clock each. */
    private static ConnectionObserver observer(RunContext context) {
        if (context.meters() != null) {
            return new RequestMeter(context.notices());
        }
        return new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                context.notices().accept(message);
            }
        };
    }

    private void watch() {
        long pause = LOOK_EVERY_MILLIS;
        while (!isClosedWithin(pause)) {
            pause = LOOK_EVERY_MILLIS;
            long session = managed.reconnects();
            if (managed.state() == ManagedConnection.State.CONNECTED && session != browsedAt) {
                try {
                    Map<String, PointConfig> now = browse(managed.current());
                    browsedAt = session;
                    use(now);
                } catch (ConnectorException e) {
                    pause = RETRY_MILLIS;
                    if (closed.getCount() > 0) {
                        context.notices().accept("browse " + name() + ": " + e.getMessage() + "; trying again");
                    }
                }
            }
        }
    }

    private boolean isClosedWithin(long millis) {
        try {
            return closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
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
        context.notices().accept("browse " + name() + ": " + now.size() + " points found");
        found = now;
        closeManaged();
        managed = open();
        // Until it has connected, the device may have become another.
        browsedAt = NEVER;
    }

    /** Ends sampling. Idempotent. */
    @Override
    public void close() {
        closed.countDown();
        closeManaged();
    }

    private synchronized void closeManaged() {
        if (meters != null) {
            meters.close();
        }
        managed.close();
    }
}
