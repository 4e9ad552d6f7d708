package io.taktstrom.stream.source;

import java.util.function.BooleanSupplier;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Fatal;
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

    private final Feeds feeds;
    private final long nanos;
    private final EpochNanoClock clock;
    private long seen;
    private long due;

    /** @param nanos how long the device may be silent, and how long it has to answer */
    Heartbeat(Feeds feeds, long nanos, EpochNanoClock clock) {
        this.feeds = feeds;
        this.nanos = nanos;
        this.clock = clock;
    }

    /** A session begins. */
    void begin() {
        seen = feeds.traffic();
        due = clock.nanoTime() + nanos;
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
        if (feeds.traffic() == seen) {
            try {
                Guard.within(nanos, onSilence, session.connection()::device);
            } catch (DeviceErrorException | InvalidRequestException e) {
                // An answer, if not the one we wanted: it lives.
            } catch (ConnectorException | RuntimeException | Error e) {
                Fatal.rethrow(e);
                return "no heartbeat: " + Notices.inWords(e);
            }
        }
        return null;
    }
}
