package io.taktstrom.stream.gather;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.stream.IdleStrategy;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * Does one part's share of each round on a thread of its own. Hot: allocates nothing once warm, as long as the session lives.
 *
 * <pre>
 *   caller:  batch, values: his | begin(round) ........................ until isDone(round): his again
 *   worker:                     | the newest round that was begun ---> done = round, caller woken
 * </pre>
 *
 * <p>A round that was given up is done all the same, and not looked at; the next one begins when it has ended.
 */
final class GatherWorker {

    private final GatherPart part;
    private final EpochNanoClock clock;
    private final ScheduledTask task;

    // Written by the worker, read by the caller once it is done.
    private @Nullable Connection session;
    private @Nullable PointGroup group;
    private @Nullable SampleBatch batch;
    private int failure;
    private long begun;
    private long ended;

    // Written by the caller before the round.
    private @Nullable SampleBatch values;
    private int[] statuses = {};
    private long writeRound = -1;
    private volatile @Nullable Thread caller;

    private volatile long wanted;
    private volatile long done;

    GatherWorker(String gather, GatherPart part, EpochNanoClock clock, Consumer<String> notices) {
        this.part = part;
        this.clock = clock;
        task = IdleStrategy.PARK.alone(
                "takt-gather-" + gather + "-" + part.connection().name(),
                this::doWork,
                () -> {},
                e -> notices.accept("gather " + gather + ", "
                        + part.connection().name() + ": " + Notices.inWords(e) + "; going on"),
                clock);
    }

    void start() {
        task.begin();
    }

    /** Whether nothing is being done, so that what is between us is the caller's. */
    boolean isIdle() {
        return done == wanted;
    }

    boolean isDone(long round) {
        return done == round;
    }

    /** Reads, or writes what {@link #prepare} has got. What is written is written in this round or never. */
    void begin(long round, boolean write) {
        caller = Thread.currentThread();
        if (write) {
            writeRound = round;
        }
        wanted = round;
        task.wake();
    }

    /** A batch for values to write in the next round, empty; null when the points are not known in a session that lives. */
    @Nullable
    SampleBatch prepare() {
        PointGroup now = group;
        if (now == null || current() != session) {
            return null;
        }
        SampleBatch empty = values;
        if (empty == null || empty.group() != now) {
            empty = now.newBatch();
            values = empty;
            statuses = new int[now.size()];
        }
        empty.clear();
        return empty;
    }

    private @Nullable Connection current() {
        try {
            return part.connection().current();
        } catch (ConnectorException e) {
            return null;
        }
    }

    int[] statuses() {
        return statuses;
    }

    /** The points as they were in the last round that found the device; null before. */
    @Nullable
    PointGroup group() {
        return group;
    }

    /** One sample for each point; null when the round has failed. */
    @Nullable
    SampleBatch samples() {
        return failure == StatusCode.GOOD ? batch : null;
    }

    /** Good, or why the last round failed as a whole. */
    int failure() {
        return failure;
    }

    long begun() {
        return begun;
    }

    long ended() {
        return ended;
    }

    private long doWork() {
        long round = wanted;
        if (round == done) {
            return ScheduledTask.UNTIL_WOKEN;
        }
        begun = clock.nanoTime();
        try {
            failure = serve(round);
        } catch (RuntimeException | Error e) {
            failure = StatusCode.BAD_INTERNAL_ERROR;
            throw e;
        } finally {
            ended = clock.nanoTime();
            done = round;
            LockSupport.unpark(caller);
        }
        return 0;
    }

    private int serve(long round) {
        try {
            Connection now = part.connection().current();
            SampleBatch toWrite = values;
            if (toWrite != null && writeRound == round) {
                if (now != session) {
                    return StatusCode.BAD_NOT_CONNECTED;
                }
                if (!toWrite.isEmpty()) {
                    now.write(toWrite.group(), toWrite, statuses);
                }
                return StatusCode.GOOD;
            }
            PointGroup found = group;
            SampleBatch into = batch;
            if (now != session || found == null || into == null) {
                found = now.resolve(part.points());
                into = found.newBatch();
                group = found;
                batch = into;
                session = now;
            }
            now.read(found, into);
            return StatusCode.GOOD;
        } catch (ConnectorException e) {
            return e.status();
        }
    }

    void close() {
        task.end();
    }
}
