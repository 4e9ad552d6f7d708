package io.taktstrom.stream.source;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.kit.Fatal;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * Looks now and then whether a session is over, asking the device whether it lives when it sends no values. Opens what is to
 * be sampled besides meanwhile. One thread at a time.
 */
final class Heartbeat {

    private static final long NEVER_NANOS = Duration.ofDays(365 * 10).toNanos();

    private final Feeds feeds;
    private final long intervalNanos;
    private final Duration timeout;
    private final EpochNanoClock clock;
    private long seen;
    private long due;

    private Heartbeat(Feeds feeds, long intervalNanos, Duration timeout, EpochNanoClock clock) {
        this.feeds = feeds;
        this.intervalNanos = intervalNanos;
        this.timeout = timeout;
        this.clock = clock;
    }

    static Heartbeat of(Endpoint endpoint, ManagedSettings settings, Feeds feeds, EpochNanoClock clock) {
        Duration both = settings.heartbeat();
        if (!both.isZero()) {
            return new Heartbeat(feeds, both.toNanos(), both, clock);
        }
        long interval = CommonOptions.HEARTBEAT_INTERVAL.of(endpoint).toNanos();
        return new Heartbeat(
                feeds, interval == 0 ? NEVER_NANOS : interval, CommonOptions.heartbeatTimeout(endpoint), clock);
    }

    /** A session begins. */
    void begin() {
        seen = feeds.traffic();
        due = clock.nanoTime() + intervalNanos;
    }

    /** How long until the next look. */
    long left() {
        return Math.max(0, due - clock.nanoTime());
    }

    /**
     * Why the session is over; null while it lives.
     *
     * @param onSilence sets off what makes a question return that the device does not answer
     */
    @Nullable
    String look(LiveSession session, BooleanSupplier closed, Runnable onSilence) {
        while (!closed.getAsBoolean()) {
            if (session.isOver()) {
                return session.end();
            }
            if (feeds.hasNews()) {
                try {
                    session.open(feeds);
                } catch (ConnectorException | RuntimeException | Error e) {
                    Fatal.rethrow(e);
                    return "subscribe: " + Notices.inWords(e);
                }
            } else if (left() > 0) {
                return null;
            } else {
                String silence = ask(session, onSilence);
                if (silence != null) {
                    return silence;
                }
                begin();
            }
        }
        return "closed";
    }

    private @Nullable String ask(LiveSession session, Runnable onSilence) {
        if (feeds.traffic() != seen) {
            return null;
        }
        AtomicBoolean givenUp = new AtomicBoolean();
        Runnable giveUp = () -> {
            givenUp.set(true);
            onSilence.run();
        };
        String failure = null;
        try {
            Guard.within(timeout.toNanos(), giveUp, session.connection()::device);
        } catch (DeviceErrorException | InvalidRequestException e) {
            // An answer, if not the expected one: it lives.
        } catch (ConnectorException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            failure = "the heartbeat failed: " + Notices.inWords(e);
        }
        // The connector may blame the device for the end of a connection that was given up here.
        return givenUp.get()
                ? "no answer to the heartbeat within " + Durations.format(timeout)
                        + ", so the connection was given up; check the network and that the device runs, or raise"
                        + " heartbeatTimeout"
                : failure;
    }
}
