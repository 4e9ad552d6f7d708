package io.taktstrom.kit.session;

import java.time.Duration;
import java.util.BitSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import io.taktstrom.data.RefusingSink;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.Fatal;
import org.jspecify.annotations.Nullable;

/**
 * The way to one sink: numbers the samples, keeps the sink from being called once it was silenced, survives what it throws,
 * and remembers whose next sample must be marked.
 *
 * <pre>
 *   batch --handOver--> sink   takes it                 counted
 *                              throws                   lost: reported, the next samples of its points are marked Overflow
 *                              refuses (offered only)   still the source's: nothing is handed over any more
 *   lost(point) --> pending --marked(point, status)--> the next sample of the point says Overflow
 * </pre>
 *
 * <p>One thread delivers; {@link #silence} may be called by any. Hot: allocates nothing but for a sink that fails.
 */
public final class SinkGate {

    /** How long to wait for a sink that is being called when its subscription ends. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private static final System.Logger LOG = System.getLogger(SinkGate.class.getName());

    private final SampleSink sink;
    /** The same sink, if it may refuse and the source can keep what it refuses. */
    private final @Nullable RefusingSink refusing;

    private final Object source;
    private final Consumer<String> notices;
    /** Held while the sink is called. */
    private final ReentrantLock calling = new ReentrantLock();

    private BitSet pendingMarks;
    private volatile boolean silenced;
    private volatile boolean refused;
    private long sequence;

    /**
     * @param points of the group
     * @param offers whether samples that are not taken can be left to a successor
     * @param source whose samples these are; its text is for messages
     */
    public SinkGate(SampleSink sink, int points, boolean offers, Object source, Consumer<String> notices) {
        this.sink = sink;
        this.refusing = offers && sink instanceof RefusingSink may ? may : null;
        this.source = source;
        this.notices = notices;
        this.pendingMarks = new BitSet(points);
    }

    // ---- of the thread that delivers

    /**
     * Hands samples to the sink, numbered.
     *
     * @return whether they are the sink's; when not, they are still the caller's, and no others will be taken
     */
    public boolean handOver(SampleBatch batch) {
        if (batch.isEmpty()) {
            return true;
        }
        calling.lock();
        try {
            boolean taken = !isOver() && pass(batch);
            if (taken) {
                sequence += batch.size();
            } else {
                restoreMarks(batch);
            }
            return taken;
        } catch (RuntimeException | Error e) {
            Fatal.rethrow(e);
            sequence += batch.size();
            for (int i = 0; i < batch.size(); i++) {
                pendingMarks.set(batch.pointAt(i));
            }
            LOG.log(System.Logger.Level.ERROR, "a sink failed on samples of " + source, e);
            notices.accept("a sink failed on samples of " + source + ", which goes on: " + e
                    + "; these samples are lost, the next are marked; the log says where, correct the sink");
            return true;
        } finally {
            calling.unlock();
        }
    }

    private boolean pass(SampleBatch batch) {
        batch.reassign(batch.group(), sequence);
        if (refusing != null) {
            refused = !refusing.offer(batch);
            return !refused;
        }
        sink.onSamples(batch);
        return true;
    }

    private void restoreMarks(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            if (StatusCode.hasOverflow(batch.statusAt(i))) {
                pendingMarks.set(batch.pointAt(i));
            }
        }
    }

    /** Samples of a point are lost; those before, of a batch that is being filled, are to be handed over first. */
    public void lost(int point) {
        pendingMarks.set(point);
    }

    /** Samples of the first {@code points} points are lost. */
    public void allLost(int points) {
        pendingMarks.set(0, points);
    }

    /** The status of the next sample of a point: marked once if samples were lost before it. */
    public int marked(int point, int status) {
        if (!pendingMarks.get(point)) {
            return status;
        }
        pendingMarks.clear(point);
        return StatusCode.withOverflow(status);
    }

    /** {@link #marked} for all samples of a batch, for those that were not marked when they were added. */
    public void mark(SampleBatch batch) {
        for (int i = 0; i < batch.size() && !pendingMarks.isEmpty(); i++) {
            batch.setStatusAt(i, marked(batch.pointAt(i), batch.statusAt(i)));
        }
    }

    /** The points whose next sample must be marked; the gate's own, for a successor to {@linkplain #goOn go on} with. */
    public BitSet pendingMarks() {
        return pendingMarks;
    }

    /** Owes what a lost connection left, from now on in that same set. */
    public void goOn(BitSet left) {
        pendingMarks = left;
    }

    /** Number of the next sample. */
    public long sequence() {
        return sequence;
    }

    // ---- of any thread

    /** Whether nothing is handed over any more: it was silenced, or the sink has refused. */
    public boolean isOver() {
        return silenced || refused;
    }

    /** Whether the sink is being called by the thread that asks. */
    public boolean isCalledHere() {
        return calling.isHeldByCurrentThread();
    }

    /**
     * Keeps the sink from being called from now on, and waits for a call that it is in, though not for ever. The sink itself
     * may call this. Idempotent.
     */
    public void silence() {
        silenced = true;
        try {
            if (calling.tryLock(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS)) {
                calling.unlock();
            } else {
                notices.accept("a sink does not return from samples of " + source + "; its subscription ends anyway");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
