package io.taktstrom.stream;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.kit.event.BatchEvent;
import io.taktstrom.sink.SinkInlet;
import org.jspecify.annotations.Nullable;

/**
 * Takes flush units from a queue, or from its log, and has the sink publish them: one attempt with each step. For the
 * pipeline's thread. Hot: allocates nothing while the sink is well.
 *
 * <pre>
 *   take -- unit --&gt; publish --returns---------&gt; complete: published, but for what was refused or denied
 *     ^                 ^  '----IOException-----&gt; pause, the same unit again
 *     |                 '------------------------ pause, what was denied as a unit of its own
 *     '---------------------- anything else ----- fail: dropped
 * </pre>
 */
final class DeliveryAgent implements ScheduledTask.Agent {

    private static final Duration FIRST_RETRY = Duration.ofMillis(100);
    private static final Duration LAST_RETRY = Duration.ofSeconds(5);
    /** Nothing of what the log has can be read now: it is being written, or there is no room for it. */
    private static final long READ_AGAIN_NANOS = 1_000_000;

    private final String stream;
    private final SinkInlet sink;
    private final EpochNanoClock clock;
    private final Notices notices;
    private final SampleQueue queue;
    private final @Nullable SpillWriter writer;
    private final @Nullable SpillReader reader;
    private final SampleBatch view;
    private final UnitSize unitSize;
    private final PipelineUnit unit;
    private final BackOff retry;
    private final RecordedDrops drops;

    private boolean paused;
    private boolean pausedWhileClosing;
    private long pausedUntil;

    private volatile boolean closing;
    private volatile long closeDeadline;
    private final AtomicLong sinkFailures = new AtomicLong();
    private volatile @Nullable SinkTrouble sinkTrouble;

    DeliveryAgent(
            PipelineParts of,
            SampleQueue queue,
            @Nullable SpillWriter writer,
            @Nullable SpillReader reader,
            Notices notices) {
        stream = of.name();
        sink = of.sink();
        clock = of.clock();
        this.queue = queue;
        this.writer = writer;
        this.reader = reader;
        this.notices = notices;
        view = queue.store().newView();
        unitSize = new UnitSize(of.settings().unitSamples());
        unit = new PipelineUnit(of.settings().unitSamples());
        retry = new BackOff(FIRST_RETRY, LAST_RETRY, of.random());
        drops = new RecordedDrops(stream, queue);
    }

    /** How often the sink has thrown an exception. */
    long sinkFailures() {
        return sinkFailures.get();
    }

    /** Why what is published does not arrive; null while it does. */
    @Nullable
    SinkTrouble sinkTrouble() {
        return sinkTrouble;
    }

    /** Delivers what waits until then, and ends. Any thread. */
    void closeBy(long deadlineNanos) {
        if (!closing) {
            closeDeadline = deadlineNanos;
            closing = true;
        }
        if (reader != null) {
            reader.hurry();
        }
    }

    @Override
    public long doWork() {
        long now = clock.nanoTime();
        if (closing && now >= closeDeadline) {
            return ScheduledTask.OVER;
        }
        // Closing cuts a pause short, once.
        if (paused && now < pausedUntil && closing == pausedWhileClosing) {
            return pausedUntil - now;
        }
        paused = false;
        return queue.atSink().isEmpty() ? take() : deliver();
    }

    private long take() {
        SampleQueue.Next next = queue.take(unitSize.samples());
        if (reader != null && next != SampleQueue.Next.LOG) {
            reader.rest();
        }
        return switch (next) {
            case UNIT -> deliver();
            case LOG -> reader == null ? ScheduledTask.OVER : read(reader);
            case NOTHING -> ScheduledTask.UNTIL_WOKEN;
            case END -> ScheduledTask.OVER;
        };
    }

