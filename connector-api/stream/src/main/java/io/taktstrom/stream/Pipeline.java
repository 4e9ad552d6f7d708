package io.taktstrom.stream;

import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.model.OverflowPolicy;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.log.SampleLog;
import org.jspecify.annotations.Nullable;

/**
 * Carries samples from any number of sources through stages and a bounded queue to one sink, and accounts for each of
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
 * <p>When the sink's receiver is away (an {@code IOException}) the pipeline tries again for ever; meanwhile the queue
 * fills and its {@link OverflowPolicy} decides; with {@code spill} samples wait on disk, and a next run goes on with what this
 * one leaves there. When the sink fails otherwise, the flush unit is dropped and counted.
 * Neither ends the pipeline, nor does anything else but what is {@linkplain Fatal fatal}.
 */
public final class Pipeline implements AutoCloseable {

    /** How long a sink may take to react to an interrupt when the time to close is over. */
    private static final Duration LAST_GRACE = Duration.ofSeconds(1);

    private final String name;
    private final PipelineSettings settings;
    private final List<Supplier<? extends Stage>> stages;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final SampleQueue queue;
    private final @Nullable SpillMeter spillMeter;
    private final @Nullable SpillNotices spillNotices;
    private final @Nullable SpillWriter writer;
    private final DeliveryAgent delivery;
    private final ScheduledTask task;
    private volatile boolean over;

    Pipeline(PipelineParts of) {
        name = of.name();
        settings = of.settings();
        stages = List.copyOf(of.stages());
        clock = of.clock();
        notices = new Notices(clock, of.listener());
        queue = new SampleQueue(settings, clock);
        SampleLog log = of.log();
        @Nullable SpillReader reader = null;
        if (log == null) {
            spillMeter = null;
            spillNotices = null;
            writer = null;
        } else {
            spillMeter = new SpillMeter(log, clock);
            spillNotices = new SpillNotices(name, log, notices);
            writer = new SpillWriter(of, log, queue, spillMeter, spillNotices);
            reader = new SpillReader(of, log, queue, spillMeter, spillNotices);
            spillNotices.opened();
        }
        delivery = new DeliveryAgent(of, queue, writer, reader, notices);
        task = of.idle()
                .alone(
                        "takt-stream-" + name,
                        delivery,
                        this::end,
                        e -> notices.tell("stream " + name + ": " + Notices.inWords(e) + "; going on in a moment", e),
                        clock);
        queue.attachSink(task::wake);
        if (writer != null) {
            writer.start();
        }
        task.begin();
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
        return linked(first, linked(stages, new Inlet(queue)));
    }

    private AccountedSink linked(List<? extends Supplier<? extends Stage>> links, AccountedSink last) {
        AccountedSink next = last;
        for (int i = links.size() - 1; i >= 0; i--) {
            next = new StageLink(links.get(i).get(), next, queue, notices);
        }
        return next;
    }

    /** What became of every sample, as of now. */
    public Accounting accounting() {
        return queue.accounting();
    }

    /** Most samples that ever waited in memory at once. */
    public int highWater() {
        return queue.highWater();
    }

    /** How often the sink has thrown an exception. */
    public long sinkFailures() {
        return delivery.sinkFailures();
    }

    /** Why what is published does not arrive; null while it does. */
    public @Nullable SinkTrouble sinkTrouble() {
        return delivery.sinkTrouble();
    }

    /**
     * When the oldest sample was received that the sink has not acknowledged, epoch nanoseconds; of those on disk, when they were
     * written. {@link SampleBatch#NO_TIME} when none waits, or it is not known.
     */
    public long oldestAt() {
        long onDisk = spillMeter == null ? SampleBatch.NO_TIME : spillMeter.oldestAt();
        return onDisk == SampleBatch.NO_TIME ? queue.oldestAt() : onDisk;
    }

    /** Whether its thread still runs. */
    public boolean isAlive() {
        return !over;
    }

    /** Its buffer on disk; null when it has none. */
    public @Nullable SpillMeter spillMeter() {
        return spillMeter;
    }

    /** What is wrong with its buffer on disk: what, where, and what to do; null when nothing is, or when it has none. */
    public @Nullable String spillTrouble() {
        return spillNotices == null ? null : spillNotices.trouble();
    }

    /** How often its thread has failed unexpectedly, and gone on. */
    public long threadFailures() {
        return task.failures();
    }

    private void end() {
        try {
            settle();
            delivery.closeSink();
        } finally {
            over = true;
        }
    }

    private void settle() {
        if (writer != null) {
            writer.close(LAST_GRACE);
        }
        queue.settle();
    }

    /**
     * Takes no more samples, publishes those that wait as far as {@link PipelineSettings#closeTimeout} allows, stores the rest
     * on disk, or drops it where there is none, and closes the sink. Takes little longer than that time-out, whatever the sink does. Idempotent.
     */
    @Override
    public void close() {
        delivery.closeBy(clock.nanoTime() + settings.closeTimeout().toNanos());
        queue.close();
        task.wake();
        if (task.isCurrentThread()) {
            return;
        }
        if (!task.awaitEnd(settings.closeTimeout().plus(Duration.ofMillis(100)))) {
            task.interrupt();
            task.wake();
            if (writer != null) {
                writer.close(LAST_GRACE);
            }
            if (!task.awaitEnd(LAST_GRACE)) {
                settle();
                notices.tell(
                        "the sink of stream " + name + " does not return; left behind, give its calls a time limit",
                        null);
            }
        }
    }
}
