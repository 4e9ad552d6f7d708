package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.kit.event.SessionEvent;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.stream.BackOff;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.Reminder;
import io.taktstrom.stream.poll.PollMeter;
import io.taktstrom.stream.poll.PollSettings;
import org.jspecify.annotations.Nullable;

/**
 * One session after the other: connects, opens the feeds, watches, closes what is lost, backs off. Each step is one of a task, so a
 * device that does well, or is waited for, takes no thread. Others look at its {@link ConnectionStatus}.
 */
final class SessionLoop {

    /** A session lost that often in a row, soon after it began, points to a rival rather than to the network. */
    private static final int SUSPICIOUS_LOSSES = 3;

    private final String name;
    private final ConnectorProvider provider;
    private final Endpoint endpoint;
    private final Feeds feeds;
    private final ManagedSettings settings;
    private final ConnectContext context;
    private final Consumer<ConnectionState> listener;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final BackOff backOff;
    private final Reminder failures;
    private final Heartbeat heartbeat;
    private final ConnectionStatus connectionStatus;
    private final ScheduledTask task;

    private final AtomicLong attempts = new AtomicLong();

    // Of our own steps.
    private int shortSessions;
    /** The session that was lost last, if it can leave something to the next one. */
    private @Nullable PushingConnection predecessor;
    /** The session that we watch over. */
    private @Nullable LiveSession served;
    /** Since when we do. */
    private long since;

    private long nextAttempt;

    /** @param notices goes to the log and to the observer */
    SessionLoop(ManagedParts of, Feeds feeds, Notices notices) {
        name = of.name();
        provider = of.provider();
        endpoint = of.endpoint();
        settings = of.settings();
        context = of.context().named(name);
        listener = of.stateListener();
        this.feeds = feeds;
        this.notices = notices;
        clock = context.clock();
        backOff = new BackOff(settings.firstBackOff(), settings.maxBackOff(), new SplittableRandom(settings.seed()));
        failures = new Reminder(clock);
        heartbeat = Heartbeat.of(endpoint, settings, feeds, clock);
        nextAttempt = clock.nanoTime();
        connectionStatus = new ConnectionStatus(where(), clock, this::isOwnThread);
        task = settings.idle()
                .task(
                        "takt-connection-" + name,
                        this::doWork,
                        this::end,
                        e -> notices.tell(where() + ": " + Notices.inWords(e) + "; connecting again", e),
                        clock);
    }

    void begin() {
        task.begin();
    }

    private boolean isOwnThread() {
        return task.isCurrentThread();
    }

    /** What others see of it. */
    ConnectionStatus connectionStatus() {
        return connectionStatus;
    }

    private String where() {
        return name + " at " + endpoint;
    }

    long attempts() {
        return attempts.get();
    }

    long failures() {
        return task.failures();
    }

    /** Opens a feed soon, if a session lives. */
    void openNews() {
        task.wake();
    }

    private void enter(ConnectionState next) {
        if (!connectionStatus.enter(next)) {
            return;
        }
        try {
            listener.accept(next);
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            notices.tell(where() + ": who listens to its state failed: " + Notices.inWords(e) + "; going on", e);
        }
    }

    private void end() {
        giveUpWhatIsLeft();
        enter(ConnectionState.CLOSED);
        connectionStatus.end();
    }

    /** An unexpected failure ends a step while its session lives. */
    private void giveUpWhatIsLeft() {
        LiveSession left = connectionStatus.session();
        if (left != null) {
            giveUp(left.number());
        }
    }

    /** Does what is to be done now; returns when to look again. */
    private long doWork() {
        LiveSession live = served;
        // An unexpected failure ends the session.
        served = null;
        if (connectionStatus.isClosed()) {
            return ScheduledTask.OVER;
        }
        if (live == null) {
            long left = nextAttempt - clock.nanoTime();
            if (left > 0) {
                return left;
            }
            giveUpWhatIsLeft();
            enter(ConnectionState.CONNECTING);
            live = connect((int) attempts.incrementAndGet());
            if (live == null) {
                return waitForNextAttempt();
            }
            enter(ConnectionState.CONNECTED);
            since = clock.nanoTime();
            heartbeat.begin();
        }
        return serve(live);
    }

    private long waitForNextAttempt() {
        if (connectionStatus.isClosed()) {
            return ScheduledTask.OVER;
        }
        enter(ConnectionState.WAITING);
        // Who fights with a rival for the device's only connection keeps both from working.
        long wait = hasRival() ? backOff.longNanos() : backOff.nextNanos();
        nextAttempt = clock.nanoTime() + wait;
        return wait;
    }

