package io.taktstrom.runtime;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.deployment.ConnectionConfig;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.runtime.health.PointNotices;
import io.taktstrom.runtime.health.Subject;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.BackOff;
import io.taktstrom.stream.NoticeLimit;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.Reminder;
import io.taktstrom.stream.meter.RequestMeter;
import io.taktstrom.stream.meter.StreamMeters;
import io.taktstrom.stream.source.ConnectionState;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import org.jspecify.annotations.Nullable;

/**
 * A connection of the deployment, with its listed points and those that the device is browsed for.
 *
 * <p>Listed points are sampled from the start. Each session is browsed once; the points that it finds are sampled besides, in
 * place of those that the one before had. Another deployment can be followed without a new session. Thread-safe; who browses
 * has a thread only as long as it takes.
 */
public final class RunningConnection implements AutoCloseable {

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
    private final RunContext context;
    private final NoticeLimit notices;
    private final ConnectionObserver observer;
    private final PointNotices pointNotices;
    private final ScheduledTask browser;
    private final BackOff retry = new BackOff(FIRST_RETRY, LAST_RETRY, new SplittableRandom());
    private final AtomicLong browseFailures = new AtomicLong();
    private volatile Browsing browsing;

    private final ManagedConnection managed;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** Guarded by this, as is all below. */
    private Map<String, PointConfig> listed;

    private List<PointBrowse> browses;
    private StreamRoutes routes;
    private List<PointConfig> found = List.of();
    private final ConnectionFeeds feeds;
    private @Nullable StreamMeters meters;
    /** Points that are found were sampled by another connection before. */
    private boolean firstBrowseIsAfterGap;
    /** The reconnect count of the session that was browsed last. */
    private long browsedAt = NEVER;
    /** Whether there is ever anything to browse. */
    private boolean browserBegun;

    // Of the browser: what failed last, when it is tried again, and when that is reported again.
    private final Reminder failures;

    private List<PointBrowse> failed = List.of();
    private long again;

    private volatile int sampled;

    /**
     * Begins to sample.
     *
     * @param points that the deployment lists on it
     * @param browses of its device
     * @param isAfterGap whether it takes the place of another one: what that did not deliver is lost
     */
    RunningConnection(
            ConnectionConfig config,
            List<PointConfig> points,
            List<PointBrowse> browses,
            StreamRoutes routes,
            ManagedSettings settings,
            RunContext context,
            boolean isAfterGap) {
        this.config = config;
        this.routes = routes;
        this.context = context;
        notices = new NoticeLimit(context.clock(), context.noticesOf(Subject.connection(config.name())));
        Subject subject = Subject.connection(config.name());
        pointNotices = new PointNotices(context.clock(), context.warningsOf(subject), context.noticesOf(subject));
        observer = observer(context, notices);
        failures = new Reminder(context.clock());
        listed = byName(points);
        this.browses = browses;
        browsing = browses.isEmpty() ? Browsing.NONE : Browsing.WAITING;
        List<ConnectionFeeds.Plan> plans = ConnectionFeeds.plan(listed.values(), routes, context);
        browser = ScheduledTask.pooled("takt-runtime-browse-" + config.name(), this::browse, () -> {}, this::onFailure);
        var builder = ManagedConnection.to(
                        context.providers().connector(config.endpoint().scheme()), config.endpoint())
                .named(config.name())
                .scans(plans.stream().map(ConnectionFeeds.Plan::scan).toList())
                .settings(settings)
                .clock(context.clock())
                .observer(observer)
                .onState(state -> browser.wake());
        managed = (isAfterGap ? builder.afterGap() : builder).start();
        firstBrowseIsAfterGap = isAfterGap;
        feeds = new ConnectionFeeds(managed, plans, context, this::isClosedWithin);
        sampled = feeds.points();
        meters = metersNow();
        beginBrowsing();
    }

    private static Map<String, PointConfig> byName(List<PointConfig> points) {
        Map<String, PointConfig> byName = new LinkedHashMap<>();
        points.forEach(point -> byName.put(point.name(), point));
        return byName;
    }

