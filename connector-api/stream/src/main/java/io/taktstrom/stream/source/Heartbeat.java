package io.taktstrom.stream.source;

import java.util.function.BooleanSupplier;

import io.taktstrom.kit.Fatal;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.stream.Notices;

/**
 * Watches a session until it is over, asking the device whether it lives when it sends no values. Opens what is to be
 * sampled besides meanwhile.
 */
final class Heartbeat {

    private final Feeds feeds;
    private final long nanos;
    private final Pause pause;

    /** @param nanos how long the device may be silent, and how long it has to answer */
    Heartbeat(Feeds feeds, long nanos, Pause pause) {
        this.feeds = feeds;
        this.nanos = nanos;
        this.pause = pause;
    }

    /**
     * Returns when the session is over, and why.
     *
     * @param onSilence sets off what makes a question return that the device does not answer
     */
    String watch(LiveSession session, BooleanSupplier closed, Runnable onSilence) {
        long seen = feeds.traffic();
        while (true) {
            pause.upTo(nanos, () -> closed.getAsBoolean() || session.isOver() || feeds.hasNews());
            if (closed.getAsBoolean()) {
                return "closed";
            }
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
                continue;
            }
            long now = feeds.traffic();
            if (now == seen) {
                try {
                    Guard.within(nanos, onSilence, session.connection()::device);
                } catch (DeviceErrorException | InvalidRequestException e) {
                    // An answer, if not the one we wanted: it lives.
                } catch (ConnectorException | RuntimeException | Error e) {
                    Fatal.rethrow(e);
                    return "no heartbeat: " + Notices.inWords(e);
                }
            }
            seen = now;
        }
    }
}