    private long read(SpillReader from) {
        long delay = from.delayNanos();
        if (delay > 0) {
            return from.isHurrying() ? ScheduledTask.OVER : delay;
        }
        try {
            return from.read(unitSize.samples()) > 0 ? deliver() : READ_AGAIN_NANOS;
        } catch (IOException e) {
            notices.tell("the buffer of stream " + stream + ": " + e.getMessage() + "; trying again", e);
            return pause();
        } catch (InterruptedException e) {
            // From close(), whose time is over; from anyone else it means nothing.
            return closing ? ScheduledTask.OVER : 0;
        }
    }

    /** For a step that is to come later. */
    private long pause() {
        long nanos = retry.nextNanos();
        paused = true;
        pausedWhileClosing = closing;
        pausedUntil = clock.nanoTime() + nanos;
        return nanos;
    }

    private long deliver() {
        BatchEvent event = BatchEvent.begun();
        long begunAt = clock.nanoTime();
        int samples = queue.atSink().size;
        try {
            publish();
            if (unit.refusals() > 0) {
                notices.tell(
                        "the receiver of stream " + stream + " refuses " + unit.refusals() + " of " + samples
                                + " samples: " + unit.reason() + "; they are dropped",
                        null);
            }
            record(event, unit.denials() > 0 ? BatchEvent.Outcome.AWAY : BatchEvent.Outcome.PUBLISHED);
            acknowledge(queue.complete(unit.refused(), unit.denied()), unit.refusals() > 0);
            if (unit.denials() > 0) {
                return hold(samples);
            }
            if (sinkTrouble != null) {
                sinkTrouble = null;
            }
            unitSize.acknowledged(samples, clock.nanoTime() - begunAt);
            unit.next();
            retry.reset();
            return 0;
        } catch (IOException | OutOfMemoryError e) {
            // Memory that a receiver made its client ask for in vain is not a fault of the samples.
            Fatal.rethrow(e);
            record(event, BatchEvent.Outcome.AWAY);
            unitSize.failed();
            failed("publish to", e, "trying again until it works");
            return pause();
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            failed(
                    "publish to",
                    e,
                    Counted.of(samples, "sample is", "samples are") + " dropped, correct the sink or what it is sent");
            record(event, BatchEvent.Outcome.FAILED);
            acknowledge(queue.fail(), true);
            unit.next();
            return 0;
        } finally {
            drops.tell();
        }
    }

    private void publish() throws IOException {
        SampleStore store = queue.store();
        int slot = queue.atSink().first;
        unit.begin();
        for (int left = queue.atSink().size; left > 0; ) {
            slot = store.after(store.show(view, slot, left));
            int samples = view.size();
            left -= samples;
            unit.deliver(samples, left == 0);
            sink.publish(view, unit);
        }
    }

    /** What the receiver does not permit now is delivered again as a unit of its own; the rest of the unit was published. */
    private long hold(int samples) {
        String denial = unit.denial();
        if (unit.denials() < samples) {
            unit.next();
        }
        unitSize.failed();
        failed("publish to", new IOException(denial), "its samples are held, and tried again until it is permitted");
        return pause();
    }

    private void acknowledge(long before, boolean lossy) {
        if (writer == null || before == SampleQueue.NOWHERE) {
            return;
        }
        if (lossy) {
            writer.lost();
        }
        writer.acknowledge(before);
    }

    private void record(@Nullable BatchEvent event, BatchEvent.Outcome outcome) {
        if (event != null) {
            event.tell(stream, queue.atSink().size, clock.epochNanos() - queue.oldestAt(), outcome);
        }
    }

    private void failed(String verb, Throwable cause, String consequence) {
        sinkFailures.incrementAndGet();
        SinkTrouble before = sinkTrouble;
        String words = Notices.inWords(cause);
        sinkTrouble = new SinkTrouble(before == null ? clock.epochNanos() : before.since(), words);
        notices.tell(verb + " the sink of stream " + stream + ": " + words + "; " + consequence, cause);
    }

    /** After the last step, whatever it was. */
    void closeSink() {
        drops.tell();
        try {
            sink.close();
        } catch (IOException | RuntimeException | Error e) {
            Fatal.rethrow(e);
            failed("close", e, "a disconnect may not have been sent");
        }
    }
}
