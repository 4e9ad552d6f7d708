package io.taktstrom.ads.subscribe;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.plan.AdsReadPlan;
import io.taktstrom.ads.plan.GroupPlan;
import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.SubscriptionSettings.Trigger;

/**
 * Those points of a subscription that the device has no notifications for: read in sum commands at the subscription's
 * cycle, by the receiving thread between two frames, so that its sink still hears of one thread only.
 *
 * <p>Belongs to one epoch of the symbols and ends with it; the subscription is then renewed with others. Allocates nothing
 * per sample.
 */
final class PolledPoints {

    /** What a subscription gets that wants samples as often as possible: reads must leave time for notifications. */
    private static final Duration FASTEST = Duration.ofMillis(10);

    private final AdsBackend backend;
    private final EpochNanoClock clock;
    private final Symbols symbols;
    private final AdsSubscription subscription;
    private final GroupPlan plan;
    private final BitSet polled;
    private final List<Resolution> resolutions = new ArrayList<>();
    private final boolean onChange;
    private final Duration cycle;
    private final Runnable poll = this::poll;
    private final BitSet deliver = new BitSet();

    private AdsReadPlan reads;
    private SampleBatch now;
    private SampleBatch last;
    private boolean any;
    private long due;

    PolledPoints(
            AdsBackend backend,
            EpochNanoClock clock,
            Symbols symbols,
            AdsSubscription subscription,
            GroupPlan plan,
            BitSet polled) {
        this.backend = backend;
        this.clock = clock;
        this.symbols = symbols;
        this.subscription = subscription;
        this.plan = plan;
        this.polled = polled;
        onChange = subscription.revised().trigger() == Trigger.ON_CHANGE;
        Duration wanted = subscription.revised().cycle();
        cycle = wanted.compareTo(FASTEST) < 0 ? FASTEST : wanted;
        Resolution notifiedOf = Resolution.bad(StatusCode.BAD_NOT_SUPPORTED, "");
        for (int point = 0; point < plan.resolutions().size(); point++) {
            resolutions.add(polled.get(point) ? plan.resolutions().get(point) : notifiedOf);
        }
        reads = new AdsReadPlan(resolutions, plan.reads().version(), plan.limits());
        now = subscription.group().newBatch();
        last = subscription.group().newBatch();
    }

    /** For messages. */
    String cycle() {
        return Durations.format(cycle);
    }

    void start() throws ConnectorException {
        due = System.nanoTime();
        backend.callLater(0, poll);
    }

    private boolean isOver() {
        return subscription.isClosed()
                || subscription.epoch() != plan.epoch()
                || symbols.epoch().number() != plan.epoch();
    }

    private void poll() {
        if (isOver()) {
            return;
        }
        try {
            read();
        } catch (ConnectionLostException e) {
            // The subscription is told so anyway.
            return;
        } catch (ConnectorException e) {
            subscription.notice("poll points that the device does not notify of: " + e.getMessage());
        }
        again();
    }

    private void read() throws ConnectorException {
        AdsReadPlan.Outcome outcome = reads.read(backend, clock, subscription.group(), now);
        if (outcome == AdsReadPlan.Outcome.NO_SUMS) {
            reads = new AdsReadPlan(
                    resolutions, plan.reads().version(), plan.limits().withoutSums());
            outcome = reads.read(backend, clock, subscription.group(), now);
        }
        if (outcome == AdsReadPlan.Outcome.STALE) {
            symbols.epoch().invalidate(plan.epoch());
        } else if (!isOver()) {
            pass();
        }
    }

    private void pass() {
        deliver.clear();
        for (int i = 0; i < now.size(); i++) {
            deliver.set(i, polled.get(now.pointAt(i)) && !(any && onChange && isSame(i)));
        }
        // The sink may change nothing, but until it returns the samples are its own.
        subscription.deliverPolled(now, deliver);
        SampleBatch spare = last;
        last = now;
        now = spare;
        any = true;
    }

    private boolean isSame(int i) {
        if (now.statusAt(i) != last.statusAt(i)) {
            return false;
        }
        if (subscription.group().typeAt(now.pointAt(i)).isInline() || StatusCode.isBad(now.statusAt(i))) {
            return now.longAt(i) == last.longAt(i);
        }
        int length = now.lengthAt(i);
        ByteBuffer one = now.arena();
        ByteBuffer other = last.arena();
        boolean same = length == last.lengthAt(i);
        for (int b = 0; same && b < length; b++) {
            same = one.get(now.arenaOffsetAt(i) + b) == other.get(last.arenaOffsetAt(i) + b);
        }
        return same;
    }

    /** On an absolute schedule; moments passed by are skipped. */
    private void again() {
        long nanos = cycle.toNanos();
        long late = System.nanoTime() - due;
        due += (late / nanos + 1) * nanos;
        try {
            backend.callLater(Math.max(0, due - System.nanoTime()), poll);
        } catch (ConnectionLostException e) {
            // As above.
            return;
        } catch (ConnectorException e) {
            subscription.notice("points that the device does not notify of are not polled any more: " + e.getMessage());
        }
    }
}
