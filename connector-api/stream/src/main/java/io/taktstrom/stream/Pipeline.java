package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.kit.event.BatchEvent;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * Carries samples from any number of sources through stages and a bounded ring to one sink, and accounts for each of
 * them.
 *
 * <pre>{@code
 * try (Pipeline plant = Pipeline.to(sink).named("plant").stage(() -> new Deadband(bands)).start();
 *         Subscription samples = press.subscribe(points, SubscriptionSettings.onChange(cycle), plant.inlet())) {
 *     System.out.println(plant.accounting());     // received = published + buffered + dropped, at every moment
 *     ...
 * }
 * }</pre>
 *
 * <p>Sources and stages run on the sources' threads, the sink on the pipeline's own. A stream with several sinks is
 * several pipelines, so that a slow sink holds up no other. Thread-safe.
 *
 * <p>When the sink's receiver is away (an {@code IOException}) the pipeline tries again for ever; meanwhile the ring
 * fills and its {@link OverflowPolicy} decides; with {@code spill} samples wait on disk, and a next run goes on with what this
 * one leaves there. When the sink fails otherwise, the flush unit is dropped and counted.
 * Neither ends the pipeline, nor does anything else but what is {@linkplain Fatal fatal}.
 */
public final class Pipeline implements AutoCloseable {

    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LAST_RETRY = Duration.ofSeconds(5);
    /** How long a sink may take to react to an interrupt when the time to close is over. */
    private static final Duration LAST_GRACE = Duration.ofSeconds(1);

    private final String name;
    private final PipelineSettings settings;
    private final List<Supplier<? extends Stage>> stages;
    private final SinkInlet sink;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final SampleRing ring;
    private final @Nullable Spill spill;
    private final UnitSize unitSize;
    private final SampleBatch batch;
    private final PipelineUnit unit;
    private final BackOff retry;
    private final RecordedDrops drops;
    private final RestartingThread guard;
    private final Thread thread;
    /** What is at the sink; of the pipeline's thread. */
    private SampleQueue staged;

    private volatile boolean closing;
    private volatile long closeDeadline;
    private final AtomicLong sinkFailures = new AtomicLong();
    private volatile @Nullable SinkTrouble sinkTrouble;

    Pipeline(PipelineBuilder of) {
        name = of.name();
        settings = of.settings();
        stages = List.copyOf(of.stages());
        sink = of.sink();
        clock = of.clock();
        notices = new Notices(clock, of.listener());
        ring = new SampleRing(settings, clock);
        SampleLog log = of.log();
        spill = log == null ? null : new Spill(of, log, of.spill(), ring, notices);
        unitSize = new UnitSize(settings.unitSamples());
        staged = new SampleQueue(unitSize.samples(), settings.largestSampleBytes());
        batch = new SampleBatch(unitSize.samples(), settings.largestSampleBytes());
        unit = new PipelineUnit(settings.unitSamples());
        drops = new RecordedDrops(name, ring);
        retry = new BackOff(FIRST_RETRY, LAST_RETRY, RandomGenerator.getDefault());
        guard = RestartingThread.unstarted(
                "takt-stream-" + name,
                this::run,
                this::end,
                e -> notices.tell("stream " + name + ": " + Notices.inWords(e) + "; going on in a moment", e),
                clock);
        thread = guard.thread();
        if (spill != null) {
            spill.start();
        }
        guard.begin();
    }

    /**
     * A pipeline to a sink, to be {@linkplain PipelineBuilder#start started}.
     *
     * @param sink open; the pipeline closes it
     */
    public static PipelineBuilder to(SinkInlet sink) {
        return new PipelineBuilder(sink);
    }

    public String name() {
        return name;
    }

    /**
     * An entrance for one source, which calls it from one thread at a time and sends samples of one group at a time; a
     * new group takes the place of the former. An inlet needs no closing.
     */
    public AccountedSink inlet() {
        return inlet(List.of());
    }