    private void beginBrowsing() {
        if (browserBegun) {
            browser.wake();
        } else if (!browses.isEmpty()) {
            browserBegun = true;
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
        return sampled;
    }

    /** One for each scan that is sampled now; none without monitoring. Another list of others after a reload or a browse. */
    public synchronized List<ScanTap> taps() {
        return feeds.taps();
    }

    /** Reports points that have become Bad, or Good again. One thread. */
    void lookAtPoints() {
        if (managed.state() == ConnectionState.CONNECTED) {
            pointNotices.look(managed::points);
        }
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

    /** What it was made of, beside its points. */
    ConnectionConfig config() {
        return config;
    }

    /**
     * Samples what another deployment says, through its routes. What is sampled in the same way does not notice.
     *
     * @param nextPoints that it lists on this very connection
     * @param nextBrowses of this device
     * @param isAfterGap whether samples of new points were lost before
     * @return ends what is not wanted any more, once what takes its place has begun; to be called soon
     */
    synchronized Runnable follow(
            List<PointConfig> nextPoints, List<PointBrowse> nextBrowses, StreamRoutes nextRoutes, boolean isAfterGap) {
        listed = byName(nextPoints);
        routes = nextRoutes;
        if (!browses.equals(nextBrowses)) {
            browses = nextBrowses;
            browsedAt = NEVER;
            browsing = browses.isEmpty() ? Browsing.NONE : Browsing.WAITING;
            if (browses.isEmpty()) {
                found = List.of();
            }
        }
        firstBrowseIsAfterGap |= isAfterGap;
        beginBrowsing();
        return sample(isAfterGap);
    }

    /** Browses a session that is new, or for what is new; each change of state, and each reload, comes by here. */
    private long browse() {
        if (closed.getCount() == 0) {
            return ScheduledTask.OVER;
        }
        long session = managed.reconnects();
        List<PointBrowse> wanted = wanted(session);
        if (managed.state() != ConnectionState.CONNECTED || wanted.isEmpty()) {
            return ScheduledTask.UNTIL_WOKEN;
        }
        long left = again - System.nanoTime();
        if (wanted.equals(failed) && left > 0) {
            return left;
        }
        failed = List.of();
        try {
            BrowseBudget budget = new BrowseBudget(config.endpoint(), context.clock());
            List<PointConfig> now = List.copyOf(BrowsedPoints.of(name(), managed.current(), wanted, budget, notices)
                    .points()
                    .keySet());
            use(now, wanted, session, budget.hasLeftOut());
        } catch (ConnectorException e) {
            if (closed.getCount() > 0) {
                long wait = retry.longNanos();
                failed = wanted;
                again = System.nanoTime() + wait;
                onFailure(e);
                return wait;
            }
        }
        // Another session, or a reload, may have come meanwhile.
        return 0;
    }

    /** What is still to be browsed for in a session. */
    private synchronized List<PointBrowse> wanted(long session) {
        return session == browsedAt ? List.of() : browses;
    }

    private void onFailure(Throwable cause) {
        browsing = Browsing.FAILED;
        browseFailures.incrementAndGet();
        String why = Notices.inWords(cause);
        if (failures.isDue(why)) {
            notices.accept("browse " + name() + ": " + why + "; trying again; " + failures.next(why));
            failures.reported(why);
        }
    }

    private boolean isClosedWithin(long millis) {
        try {
            return closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            return true;
        }
    }

    private void use(List<PointConfig> now, List<PointBrowse> of, long session, boolean cut) {
        taken(now, of, session, cut).run();
    }

    private synchronized Runnable taken(List<PointConfig> now, List<PointBrowse> of, long session, boolean cut) {
        if (!of.equals(browses)) {
            // The deployment has changed meanwhile.
            return () -> {};
        }
        browsedAt = session;
        browsing = cut ? Browsing.CUT : Browsing.DONE;
        retry.reset();
        failures.reset();
        if (now.equals(found)) {
            return () -> {};
        }
        found = now;
        long wanted = now.stream()
                .filter(point -> !listed.containsKey(point.name()) && routes.isWanted(point))
                .count();
        notices.accept("browse " + name() + ": " + Counted.of(wanted, "point") + " found");
        boolean isAfterGap = firstBrowseIsAfterGap;
        firstBrowseIsAfterGap = false;
        return sample(isAfterGap);
    }

    /**
     * Samples what is listed and what was found. Guarded by this.
     *
     * @param isAfterGap whether samples of new points were lost before
     * @return ends what is not wanted any more
     */
    private Runnable sample(boolean isAfterGap) {
        if (closed.getCount() == 0) {
            return () -> {};
        }
        Map<String, PointConfig> all = new LinkedHashMap<>(listed);
        found.forEach(point -> all.putIfAbsent(point.name(), point));
        ConnectionFeeds.Change change = feeds.follow(all.values(), routes, isAfterGap);
        sampled = feeds.points();
        if (!change.isNothing()) {
            closeMeters();
            meters = metersNow();
        }
        return change::complete;
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
