package io.taktstrom.stream.poll;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * A subscription to a connection that cannot push: the group is read at each moment of an absolute schedule,
 * {@code start + n * cycle}. Hot: allocates nothing once warm, as long as reads succeed.
 *
 * <pre>
 *  schedule  |----.----.----.----.----.----&gt;     a poll that begins late does not shift the next one
 *  polls     [==] [==] [===========]=] [==]       moments passed by meanwhile are overruns: counted, not made up for
 * </pre>
 *
 * <p>A read that fails gives every point its failure's status, once per read, and the next moment comes as scheduled.
 * When the connection is lost, all points are marked {@code Bad_NoCommunication} once and the subscription ends. A sink
 * that throws is reported and counted, and polled on.
 *
 * <p>Pollers that are {@linkplain PollSettings#spread spread} begin their schedule after the first read, at a moment of the cycle that
 * follows from their name.
 *
 * <p>A cycle of less than {@link #SHARED_FROM}, or an idle strategy other than park, has a thread of its own; slower ones are
 * {@linkplain ScheduledTask#pooled read by threads that all share}, as many as there are reads at once.
 */
public final class Poller implements Subscription {

    /** What a subscription gets that wants samples as often as possible. */
    public static final Duration FASTEST = Duration.ofMillis(10);

    /** From this cycle on a poller has no thread of its own: there it would wait for all but a hundredth of the time. */
    public static final Duration SHARED_FROM = Duration.ofMillis(100);

    private final Connection connection;
    private final PointGroup group;
    private final SubscriptionSettings revised;
    private final SampleSink sink;
    private final PollSettings settings;
    private final EpochNanoClock clock;
    private final PollMeter meter;
    private final Notices notices;
    private final SampleBatch batch;
    private final @Nullable Changes changes;
    private final ScheduledTask task;
    private final Object delivery = new Object();

    private volatile boolean closed;

    // Of the thread that polls.
    private long delivered;
    private boolean scheduled;
    private long due;
    private long lastDue;
    private long lastBegin;

    private Poller(
            Connection connection,
            PointGroup group,
            SubscriptionSettings wanted,
            SampleSink sink,
            PollSettings settings) {
        this.connection = connection;
        this.group = group;
        this.sink = sink;
        this.settings = settings;
        clock = settings.clock();
        meter = settings.meter();
        notices = new Notices(clock, settings.listener());
        batch = group.newBatch();
        boolean onChange = wanted.trigger() == SubscriptionSettings.Trigger.ON_CHANGE;
        changes = onChange ? new Changes(group) : null;
        Duration cycle = wanted.cycle().isZero() ? FASTEST : wanted.cycle();
        revised = new SubscriptionSettings(wanted.trigger(), cycle, Duration.ZERO);
        task = cycle.compareTo(SHARED_FROM) < 0
                ? settings.idle().alone(settings.name(), this::doWork, () -> {}, this::onFailure, clock)
                : settings.idle().task(settings.name(), this::doWork, () -> {}, this::onFailure, clock);
    }

    /**
     * Starts to poll.
     *
     * @param group resolved by this connection; stays the caller's
     * @param wanted a cycle of zero becomes {@link #FASTEST}; with {@code ON_CHANGE} only what differs from the read
     *     before is delivered
     * @param sink called by the thread that polls, one at a time
     */
    public static Poller start(
            Connection connection,
            PointGroup group,
            SubscriptionSettings wanted,
            SampleSink sink,
            PollSettings settings) {
        Poller poller = new Poller(connection, group, wanted, sink, settings);
        poller.task.begin();
        return poller;
    }

    /** Polls, if it is time; returns how long until the next moment. */
    private long doWork() {
        if (closed) {
            return ScheduledTask.OVER;
        }
        long begin = clock.nanoTime();
        boolean isFirst = !scheduled;
        if (isFirst) {
            scheduled = true;
            due = begin;
        } else if (begin < due) {
            return due - begin;
        } else {
            meter.jitter().record(Math.abs((begin - lastBegin) - (due - lastDue)));
        }
        meter.lateness().record(begin - due);
        lastBegin = begin;
        lastDue = due;
        poll();
        long cycle = revised.cycle().toNanos();
        if (isFirst && settings.spread() && revised.cycle().compareTo(SHARED_FROM) >= 0) {
            due += phase(settings.name(), cycle);
            return closed ? ScheduledTask.OVER : Math.max(0, due - clock.nanoTime());
        }
        long behind = clock.nanoTime() - due;
        long skipped = Math.max(0, behind / cycle - 1);
        if (skipped > 0) {
            meter.onOverruns(skipped, behind - cycle, cycle);
        }
        due += (skipped + 1) * cycle;
        return closed ? ScheduledTask.OVER : Math.max(0, due - clock.nanoTime());
    }

    /** A part of the cycle, which differs from one name to the next, and is the same in each run. */
    static long phase(String name, long cycle) {
        long mixed = name.hashCode() * 0x9E3779B97F4A7C15L;
        return 1 + (mixed >>> 1) % cycle;
    }

    /** Of our own, for a read's are told apart: the schedule is restarted. */
    private void onFailure(Throwable cause) {
        scheduled = false;
        meter.onFailure();
        notices.tell(settings.name() + ": " + Notices.inWords(cause) + "; polling goes on in a moment", cause);
    }

    private void poll() {
        meter.onPoll(lastBegin);
        try {
            connection.read(group, batch);
        } catch (ConnectionLostException e) {
            deliver(bad(StatusCode.BAD_NO_COMMUNICATION));
            closed = true;
            return;
        } catch (ConnectorException e) {
            failed(e, e.status());
            return;
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            failed(e, StatusCode.BAD_INTERNAL_ERROR);
            return;
        }
        deliver(changes == null ? batch : changes.of(batch));
    }

    private void failed(Throwable cause, int status) {
        if (closed) {
            // Closing this may have closed the group, too.
            return;
        }
        meter.onFailure();
        notices.tell(
                settings.name() + ": read of " + Counted.of(group.size(), "point") + " failed: "
                        + Notices.inWords(cause) + "; they are marked Bad, trying again at the next cycle",
                cause);
        SampleBatch bad = bad(status);
        deliver(changes == null ? bad : changes.of(bad));
    }

    private SampleBatch bad(int status) {
        batch.reset(group, clock.epochNanos(), 0);
        for (int point = 0; point < group.size(); point++) {
            batch.addBad(point, SampleBatch.NO_TIME, status);
        }
        return batch;
    }

    private void deliver(SampleBatch samples) {
        if (samples.isEmpty()) {
            return;
        }
        samples.reassign(group, delivered);
        delivered += samples.size();
        synchronized (delivery) {
            if (closed) {
                return;
            }
            try {
                sink.onSamples(samples);
            } catch (RuntimeException | Error e) {
                Fatal.rethrow(e);
                meter.onSinkFailure();
                notices.tell(
                        settings.name() + ": the sink failed on " + Counted.of(samples.size(), "sample") + ": "
                                + Notices.inWords(e) + "; they may be lost, correct the sink",
                        e);
            }
        }
    }

    @Override
    public PointGroup group() {
        return group;
    }

    @Override
    public SubscriptionSettings revised() {
        return revised;
    }

    @Override
    public int statusAt(int point) {
        return group.statusAt(point);
    }

    /** What it measures. */
    public PollMeter meter() {
        return meter;
    }

    /**
     * Ends polling: at once, or when the sink returns from the call that it is in. A read that is in flight ends by its
     * own time limit and goes nowhere. May be called by the sink.
     */
    @Override
    public void close() {
        closed = true;
        task.end();
        synchronized (delivery) {
            // While this is held no call of the sink runs; the next one would look again.
            closed = true;
        }
    }
}