    /**
     * An entrance for one source, with stages of its own in front of those of the pipeline.
     *
     * @param first supplied once each
     */
    public AccountedSink inlet(List<? extends Supplier<? extends Stage>> first) {
        return linked(first, linked(stages, new Inlet(ring)));
    }

    private AccountedSink linked(List<? extends Supplier<? extends Stage>> links, AccountedSink last) {
        AccountedSink next = last;
        for (int i = links.size() - 1; i >= 0; i--) {
            next = new StageLink(links.get(i).get(), next, ring, notices);
        }
        return next;
    }

    /** What became of every sample, as of now. */
    public Accounting accounting() {
        return ring.accounting();
    }

    /** Most samples that ever waited in the ring at once. */
    public int highWater() {
        return ring.highWater();
    }

    /** How often the sink has thrown an exception. */
    public long sinkFailures() {
        return sinkFailures.get();
    }

    /** Why what is published does not arrive; null while it does. */
    public @Nullable SinkTrouble sinkTrouble() {
        return sinkTrouble;
    }

    /**
     * When the oldest sample was received that the sink has not acknowledged, epoch nanoseconds; of those on disk, when they were
     * written. {@link SampleBatch#NO_TIME} when none waits, or it is not known.
     */
    public long oldestAt() {
        long onDisk = spill == null ? SampleBatch.NO_TIME : spill.meter().oldestAt();
        return onDisk == SampleBatch.NO_TIME ? ring.oldestAt() : onDisk;
    }

    /** Whether its thread still runs. */
    public boolean isAlive() {
        return !guard.isOver();
    }

    /** Its buffer on disk; null when it has none. */
    public @Nullable SpillMeter spillMeter() {
        return spill == null ? null : spill.meter();
    }

    /** What is wrong with its buffer on disk: what, where, and what to do; null when nothing is, or when it has none. */
    public @Nullable String spillTrouble() {
        return spill == null ? null : spill.trouble();
    }

    /** How often its thread has met what nobody had foreseen, and gone on. */
    public long threadFailures() {
        return guard.failures();
    }

    private void run() {
        boolean more = true;
        while (more && hasTime()) {
            try {
                more = !staged.isEmpty() || take();
                if (!staged.isEmpty()) {
                    deliver();
                }
            } catch (InterruptedException e) {
                // From close(), whose time is over; from anyone else it means nothing.
                more = !closing;
            }
        }
    }

    /** False when there will be nothing more. */
    private boolean take() throws InterruptedException {
        int taken = ring.take(staged);
        if (spill == null || taken != SampleRing.FROM_DISK) {
            return taken > 0;
        }
        try {
            return spill.read(staged);
        } catch (IOException e) {
            notices.tell("the buffer of stream " + name + ": " + e.getMessage() + "; trying again", e);
            pause(retry.nextNanos());
            return true;
        }
    }

    private void end() {
        settle();
        drops.tell();
        closeSink();
    }

    private void settle() {
        if (spill != null) {
            spill.close(LAST_GRACE);
        }
        ring.settle();
    }

    /** The sink is done with what it was given. */
    private void unitOver() {
        if (spill != null) {
            spill.unitOver();
        }
        staged.clear();
        if (staged.capacity() != unitSize.samples()) {
            staged = new SampleQueue(unitSize.samples(), settings.largestSampleBytes());
        }
        unit.next();
    }

    private boolean hasTime() {
        return !closing || clock.nanoTime() < closeDeadline;
    }

