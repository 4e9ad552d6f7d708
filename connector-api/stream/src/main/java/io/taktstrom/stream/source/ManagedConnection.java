package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.GuardedThread;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.stream.BackOff;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a device connected and its scans delivering, for ever.
 *
 * <pre>
 *            .--------------------- back off (full jitter) &lt;------------------.
 *            v                                                                 |
 *   CONNECTING --connected, resolved, subscribed--&gt; CONNECTED --lost, silent--&gt; WAITING
 *            '--failed-------------------------------------------------------&gt;'
 *                                     close() leads from anywhere to CLOSED
 * </pre>
 *
 * <p>When a device is lost, every point of every scan is marked {@code Bad_NoCommunication} once, in band, behind its
 * last sample; when it cannot be reached from the start, {@code Bad_NotConnected}. A point is Good again only when the
 * new session has delivered a value of it. Closing marks nothing.
 *
 * <p>Once a heartbeat, a device that has sent no value since the last one is asked for its {@link Connection#device};
 * when it does not answer within another heartbeat, it is lost. So a dead wire is noticed within three heartbeats, on
 * an idle line within two.
 *
 * <p>One thread each, and one for each scan that is polled while connected. One attempt to connect at a time: one that
 * exceeds its time limit is interrupted, and the next begins when it has ended. Thread-safe.
 */
public final class ManagedConnection implements AutoCloseable {

    /** Where a connection is in its life. */
    public enum State {
        CONNECTING,
        CONNECTED,
        WAITING,
        CLOSED
    }

    /** A session lost that often in a row, soon after it began, points to a rival rather than to the network. */
    private static final int SUSPICIOUS_LOSSES = 3;

    private final String name;
    private final ConnectorProvider provider;
    private final Endpoint endpoint;
    private final List<ScanFeed> feeds;
    private final Map<String, PollMeter> pollMeters;
    private final Map<String, BlockMeter> blockMeters = new ConcurrentHashMap<>();
    private final Map<ScanFeed, BlockProgress> blocks;
    private final ManagedSettings settings;
    private final ConnectContext context;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final BackOff backOff;
    private final Pause pause;
    private final Heartbeat heartbeat;
    private final GuardedThread guard;
    private final Thread thread;

    private volatile State state = State.CONNECTING;
    private volatile boolean closed;
    private volatile @Nullable Session session;
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong sessions = new AtomicLong();
    private int shortSessions;
    /** The session that was lost last, of our thread. */
    private @Nullable Connection predecessor;

    private ManagedConnection(
            String name,
            ConnectorProvider provider,
            Endpoint endpoint,
            List<Scan> scans,
            ManagedSettings settings,
            ConnectContext context) {
        this.name = name;
        this.provider = provider;
        this.endpoint = endpoint;
        this.settings = settings;
        this.context = context;
        clock = context.clock();
        notices = new Notices(clock, context.observer()::onNotice);
        feeds = scans.stream().map(scan -> new ScanFeed(scan, clock, notices)).toList();
        pollMeters = scans.stream()
                .map(Scan::scanClass)
                .filter(scan -> isRead(scan) || !pushes())
                .map(ScanClass::name)
                .distinct()
                .collect(Collectors.toUnmodifiableMap(scan -> scan, scan -> new PollMeter()));
        blocks = feeds.stream()
                .filter(feed -> feed.scan().scanClass().mode() == ScanClass.Mode.BLOCK)
                .collect(Collectors.toUnmodifiableMap(
                        feed -> feed,
                        feed -> new BlockProgress(
                                blockMeter(feed.scan().scanClass().name()))));
        backOff = new BackOff(settings.firstBackOff(), settings.maxBackOff(), new SplittableRandom(settings.seed()));
        pause = new Pause(clock, settings.idle());
        heartbeat = new Heartbeat(feeds, settings.heartbeat().toNanos(), pause);
        guard = GuardedThread.unstarted(
                "taktstrom-connection-" + name,
                this::run,
                this::end,
                e -> notices.tell(name + " at " + endpoint + ": " + Notices.inWords(e) + "; connecting anew", e),
                clock);
        thread = guard.thread();
    }

    /**
     * Starts to connect, and returns at once.
     *
     * @param name unique in a deployment; meters and threads carry it
     * @param scans what to sample, and where to
     * @param context its clock times everything here; its observer goes to the connections, and hears what happens to
     *     them
     */
    public static ManagedConnection start(
            String name,
            ConnectorProvider provider,
            Endpoint endpoint,
            List<Scan> scans,
            ManagedSettings settings,
            ConnectContext context) {
        ManagedConnection connection = new ManagedConnection(name, provider, endpoint, scans, settings, context);
        connection.guard.begin();
        return connection;
    }

    public String name() {
        return name;
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    public State state() {
        return state;
    }

    /**
     * The session that lives now, for writes and for browsing. Not to be closed, and not to be kept: it dies with the
     * next loss.
     *
     * @throws ConnectionLostException when there is none
     */
    public Connection current() throws ConnectionLostException {
        Session now = session;
        if (now == null || state != State.CONNECTED) {
            throw new ConnectionLostException(name + " at " + endpoint + " is not connected (" + state
                    + "); it reconnects by itself, try again later");
        }
        return now.connection();
    }

    /** Attempts to connect so far. */
    public long attempts() {
        return attempts.get();
    }

    /** Sessions after the first one. */
    public long reconnects() {
        return Math.max(0, sessions.get() - 1);
    }

    /**
     * Samples that came from a session after it had been given up, which could not leave them to the next one. They are
     * lost: in the books of the streams as dropped, and the next sample of each point is marked Overflow.
     */
    public long lateSamples() {
        return feeds.stream().mapToLong(ScanFeed::late).sum();
    }

    /**
     * Samples that a session offered after it had been given up, and that were left with it: its successor brings them, and
     * only then do they count as received, or the connector marks that they are lost.
     */
    public long refusedSamples() {
        return feeds.stream().mapToLong(ScanFeed::refused).sum();
    }

    /** How often sinks of scans have thrown an exception. */
    public long sinkFailures() {
        return feeds.stream().mapToLong(ScanFeed::sinkFailures).sum();
    }

    /** How often its thread has met what nobody had foreseen, and connected anew. */
    public long threadFailures() {
        return guard.failures();
    }

    /** What pollers have measured, by the name of the scan class; without those that the device pushes. */
    public Map<String, PollMeter> pollMeters() {
        return pollMeters;
    }

    /** What rings have given, by the name of the scan class. */
    public Map<String, BlockMeter> blockMeters() {
        return Map.copyOf(blockMeters);
    }

    private BlockMeter blockMeter(String scan) {
        return blockMeters.computeIfAbsent(scan, key -> new BlockMeter());
    }

    private static boolean isRead(ScanClass scan) {
        return scan.mode() == ScanClass.Mode.POLL || scan.mode() == ScanClass.Mode.BLOCK;
    }

    private void end() {
        giveUpWhatIsLeft();
        state = State.CLOSED;
    }

    /** What nobody had foreseen ends a run while its session lives. */
    private void giveUpWhatIsLeft() {
        Session left = session;
        if (left != null) {
            giveUp(left.number());
        }
    }

    private void run() {
        giveUpWhatIsLeft();
        while (!closed) {
            state = State.CONNECTING;
            int attempt = (int) attempts.incrementAndGet();
            Session opened = connect(attempt);
            if (opened != null) {
                serve(opened);
            }
            state = State.WAITING;
            // Who fights with a rival for the device's only connection keeps both from working.
            long wait = hasRival() ? backOff.patientNanos() : backOff.nextNanos();
            pause.upTo(wait, () -> closed);
        }
    }

    private boolean pushes() {
        return provider.descriptor().capabilities().contains(Capability.SUBSCRIBE);
    }

    private @Nullable Session connect(int attempt) {
        try {
            // Twice its own time limit: this is for a connector that ignores it, not to compete with it.
            long limit = CommonOptions.CONNECT_TIMEOUT.of(endpoint).toNanos() * 2;
            Connection lost = predecessor;
            ConnectContext now = lost == null ? context : context.after(lost);
            Connection connection = Guard.within(limit, thread::interrupt, () -> provider.connect(endpoint, now));
            Session opened = new Session(attempt, connection, () -> LockSupport.unpark(thread));
            session = opened;
            if (closed) {
                giveUp(attempt);
                return null;
            }
            subscribe(opened);
            sessions.incrementAndGet();
            notices.tellGood(name + " at " + endpoint + " is connected, attempt " + attempt);
            return opened;
        } catch (ConnectorException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            giveUp(attempt);
            if (!closed) {
                notices.tell(
                        "connect " + name + " to " + endpoint + " failed: " + Notices.inWords(e)
                                + "; trying again until it works, attempt " + attempt,
                        e);
            }
            return null;
        }
    }

    private void subscribe(Session opened) throws ConnectorException {
        for (ScanFeed feed : feeds) {
            PollMeter meter = pollMeters.get(feed.scan().scanClass().name());
            if (meter == null) {
                opened.subscribe(feed);
            } else {
                String poller = "taktstrom-poller-" + name + "-"
                        + feed.scan().scanClass().name();
                PollSettings polling =
                        new PollSettings(poller, settings.pollIdle(), clock, meter, context.observer()::onNotice);
                BlockProgress progress = blocks.get(feed);
                if (progress == null) {
                    opened.poll(feed, polling);
                } else {
                    opened.block(feed, progress, polling);
                }
            }
        }
    }

    private boolean hasRival() {
        return shortSessions >= SUSPICIOUS_LOSSES;
    }

    /** Watches over the session until it is lost, silent or closed, and buries it. */
    private void serve(Session served) {
        state = State.CONNECTED;
        long since = clock.nanoTime();
        String cause = heartbeat.watch(served, () -> closed, () -> cutOff(served));
        boolean wasStable = clock.nanoTime() - since >= settings.stableAfter().toNanos();
        giveUp(served.number());
        if (closed) {
            return;
        }
        shortSessions = wasStable ? 0 : shortSessions + 1;
        if (wasStable) {
            backOff.reset();
        }
        String rival = hasRival()
                ? "; lost " + shortSessions + " times soon after connecting: does another client displace this one?"
                : "";
        notices.tell(name + " at " + endpoint + " is lost: " + cause + "; reconnecting" + rival, null);
    }

    /** Tells the sinks first: closing a dead session may take its time. */
    private void giveUp(int number) {
        lose(number);
        Session old = session;
        session = null;
        if (old != null) {
            predecessor = old.connection();
            Thread.interrupted();
            bury(old);
        }
    }

    private void lose(int number) {
        if (!closed) {
            state = State.WAITING;
            int status = sessions.get() == 0 ? StatusCode.BAD_NOT_CONNECTED : StatusCode.BAD_NO_COMMUNICATION;
            feeds.forEach(feed -> feed.lose(number, status));
        }
    }

    private void bury(Session dead) {
        try {
            if (closed) {
                dead.close();
            } else {
                dead.abandon();
            }
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            notices.tell("close " + name + " at " + endpoint + ": " + Notices.inWords(e) + "; going on without", e);
        }
    }

    /** Ends a session that our thread waits for; from a thread of its own, because that may take its time, too. */
    private void cutOff(Session silent) {
        Thread cutter = new Thread(
                () -> {
                    feeds.forEach(feed -> feed.lose(silent.number(), StatusCode.BAD_NO_COMMUNICATION));
                    bury(silent);
                },
                "taktstrom-cutoff-" + name);
        cutter.setDaemon(true);
        cutter.start();
    }

    /**
     * Ends the session and all threads, within little more than {@link ManagedSettings#closeTimeout} whatever the
     * connector does. Idempotent. May be called by a sink; then the end comes after it returns.
     */
    @Override
    public void close() {
        closed = true;
        guard.end();
        if (Thread.currentThread() == thread || feeds.stream().anyMatch(Thread::holdsLock)) {
            // A sink calls; what we would wait for waits for it.
            return;
        }
        if (state == State.CONNECTING && session == null) {
            thread.interrupt();
        }
        Duration half = settings.closeTimeout().dividedBy(2);
        if (!ended(half)) {
            Session stuck = session;
            if (stuck != null) {
                cutOff(stuck);
            }
            thread.interrupt();
            if (!ended(half)) {
                notices.tell(
                        "close " + name + " at " + endpoint + ": a call of its connector does not return; its"
                                + " thread is left behind and ends with that call",
                        null);
            }
        }
    }

    private boolean ended(Duration limit) {
        try {
            thread.join(Math.max(1, limit.toMillis()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
