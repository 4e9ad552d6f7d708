package io.taktstrom.stream.gather;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.stream.FixedGroup;

/**
 * Points of several connections, read, written and watched as one, as the gather service of pvAccess does.
 *
 * <pre>{@code
 * try (Gather line = Gather.of("line", List.of(new GatherPart(press, points), new GatherPart(oven, others)),
 *         Duration.ofMillis(100), EpochNanoClock.system(), System.err::println)) {
 *     Gathered now = line.read();
 *     System.out.println(Sample.of(now.batch(), 0) + ", skew " + now.skew());
 * }
 * }</pre>
 *
 * <p>All devices are asked at the same moment. One that is away, or not done by the deadline, has Bad samples, and the others
 * theirs in time. Values are the devices' own. Allocates nothing once warm, while sessions live. Thread-safe; one round at a time.
 */
public final class Gather implements AutoCloseable {

    private final String name;
    private final List<GatherPart> parts;
    private final List<GatherWorker> workers;
    private final long deadlineNanos;
    private final EpochNanoClock clock;
    private final Consumer<String> notices;
    private final Gathered gathered;
    private final PointGroup[] known;

    private FixedGroup group;
    private SampleBatch batch;
    private long round;

    private Gather(
            String name, List<GatherPart> parts, Duration deadline, EpochNanoClock clock, Consumer<String> notices) {
        this.name = name;
        this.parts = List.copyOf(parts);
        this.clock = clock;
        this.notices = notices;
        deadlineNanos = deadline.toNanos();
        workers = parts.stream()
                .map(part -> new GatherWorker(name, part, clock, notices))
                .toList();
        known = parts.stream().map(part -> FixedGroup.unresolved(part.points())).toArray(PointGroup[]::new);
        group = together();
        batch = group.newBatch();
        gathered = new Gathered(this.parts, batch);
    }

