package io.taktstrom.stream.source;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.Sample;
import io.taktstrom.data.SampleSink;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BoundRecord;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Connectors;
import io.taktstrom.spi.PushingConnection;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.Notices;
import io.taktstrom.stream.block.BlockMeter;
import io.taktstrom.stream.poll.PollMeter;

/**
 * Keeps a device connected and its scans delivering, for ever.
 *
 * <pre>{@code
 * try (ManagedConnection press = ManagedConnection.to("ads://10.0.0.5/5.1.2.3.1.1:851").start();
 *         BoundRecord<Spindle> spindle = press.bind(Spindle.class);
 *         Subscription changes = spindle.subscribe(
 *                 SubscriptionSettings.onChange(Duration.ofMillis(10)),
 *                 System.out::println,
 *                 status -> System.out.println(StatusCode.name(status)))) {
 *     System.out.println(press.read("MAIN.spindle.speed"));
 *     ...
 * }
 * }</pre>
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
 * new session has delivered a value of it. Closing marks nothing. What the connector cannot push is polled.
 *
 * <p>Once a heartbeat, a device that has sent no value since the last one is asked for its {@link Connection#device};
 * when it does not answer within another heartbeat, it is lost. So a dead wire is noticed within three heartbeats, on
 * an idle line within two.
 *
 * <p>It takes a thread while it connects, and shares those with all others; while connected, only a scan that is polled
 * faster than {@link io.taktstrom.stream.poll.Poller#SHARED_FROM} has one of its own. One attempt to connect at a time: one
 * that exceeds its time limit is interrupted, and the next begins when it has ended. Thread-safe.
 */
public final class ManagedConnection implements AutoCloseable {

    private final String name;
    private final Endpoint endpoint;
    private final Feeds feeds;
    private final SessionLoop loop;
    private final ConnectionStatus connectionStatus;
    private final LastingConnection lasting;
    private final EpochNanoClock clock;

    ManagedConnection(ManagedParts of) {
        name = of.name();
        endpoint = of.endpoint();
        clock = of.context().clock();
        Notices notices = new Notices(of.context().clock(), of.context().observer()::onNotice);
        feeds = new Feeds(
                name,
                of.context().clock(),
                notices,
                of.provider().descriptor().capabilities().contains(Capability.SUBSCRIBE),
                of.settings().ringsFromOldest());
        of.scans().forEach(scan -> {
            ScanFeed feed = feeds.add(scan);
            if (of.afterGap()) {
                feed.markGap();
            }
        });
        loop = new SessionLoop(of, feeds, notices);
        connectionStatus = loop.connectionStatus();
        lasting = new LastingConnection(of, feeds, loop);
        loop.begin();
    }

    /**
     * A connection to the device at a URI, to be {@linkplain ManagedConnectionBuilder#start started}.
     *
     * @param uri for example {@code ads://10.0.0.5/5.1.2.3.1.1:851}
     * @throws IllegalArgumentException when the URI is wrong; the message shows what would be right
     */
    public static ManagedConnectionBuilder to(String uri) {
        ConnectorProvider provider = Connectors.providerOf(uri);
        return to(provider, provider.descriptor().parse(uri));
    }

    /** A connection to an endpoint, to be {@linkplain ManagedConnectionBuilder#start started}. */
    public static ManagedConnectionBuilder to(ConnectorProvider provider, Endpoint endpoint) {
        return new ManagedConnectionBuilder(provider, endpoint);
    }

    public String name() {
        return name;
    }

    public Endpoint endpoint() {
        return endpoint;
    }

    public ConnectionState state() {
        return connectionStatus.state();
    }

    /**
     * Since when it is connected, or is not, epoch nanoseconds, as the clock would have it now if it was set since: an attempt
     * that fails is not a new beginning.
     */
    public long since() {
        return connectionStatus.since();
    }

    /** Why it is not connected, as far as it was tried; empty while it is. */
    public String trouble() {
        return connectionStatus.trouble();
    }

    /** How the points of each of its scans do. Does not block. */
    public List<FeedState> feedStates() {
        return feeds.states();
    }

    /** Shows each sampled point with the status of its last sample. Does not block. */
    public void points(PointStatusVisitor visitor) {
        feeds.show(visitor);
    }

    /** Samples that have been passed to the sinks of scans, each once, with those that say that the device is lost. */
    public long samples() {
        return feeds.counts().delivered.sum();
    }

    /** Completes when it has {@linkplain #close closed}; no outage completes it. */
    public CompletionStage<Void> closed() {
        return connectionStatus.over();
    }

    /**
     * Reads one value, once. Waits for a device that is away for at most the endpoint's request timeout, and reads again
     * when it is lost meanwhile. A sink or a listener that calls this holds up the very thread that would bring the device back.
     *
     * @return Bad and without a value where the variable has none, and when the device stays away or does not answer
     * @throws ConnectorException when the device or the connector refuses the request as a whole
     */
    public Sample read(String address) throws ConnectorException {
        return lasting.read(address);
    }

