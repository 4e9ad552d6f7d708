package io.taktstrom.sinks.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.http.post.HttpAnswer;
import io.taktstrom.sinks.http.post.HttpLink;
import io.taktstrom.sinks.http.post.Parts;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the batches of a flush unit and posts them, so many samples in a request, one request after the other. While one is on its
 * way the body of the next is made.
 *
 * <pre>
 *  samples   0 ..... 4095 | 4096 ..... 8191 | 8192 ... 9000
 *  makes     body 1       | body 2          | body 3
 *  on its way               request 1         request 2       request 3
 * </pre>
 *
 * <p>Each request says which samples it has ({@code Idempotency-Key}), and says the same when they come again; those of a unit
 * that were answered well do not come again. Hot: 0 bytes per sample up to the payload, as the encoder has it. The thread of its
 * pipeline.
 */
final class HttpInlet implements SinkInlet {

    /** Of a request. */
    private static final int MAX_SAMPLES = STANDARD_UNIT_SAMPLES;

    private static final long NONE = 0;

    private final HttpLink link;
    private final @Nullable String key;
    /** Of the request that is on its way. */
    private Body current;
    /** Of the one behind it. */
    private Body next;
    /** Copies, reused; so many of them are the unit's. */
    private final List<SampleBatch> batches = new ArrayList<>();

    private int kept;
    private int samples;
    /** Those before this one are in a request. */
    private int posted;

    private @Nullable Part underWay;

    /** The unit of which some was answered well, up to this sample, and what of that was refused. */
    private long answeredUnit = NONE;

    private int answeredTo;
    private final Map<Integer, String> refusals = new TreeMap<>();

    /** Some samples of a unit, and the request that they are in. */
    private record Part(int from, int to, HttpLink.Post post) {}

    /**
     * @param bodies makes a new one
     * @param key of this inlet, and of no other ever; null when the receiver is told none
     */
    HttpInlet(HttpLink link, Supplier<Body> bodies, @Nullable String key) {
        this.link = link;
        this.key = key;
        current = bodies.get();
        next = bodies.get();
    }

    /** More than a request has, so that there is something to do while one is on its way. */
    @Override
    public int unitSamples() {
        return MAX_UNIT_SAMPLES;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean gathered = false;
        try {
            keep(batch);
            if (unit.number() != answeredUnit) {
                answeredUnit = unit.number();
                answeredTo = 0;
                refusals.clear();
            }
            // What is just as much as one may have stays until it is known whether more comes: alone it has the unit's
            // key.
            while (samples - posted > MAX_SAMPLES) {
                post(unit, posted + MAX_SAMPLES);
            }
            if (unit.isComplete()) {
                post(unit, samples);
                hear(unit);
                refusals.forEach(unit::refuse);
            }
            gathered = !unit.isComplete();
        } finally {
            if (!gathered) {
                forget();
            }
        }
    }

    private void forget() {
        Part part = underWay;
        if (part != null) {
            part.post.cancel();
        }
        underWay = null;
        kept = 0;
        samples = 0;
        posted = 0;
    }

    private void keep(SampleBatch batch) {
        if (kept == batches.size()) {
            batches.add(roomFor(batch, 0, 0));
        }
        SampleBatch copy = batches.get(kept);
        if (batch.size() > copy.capacity() || batch.arenaUsed() > copy.arenaCapacity()) {
            copy = roomFor(batch, copy.capacity(), copy.arenaCapacity());
            batches.set(kept, copy);
        }
        copy.copyFrom(batch);
        kept++;
        samples += batch.size();
    }

    private static SampleBatch roomFor(SampleBatch batch, int capacity, int arena) {
        return new SampleBatch(Math.max(Math.max(1, batch.size()), capacity), Math.max(batch.arenaUsed(), arena));
    }

    /** Makes a body of the samples up to this one, and posts it when the request before is answered. */
    private void post(FlushUnit unit, int to) throws IOException {
        int from = posted;
        posted = to;
        if (from < to && from >= answeredTo) {
            next.make(batches, from, to, refusals::put);
            hear(unit);
            if (next.isEmpty()) {
                answeredTo = to;
                return;
            }
            boolean isAll = unit.isComplete() && to - from == samples;
            underWay = new Part(from, to, next.post(link, isAll ? keyOf(unit) : keyOf(unit, from, to)));
            Body answered = current;
            current = next;
            next = answered;
        }
    }

    /** Hears what becomes of the request that is on its way, and sends less at a time where the receiver wants that. */
    private void hear(FlushUnit unit) throws IOException {
        Part part = underWay;
        if (part != null) {
            underWay = null;
            Parts.deliver(part.from, part.to, part.post.answer(), refusals::put, (from, to) -> {
                current.make(batches, from, to, refusals::put);
                return current.isEmpty()
                        ? HttpAnswer.NOTHING_SENT
                        : current.post(link, keyOf(unit, from, to)).answer();
            });
            answeredTo = part.to;
        }
    }

    private @Nullable String keyOf(FlushUnit unit) {
        return key == null ? null : key + "-" + unit.number();
    }

    private @Nullable String keyOf(FlushUnit unit, int from, int to) {
        return key == null ? null : keyOf(unit) + "." + from + "-" + to;
    }
}