    /**
     * A gather, with a thread for each part.
     *
     * @param name for messages and threads
     * @param deadline how long a round waits for all parts together
     * @param notices receives unexpected failures
     */
    public static Gather of(
            String name, List<GatherPart> parts, Duration deadline, EpochNanoClock clock, Consumer<String> notices) {
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("gather " + name + " has no parts");
        }
        Gather gather = new Gather(name, parts, deadline, clock, notices);
        gather.workers.forEach(GatherWorker::start);
        return gather;
    }

    public String name() {
        return name;
    }

    /** All points, with the types that the devices said last. Another one when a device came back with others. */
    public synchronized PointGroup group() {
        return group;
    }

    /** Reads all points once. */
    public synchronized Gathered read() {
        gathered.begin(batch, clock);
        long start = clock.nanoTime();
        awaitAll(start, false);
        collect(start);
        return gathered;
    }

    /** Begins a round, and waits until all are done, or the time is over. */
    private void awaitAll(long start, boolean write) {
        round++;
        for (int i = 0; i < workers.size(); i++) {
            workers.get(i).begin(round, write);
        }
        boolean interrupted = false;
        for (int i = 0; i < workers.size(); i++) {
            GatherWorker worker = workers.get(i);
            long left = deadlineNanos - (clock.nanoTime() - start);
            while (!worker.isDone(round) && left > 0) {
                LockSupport.parkNanos(this, left);
                interrupted |= Thread.interrupted();
                left = deadlineNanos - (clock.nanoTime() - start);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void collect(long start) {
        long arrived = clock.epochNanos();
        boolean changed = false;
        for (int i = 0; i < workers.size(); i++) {
            PointGroup now = workers.get(i).isDone(round) ? workers.get(i).group() : null;
            if (now != null && now != known[i]) {
                known[i] = now;
                changed = true;
            }
        }
        if (changed) {
            group = together();
            batch = group.newBatch();
            gathered.begin(batch, clock);
        }
        batch.reset(group, arrived, 0);
        int offset = 0;
        long last = start;
        for (int i = 0; i < workers.size(); i++) {
            GatherWorker worker = workers.get(i);
            boolean done = worker.isDone(round);
            SampleBatch samples = done ? worker.samples() : null;
            int status = done ? worker.failure() : StatusCode.BAD_TIMEOUT;
            if (done) {
                last = Math.max(last, worker.ended());
            }
            gathered.part(i, status, done ? worker.ended() - worker.begun() : -1);
            if (samples != null) {
                take(samples, offset);
            } else {
                for (int point = 0; point < known[i].size(); point++) {
                    batch.addBad(offset + point, SampleBatch.NO_TIME, status);
                }
            }
            offset += known[i].size();
        }
        gathered.end(last - start);
    }

    private void take(SampleBatch samples, int offset) {
        for (int i = 0; i < samples.size(); i++) {
            int point = offset + samples.pointAt(i);
            long time = samples.sourceTimeAt(i);
            int status = samples.statusAt(i);
            if (StatusCode.isBad(status)) {
                batch.addBad(point, time, status);
                continue;
            }
            gathered.moment(time == SampleBatch.NO_TIME ? samples.receivedAt() : time);
            if (group.typeAt(point).isInline()) {
                batch.add(point, time, status, samples.longAt(i));
            } else {
                batch.addBytes(point, time, status, samples.arena(), samples.arenaOffsetAt(i), samples.lengthAt(i));
            }
        }
    }

    private FixedGroup together() {
        List<DataPoint> points = new ArrayList<>();
        List<DataType> types = new ArrayList<>();
        List<Integer> statuses = new ArrayList<>();
        for (PointGroup part : known) {
            points.addAll(part.points());
            for (int point = 0; point < part.size(); point++) {
                types.add(part.typeAt(point));
                statuses.add(part.statusAt(point));
            }
        }
        return new FixedGroup(points, types, statuses);
    }

    /**
     * Writes values to some or all of the points, all devices at the same moment. Nothing is sent at all unless each device is
     * there and each point is known, as it was in the round before; once it is sent, one device may refuse what another takes.
     *
     * @param values samples of this gather's {@link #group}, in the devices' own units
     * @param statusOut gets the status of each sample; {@code Bad_InvalidState} where nothing was sent because of another one,
     *     {@code Bad_Timeout} where it is not known whether it was written
     * @return whether anything was sent
     * @throws IllegalArgumentException when the values are of another group: read again, and make new ones
     */
    public synchronized boolean write(SampleBatch values, int[] statusOut) {
        if (values.group() != group) {
            throw new IllegalArgumentException(
                    "gather " + name + ": the values are of points as they were before; read, and make new ones");
        }
        Arrays.fill(statusOut, 0, values.size(), StatusCode.GOOD);
        boolean sendable = true;
        for (int part = 0, offset = 0; part < workers.size(); offset += known[part].size(), part++) {
            sendable &= prepare(part, offset, values, statusOut);
        }
        if (!sendable) {
            for (int i = 0; i < values.size(); i++) {
                statusOut[i] = StatusCode.isBad(statusOut[i]) ? statusOut[i] : StatusCode.BAD_INVALID_STATE;
            }
            return false;
        }
        awaitAll(clock.nanoTime(), true);
        for (int part = 0, offset = 0; part < workers.size(); offset += known[part].size(), part++) {
            report(part, offset, values, statusOut);
        }
        return true;
    }

    private boolean isOf(int part, int offset, int point) {
        return point >= offset && point < offset + known[part].size();
    }

    /** Sorts out one part's share; false when it cannot be sent. */
    private boolean prepare(int part, int offset, SampleBatch values, int[] statusOut) {
        GatherWorker worker = workers.get(part);
        SampleBatch share = worker.isIdle() && worker.group() == known[part] ? worker.prepare() : null;
        boolean sendable = true;
        for (int i = 0; i < values.size(); i++) {
            if (isOf(part, offset, values.pointAt(i))) {
                int point = values.pointAt(i) - offset;
                if (share == null) {
                    statusOut[i] = StatusCode.BAD_NOT_CONNECTED;
                } else if (!group.points().get(values.pointAt(i)).writable()) {
                    statusOut[i] = StatusCode.BAD_NOT_WRITABLE;
                } else if (StatusCode.isBad(known[part].statusAt(point))) {
                    statusOut[i] = known[part].statusAt(point);
                } else if (group.typeAt(values.pointAt(i)).isInline()) {
                    share.add(point, SampleBatch.NO_TIME, StatusCode.GOOD, values.longAt(i));
                } else {
                    share.addBytes(
                            point,
                            SampleBatch.NO_TIME,
                            StatusCode.GOOD,
                            values.arena(),
                            values.arenaOffsetAt(i),
                            values.lengthAt(i));
                }
                sendable &= !StatusCode.isBad(statusOut[i]);
            }
        }
        return sendable;
    }

    private void report(int part, int offset, SampleBatch values, int[] statusOut) {
        GatherWorker worker = workers.get(part);
        boolean done = worker.isDone(round);
        int next = 0;
        for (int i = 0; i < values.size(); i++) {
            if (isOf(part, offset, values.pointAt(i))) {
                int failure = done ? worker.failure() : StatusCode.BAD_TIMEOUT;
                statusOut[i] = StatusCode.isBad(failure) ? failure : worker.statuses()[next++];
            }
        }
    }

    /**
     * Reads all points at each moment of an absolute schedule; moments that have passed are skipped, not made up for.
     *
     * @param listener called by one thread; what it gets is valid during the call
     * @return ends it when it is closed
     */
    public GatherWatch watch(Duration cycle, Consumer<Gathered> listener) {
        return new GatherWatch(this, cycle, clock, listener, notices);
    }

    /** Ends its threads; the connections stay. Idempotent. */
    @Override
    public void close() {
        workers.forEach(GatherWorker::close);
    }
}