    /**
     * Writes one value, once. Waits for a device that is away for at most the endpoint's request timeout.
     *
     * @param value in any of the forms that {@link io.taktstrom.data.Values#put} takes
     * @throws ConnectionLostException when the device stays away, or is lost meanwhile: then it is not known whether it has
     *     taken the value, so it is not sent again
     * @throws ConnectorException when the device refuses the value
     * @throws IllegalArgumentException when the value does not fit the variable's type; nothing is sent
     */
    public void write(String address, Object value) throws ConnectorException {
        lasting.write(address, value);
    }

    /**
     * Binds a record to its points, for as long as this connection lives: after an outage they are looked up again, and its
     * subscriptions go on. A device that is away is waited for as in {@link #read}; when it stays away, addresses are looked up
     * once it is back. A read or a write of the record fails with {@link ConnectionLostException} when the device
     * stays away.
     *
     * @throws IllegalArgumentException when the record cannot be bound; the message names the component
     * @throws ConnectorException when the device does not have one of the addresses
     */
    public <T extends Record> BoundRecord<T> bind(Class<T> type) throws ConnectorException {
        return lasting.bind(type);
    }

    /**
     * Has points sampled from now on, whatever happens to the device: pushed, or polled where the connector cannot push.
     *
     * @param points at least one
     * @param sink called by one thread at a time, though not always the same one; each point is Bad once when the device is
     *     lost. What it throws is reported and counted
     * @return ends the sampling when it is closed, also from within the sink
     */
    public Subscription subscribe(List<DataPoint> points, SubscriptionSettings wanted, SampleSink sink) {
        return lasting.subscribe(points, wanted, sink);
    }

    /** Has a scan sampled from now on, beside those that the connection began with; see above. */
    public Subscription subscribe(Scan scan) {
        return lasting.subscribe(scan);
    }

    /**
     * Has the samples of a scan go elsewhere; the device does not notice. Once this returns, the former sink is not called again.
     *
     * @param next the same points and scan class with another sink
     * @throws IllegalArgumentException when the former is none of this connection's, or the next one is sampled otherwise
     */
    public void redirect(Scan former, Scan next) {
        feeds.of(former).redirect(next);
    }

    /**
     * Has scans take the place of others. They begin at once; those before them go on until the {@linkplain Handover#complete
     * handover is complete}.
     */
    public Handover replace(List<Scan> former, List<Successor> next) {
        Handover handover = Handover.begin(former, next, feeds, connectionStatus, clock);
        loop.openNews();
        return handover;
    }

    /**
     * The sampling of a scan that the connection began with, to be ended alone.
     *
     * @throws IllegalArgumentException when it is none of this connection's, or has ended
     */
    public Subscription subscription(Scan scan) {
        return new LastingSubscription(feeds.of(scan), feeds, connectionStatus);
    }

    /**
     * The session that lives now, for all else, such as browsing. Not to be closed, and not to be kept: it dies with the next
     * loss.
     *
     * @throws ConnectionLostException when there is none
     */
    public Connection current() throws ConnectionLostException {
        return connectionStatus.current();
    }

    /** Attempts to connect so far. */
    public long attempts() {
        return loop.attempts();
    }

    /** Sessions after the first one. */
    public long reconnects() {
        return Math.max(0, connectionStatus.sessions() - 1);
    }

    /** Bytes that the device has pushed and no sink has taken yet: see {@link PushingConnection#waitingBytes}. */
    public long waitingBytes() {
        LiveSession session = connectionStatus.session();
        return session != null && session.connection() instanceof PushingConnection pushing
                ? pushing.waitingBytes()
                : 0;
    }

    /**
     * Samples that came marked Overflow: samples of their points were lost before them, in the device or on the way to here. What
     * is marked here, because it was {@linkplain #lateSamples late}, is not among them.
     */
    public long overflows() {
        return feeds.counts().overflows.sum();
    }

    /**
     * Samples that came from a session after it had been given up, which could not leave them to the next one. They are
     * lost: counted by the streams as dropped, and the next sample of each point is marked Overflow.
     */
    public long lateSamples() {
        return feeds.counts().late.sum();
    }

    /**
     * Samples that a session offered after it had been given up, and that were left with it: its successor brings them, and
     * only then do they count as received, or the connector marks that they are lost.
     */
    public long refusedSamples() {
        return feeds.counts().refused.sum();
    }

    /** How often sinks of scans have thrown an exception. */
    public long sinkFailures() {
        return feeds.counts().sinkFailures.sum();
    }

    /** How often its thread has failed unexpectedly, and connected again. */
    public long threadFailures() {
        return loop.failures();
    }

    /** What pollers have measured, by the name of the scan class; without those that the device pushes. */
    public Map<String, PollMeter> pollMeters() {
        return feeds.pollMeters();
    }

    /** What rings have given, by the name of the scan class. */
    public Map<String, BlockMeter> blockMeters() {
        return feeds.blockMeters();
    }

    /**
     * Ends the session and all threads, within little more than {@link ManagedSettings#closeTimeout} whatever the
     * connector does. Idempotent. May be called by a sink; then the end comes after it returns.
     */
    @Override
    public void close() {
        loop.close();
    }
}
