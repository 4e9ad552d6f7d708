package io.taktstrom.ads.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Tells a rival from a broken network. A TwinCAT router keeps one TCP connection per host and closes the older one when
 * another comes; so two clients on one host take the connection from each other for ever, and each sees nothing but a
 * connection that the peer accepts, answers on, and closes soon after. Thread-safe; outlives the links it watches.
 */
final class RivalWatch {

    /** Losses in a row that are not a coincidence. */
    private static final int SUSPICIOUS = 3;

    /** A link that lived longer than this had no rival. */
    private static final long SOON_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final Map<String, Integer> inRow = new HashMap<>();

    /**
     * A link on which the target has answered was closed by its peer.
     *
     * @param router where it led
     * @param lifeNanos how long it lived
     * @return what to say about it
     */
    synchronized String explain(String router, long lifeNanos) {
        if (lifeNanos > SOON_NANOS) {
            inRow.remove(router);
            return LIKELY;
        }
        int times = inRow.merge(router, 1, Integer::sum);
        return times < SUSPICIOUS
                ? LIKELY
                : ": " + times
                        + " times in a row, soon after it had answered. Another ADS client on this host takes our"
                        + " place again and again, for a router keeps one TCP connection per host; stop it, let both use"
                        + " one process, or one local router (TwinCAT's own, or any AMS router on this host)";
    }

    /** What a single loss may mean. */
    private static final String LIKELY =
            ": it has no route to us any more, it was restarted, or another ADS client on this host took our place, for a router"
                    + " keeps one TCP connection per host";
}