    private void deliver() throws InterruptedException {
        BatchEvent event = BatchEvent.begun();
        long begunAt = clock.nanoTime();
        try {
            publishStaged();
            if (unit.refusals() > 0) {
                ring.refuse(staged, unit.refused());
                tellRefused();
            }
            if (unit.denials() > 0) {
                record(event, BatchEvent.Outcome.AWAY);
                hold();
                return;
            }
            ring.acknowledge();
            if (sinkTrouble != null) {
                sinkTrouble = null;
            }
            record(event, BatchEvent.Outcome.PUBLISHED);
            unitSize.acknowledged(staged.size(), clock.nanoTime() - begunAt);
            unitOver();
            retry.reset();
        } catch (IOException | OutOfMemoryError e) {
            // Memory that a receiver made its client ask for in vain is no fault of the samples.
            Fatal.rethrow(e);
            record(event, BatchEvent.Outcome.AWAY);
            unitSize.failed();
            failed("publish to", e, "trying again until it works");
            pause(retry.nextNanos());
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            failed(
                    "publish to",
                    e,
                    Counted.of(staged.size(), "sample is", "samples are")
                            + " dropped, correct the sink or what it is sent");
            ring.fail(staged);
            record(event, BatchEvent.Outcome.FAILED);
            unitOver();
        }
    }

    /** What the receiver does not permit now is delivered again as a unit of its own; the rest of the unit is published. */
    private void hold() throws InterruptedException {
        String denial = unit.denial();
        if (unit.denials() < staged.size()) {
            SampleQueue held = staged.only(unit.denied());
            ring.publishAllBut(held);
            staged = held;
            unit.next();
        }
        unitSize.failed();
        failed("publish to", new IOException(denial), "its samples are held, and tried again until it is permitted");
        pause(retry.nextNanos());
    }

    /** For Flight Recorder: this attempt, and what was dropped since the last one. */
    private void record(@Nullable BatchEvent event, BatchEvent.Outcome outcome) {
        if (event != null) {
            event.tell(name, staged.size(), clock.epochNanos() - staged.receivedAt(staged.head()), outcome);
        }
        drops.tell();
    }

    private void publishStaged() throws IOException {
        long position = staged.head();
        unit.begin();
        while (position < staged.tail()) {
            position = staged.copyRun(position, batch);
            unit.deliver(batch.size(), position == staged.tail());
            sink.publish(batch, unit);
        }
    }

    private void tellRefused() {
        notices.tell(
                "the receiver of stream " + name + " refuses " + unit.refusals() + " of " + staged.size() + " samples: "
                        + unit.reason() + "; they are dropped",
                null);
    }

    private void failed(String verb, Throwable cause, String consequence) {
        sinkFailures.incrementAndGet();
        SinkTrouble before = sinkTrouble;
        String words = Notices.inWords(cause);
        sinkTrouble = new SinkTrouble(before == null ? clock.epochNanos() : before.since(), words);
        notices.tell(verb + " the sink of stream " + name + ": " + words + "; " + consequence, cause);
    }

    /** Waits before a repetition; closing cuts the wait short, once. */
    private void pause(long nanos) throws InterruptedException {
        boolean closingBefore = closing;
        long deadline = clock.nanoTime() + nanos;
        long left = nanos;
        while (left > 0 && closing == closingBefore) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException("stream " + name + " is closed");
            }
            left = deadline - clock.nanoTime();
        }
    }

    private void closeSink() {
        try {
            sink.close();
        } catch (IOException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            failed("close", e, "its receiver may miss a goodbye");
        }
    }

    /**
     * Takes no more samples, publishes those that wait as far as {@link PipelineSettings#closeTimeout} allows, stores the rest
     * on disk, or drops it where there is none, and closes the sink. Takes little longer than that time-out, whatever the sink does. Idempotent.
     */
    @Override
    public void close() {
        if (!closing) {
            closeDeadline = clock.nanoTime() + settings.closeTimeout().toNanos();
            closing = true;
        }
        ring.close();
        if (spill != null) {
            spill.hurry();
        }
        guard.end();
        if (Thread.currentThread() == thread) {
            return;
        }
        if (!ended(settings.closeTimeout().plus(Duration.ofMillis(100)))) {
            thread.interrupt();
            if (spill != null) {
                spill.close(LAST_GRACE);
            }
            if (!ended(LAST_GRACE)) {
                settle();
                notices.tell(
                        "the sink of stream " + name + " does not return; left behind, give its calls a time limit",
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
