package io.taktstrom.runtime;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.kit.GuardedThread;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Subscription;
import io.taktstrom.stream.BackOff;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.meter.RequestMeter;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the deployment, with its listed points and those that the device is browsed for.
 *
 * <p>Listed points are sampled from the start. Each session is browsed once; the points that it finds are sampled besides, in
 * place of those that the one before had. Thread-safe; a thread of its own browses, if there is anything to browse.
 */
public final class RunningConnection implements AutoCloseable {

    private static final long LOOK_EVERY_MILLIS = 100;
    private static final Duration FIRST_RETRY = Duration.ofSeconds(5);
    private static final Duration LAST_RETRY = Duration.ofMinutes(2);
    private static final long NEVER = -1;

    /** How far the search for points has come. */
    public enum Browsing {
        /** There is nothing to browse. */
        NONE,
        /** The device has not been asked yet, or has not answered to the end. */
        WAITING,
        DONE,
        /** Done, but for points that were left out: there are too many, or they cannot be points. */
        CUT,
        /** It is tried again after a while. */
        FAILED
    }

    private final ConnectionConfig config;
    private final ConnectorProvider provider;
    private final Map<String, PointConfig> listed = new LinkedHashMap<>();
    private final List<PointBrowse> browses;
    private final Routes routes;
    private final RunContext context;
    private final NoticeLimit notices;
    private final ConnectionObserver observer;
    private final GuardedThread browser;
    private final BackOff retry = new BackOff(FIRST_RETRY, LAST_RETRY, RandomGenerator.getDefault());
    private final AtomicLong browseFailures = new AtomicLong();
    private volatile Browsing browsing;

    private final ManagedConnection managed;
    /** Guarded by this, as are the found points and what samples them. */
    private @Nullable StreamMeters meters;

    private Map<String, PointConfig> found = Map.of();
    private List<Subscription> sampled = List.of();
    private volatile int points;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** The reconnect count of the session that was browsed last. */
    private long browsedAt = NEVER;

    RunningConnection(
            ConnectionConfig config,
            Deployment deployment,
            Routes routes,
            ManagedSettings settings,
            RunContext context) {
        this.config = config;
        this.routes = routes;
        this.context = context;
        notices = new NoticeLimit(context.clock(), context.notices());
        observer = observer(context, notices);
        provider = context.providers().connector(config.endpoint().scheme());
        deployment.pointsOf(config.name()).stream()
                .filter(routes::isWanted)
                .forEach(point -> listed.put(point.name(), point));
        browses = deployment.browsesOf(config.name());
        browsing = browses.isEmpty() ? Browsing.NONE : Browsing.WAITING;
        points = listed.size();
        managed = ManagedConnection.to(provider, config.endpoint())
                .named(config.name())
                .scans(routes.scans(List.copyOf(listed.values())))
                .settings(settings)
                .clock(context.clock())
                .observer(observer)
                .start();
        meters = metersNow();
        browser = GuardedThread.unstarted(
                "takt-runtime-browse-" + config.name(), this::watch, () -> {}, this::onFailure, context.clock());
        if (!browses.isEmpty()) {
            browser.begin();
        }
    }

    public String name() {
        return config.name();
    }

    /** The connection itself. */
    public ManagedConnection managed() {
        return managed;
    }

    /** How many points are sampled now. */
    public int points() {
        return points;
    }

    /** How far the search for points has come. */
    public Browsing browsing() {
        return browsing;
    }

    /** How often browsing has failed. */
    public long browseFailures() {
        return browseFailures.get();
    }

    /** Scan classes come with the points that are found. */
    private @Nullable StreamMeters metersNow() {
        if (context.meters() == null) {
            return null;
        }
        StreamMeters now = new StreamMeters(context.meters())
                .add(managed)
                .add(config.name(), notices)
                .addBrowses(config.name(), browseFailures);
        return observer instanceof RequestMeter requests ? now.add(config.name(), requests) : now;
    }

    /** Requests are measured only when someone wants to know: it takes two looks at the clock each. */
    private static ConnectionObserver observer(RunContext context, NoticeLimit notices) {
        if (context.meters() != null) {
            return new RequestMeter(context.clock(), notices);
        }
        return new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.accept(message);
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
                    BrowseBudget budget = new BrowseBudget(config.endpoint(), context.clock());
                    Map<String, PointConfig> now = browse(managed.current(), budget);
                    browsedAt = session;
                    browsing = budget.hasLeftOut() ? Browsing.CUT : Browsing.DONE;
                    retry.reset();
                    use(now);
                } catch (ConnectorException e) {
                    if (closed.getCount() > 0) {
                        pause = TimeUnit.NANOSECONDS.toMillis(retry.patientNanos());
                        onFailure(e);
                    }
                }
            }
        }
    }

    private void onFailure(Throwable cause) {
        browsing = Browsing.FAILED;
        browseFailures.incrementAndGet();
        notices.accept("browse " + name() + ": " + Notices.inWords(cause) + "; trying again");
    }

    private boolean isClosedWithin(long millis) {
        try {
            return closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private Map<String, PointConfig> browse(Connection connection, BrowseBudget budget) throws ConnectorException {
        Map<String, PointConfig> now = new LinkedHashMap<>();
        for (PointConfig point : BrowsedPoints.of(name(), connection, browses, budget, notices)
                .points()
                .keySet()) {
            if (!listed.containsKey(point.name()) && routes.isWanted(point)) {
                now.put(point.name(), point);
            }
        }
        return now;
    }

    private synchronized void use(Map<String, PointConfig> now) {
        if (closed.getCount() == 0 || now.equals(found)) {
            return;
        }
        notices.accept("browse " + name() + ": " + now.size() + " points found");
        List<Scan> scans = routes.scans(List.copyOf(now.values()));
        found = now;
        points = listed.size() + now.size();
        sampled.forEach(Subscription::close);
        sampled = scans.stream().map(managed::subscribe).toList();
        closeMeters();
        meters = metersNow();
    }

    /** Ends sampling. Idempotent. */
    @Override
    public void close() {
        closed.countDown();
        browser.end();
        synchronized (this) {
            closeMeters();
        }
        managed.close();
    }

    private void closeMeters() {
        if (meters != null) {
            meters.close();
        }
    }
}
