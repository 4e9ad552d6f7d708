package io.taktstrom.sinks.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.message.UnitInlet;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the batches of a flush unit and posts them, so many samples in a request, one request after the other. While one is in
 * flight the body of the next is made.
 *
 * <pre>
 *  samples    0 ..... 4095 | 4096 ..... 8191 | 8192 ... 9000
 *  encodes    body 1       | body 2          | body 3
 *  in flight                 request 1         request 2       request 3
 * </pre>
 *
 * <p>What the receiver does not take is sent in halves: of what is too large, and of what is wrong, until the sample that is wrong
 * is alone, and refused.
 *
 * <pre>
 *  0..8  400      0..4  200      4..8  400      4..6  200      6..8  400      6..7  200      7..8  400: sample 7 is refused
 * </pre>
 *
 * <p>Each request says which samples it has ({@code Idempotency-Key}), and says the same when they are sent again; those of a unit
 * that were answered well are not sent again. Hot: 0 bytes per sample up to the payload, as the encoder has it. The thread of its
 * pipeline.
 */
final class HttpInlet extends UnitInlet {

    /** Of a request. */
    private static final int MAX_SAMPLES = STANDARD_UNIT_SAMPLES;

    /** So many requests search what is wrong in one; what is still in doubt then is refused together. */
    private static final int MAX_SEARCH = 64;

    private static final long NONE = 0;

    private final HttpTarget target;
    private final @Nullable String key;
    /** Of the request that is in flight. */
    private RequestBody current;
    /** Of the one behind it. */
    private RequestBody next;
    /** Copies, reused; so many of them are the unit's. */
    private final List<SampleBatch> batches = new ArrayList<>();

    private int kept;
    private int samples;
    /** Those before this one are in a request. */
    private int posted;

    private @Nullable Part inFlight;
    /** Requests that may still be made in search of what is wrong. */
    private int search;
    /** The unit of which some was answered well, up to this sample, and what of that was refused. */
    private long answeredUnit = NONE;

    private int answeredTo;
    private final Map<Integer, String> refusals = new TreeMap<>();

    /** Some samples of a unit, and the request that they are in. */
    private record Part(int from, int to, HttpTarget.Post post) {}

    /**
     * @param bodies makes a new one
     * @param key of this inlet, and of no other ever; null when the receiver is told none
     */
    HttpInlet(HttpTarget target, Supplier<RequestBody> bodies, @Nullable String key) {
        super(target.context());
        this.target = target;
        this.key = key;
        current = bodies.get();
        next = bodies.get();
    }

    /** More than a request has, so that there is something to do while one is in flight. */
    @Override
    public int unitSamples() {
        return MAX_UNIT_SAMPLES;
    }

    @Override
    protected void add(SampleBatch batch, FlushUnit unit) throws IOException {
        keep(batch);
        if (unit.number() != answeredUnit) {
            answeredUnit = unit.number();
            answeredTo = 0;
            refusals.clear();
        }
        // A full request waits until it is known whether more follows: alone it has the unit's key.
        while (samples - posted > MAX_SAMPLES) {
            post(unit, posted + MAX_SAMPLES);
        }
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        post(unit, samples);
        awaitReply(unit);
        refusals.forEach(unit::refuse);
    }

    @Override
    protected void clear() {
        Part part = inFlight;
        if (part != null) {
            part.post.cancel();
        }
        inFlight = null;
        kept = 0;
        samples = 0;
        posted = 0;
    }

    @Override
    protected void end() {
        // The sink ends its requests.
    }

    private void keep(SampleBatch batch) {
        if (kept == batches.size()) {
            batches.add(new SampleBatch(Math.max(1, batch.size()), batch.arenaUsed()));
        }
        SampleBatch copy = batches.get(kept);
        if (batch.size() > copy.capacity() || batch.arenaUsed() > copy.arenaCapacity()) {
            copy = new SampleBatch(
                    Math.max(batch.size(), copy.capacity()), Math.max(batch.arenaUsed(), copy.arenaCapacity()));
            batches.set(kept, copy);
        }
        copy.copyFrom(batch);
        kept++;
        samples += batch.size();
    }

    /** Encodes the samples up to this one, and posts them when the request before is answered. */
    private void post(FlushUnit unit, int to) throws IOException {
        int from = posted;
        posted = to;
        if (from < to && from >= answeredTo) {
            next.encode(batches, from, to, refusals);
            awaitReply(unit);
            if (next.isEmpty()) {
                answeredTo = to;
                return;
            }
            boolean isAll = unit.isComplete() && to - from == samples;
            inFlight = new Part(from, to, next.post(target, isAll ? keyOf(unit) : keyOf(unit, from, to)));
            RequestBody answered = current;
            current = next;
            next = answered;
        }
    }

    /** Waits for the reply to the request in flight, and sends less at a time where the receiver wants that. */
    private void awaitReply(FlushUnit unit) throws IOException {
        Part part = inFlight;
        if (part != null) {
            inFlight = null;
            search = MAX_SEARCH;
            settle(unit, part.from, part.to, part.post.answer());
            answeredTo = part.to;
        }
    }

    private void settle(FlushUnit unit, int from, int to, HttpReply reply) throws IOException {
        if (reply.isTaken()) {
            return;
        }
        if (to - from > 1 && (reply.isTooLarge() || search > 0)) {
            search -= reply.isTooLarge() ? 0 : 2;
            int middle = (from + to) >>> 1;
            settle(unit, from, middle, reply(unit, from, middle));
            settle(unit, middle, to, reply(unit, middle, to));
            return;
        }
        String reason = (reply.isTooLarge() ? "too large for the receiver: " : "rejected by the receiver: ") + reply;
        for (int place = from; place < to; place++) {
            refusals.put(place, reason);
        }
    }

    private HttpReply reply(FlushUnit unit, int from, int to) throws IOException {
        current.encode(batches, from, to, refusals);
        return current.isEmpty()
                ? HttpReply.NOTHING_SENT
                : current.post(target, keyOf(unit, from, to)).answer();
    }

    private @Nullable String keyOf(FlushUnit unit) {
        return key == null ? null : key + "-" + unit.number();
    }

    private @Nullable String keyOf(FlushUnit unit, int from, int to) {
        return key == null ? null : keyOf(unit) + "." + from + "-" + to;
    }
}