    private @Nullable LiveSession connect(int attempt) {
        try {
            // Twice its own time limit: this is for a connector that ignores it, not to compete with it.
            long limit = CommonOptions.CONNECT_TIMEOUT.of(endpoint).toNanos() * 2;
            PushingConnection lost = predecessor;
            Connection connection = Guard.within(
                    limit,
                    Thread.currentThread()::interrupt,
                    () -> lost == null
                            ? provider.connect(endpoint, context)
                            : lost.reconnect(provider, endpoint, context));
            LiveSession opened = new LiveSession(attempt, connection, this::polling, notices, task::wake);
            connectionStatus.show(opened);
            if (connectionStatus.isClosed()) {
                giveUp(attempt);
                return null;
            }
            opened.open(feeds);
            connectionStatus.count();
            SessionEvent.tell(name, endpoint, SessionEvent.Turn.CONNECTED, attempt, "");
            notices.tellGood(where() + " is connected, attempt " + attempt);
            return opened;
        } catch (ConnectorException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            giveUp(attempt);
            if (!connectionStatus.isClosed()) {
                connectionStatus.fail(Notices.inWords(e));
                SessionEvent.tell(name, endpoint, SessionEvent.Turn.FAILED, attempt, Notices.inWords(e));
                report(Notices.inWords(e), attempt, e);
            }
            return null;
        }
    }

    /** A device that is off for a weekend fills no log. */
    private void report(String why, int attempt, Throwable failure) {
        if (failures.isDue(why)) {
            String text = "connect " + name + " to " + endpoint + " failed: " + why
                    + "; trying again until it works, attempt " + attempt + "; " + failures.next(why);
            if (notices.tell(text, failure)) {
                failures.reported(why);
            }
        }
    }

    private PollSettings polling(ScanClass scan, PollMeter meter) {
        return new PollSettings(
                "takt-poller-" + name + "-" + scan.name(),
                settings.pollIdle(),
                clock,
                meter,
                context.observer()::onNotice,
                true);
    }

    private boolean hasRival() {
        return shortSessions >= SUSPICIOUS_LOSSES;
    }

    /** Watches the session, and closes it once it is lost, silent or closed. */
    private long serve(LiveSession live) {
        String cause = heartbeat.look(live, connectionStatus::isClosed, () -> cutOff(live));
        if (cause == null) {
            served = live;
            return heartbeat.left();
        }
        connectionStatus.fail(cause);
        boolean wasStable = clock.nanoTime() - since >= settings.stableAfter().toNanos();
        giveUp(live.number());
        if (connectionStatus.isClosed()) {
            return ScheduledTask.OVER;
        }
        shortSessions = wasStable ? 0 : shortSessions + 1;
        if (wasStable) {
            backOff.reset();
            failures.reset();
        }
        String rival = hasRival()
                ? "; lost " + shortSessions + " times soon after connecting: does another client displace this one?"
                : "";
        SessionEvent.tell(name, endpoint, SessionEvent.Turn.LOST, live.number(), cause);
        notices.tell(where() + " is lost: " + cause + "; reconnecting" + rival, null);
        return waitForNextAttempt();
    }

    /** Tells the sinks first: closing a dead session may take its time. */
    private void giveUp(int number) {
        if (!connectionStatus.isClosed()) {
            enter(ConnectionState.WAITING);
            feeds.lose(number, connectionStatus.outage());
        }
        LiveSession old = connectionStatus.session();
        connectionStatus.show(null);
        if (old != null) {
            predecessor = old.connection() instanceof PushingConnection pushing ? pushing : null;
            Thread.interrupted();
            closeLost(old);
        }
    }

    private void closeLost(LiveSession dead) {
        try {
            if (connectionStatus.isClosed()) {
                dead.close();
            } else {
                dead.abandon();
            }
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            notices.tell("close " + where() + ": " + Notices.inWords(e) + "; going on without", e);
        }
    }

    /** Ends a session that we wait for; from a thread of its own, because that may take its time, too. */
    private void cutOff(LiveSession silent) {
        Thread cutter = new Thread(
                () -> {
                    feeds.lose(silent.number(), StatusCode.BAD_NO_COMMUNICATION);
                    closeLost(silent);
                },
                "takt-cutoff-" + name);
        cutter.setDaemon(true);
        cutter.start();
    }

    /** See {@link ManagedConnection#close}. */
    void close() {
        connectionStatus.close();
        task.end();
        if (task.isCurrentThread() || feeds.isInSink()) {
            // A sink calls; what we would wait for waits for it.
            return;
        }
        if (connectionStatus.state() == ConnectionState.CONNECTING && connectionStatus.session() == null) {
            task.interrupt();
        }
        Duration half = settings.closeTimeout().dividedBy(2);
        if (!task.awaitEnd(half)) {
            LiveSession stuck = connectionStatus.session();
            if (stuck != null) {
                cutOff(stuck);
            }
            task.interrupt();
            if (!task.awaitEnd(half)) {
                notices.tell(
                        "close " + where() + ": a call of its connector does not return; its thread is left behind"
                                + " and ends with that call",
                        null);
            }
        }
    }
}
