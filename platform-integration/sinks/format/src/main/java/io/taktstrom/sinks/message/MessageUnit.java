package io.taktstrom.sinks.message;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.format.PayloadFormat;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.TextBuffer;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_SECOND;

/**
 * The messages of one flush unit, encoded and kept until the unit is delivered.
 *
 * <p>A format of one sample makes a message of each; a format of many gathers the samples of each route, and begins another
 * message before one becomes too large. The same unit gives the same messages in the same order when it is delivered again.
 *
 * <p>Hot: allocates only while it grows. One thread.
 *
 * @param <R> where a message goes, with {@code equals}: topic and key, exchange and routing key
 */
public final class MessageUnit<R> {

    private static final int NONE = -1;

    /** All nine digits, as in payloads. */
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter(Locale.ROOT);

    private final PayloadFormat format;
    private final int maxBytes;
    private final boolean fill;
    private final PointCache<Lane<R>> lanes;
    private final Map<R, Lane<R>> laneOf = new HashMap<>();
    /** Of the messages of this unit, in a format of many samples; a lane may be there more than once. */
    private final List<Lane<R>> open = new ArrayList<>();

    private TextBuffer payloads = new TextBuffer();
    private Message[] messages = {};
    private int count;
    /** So many, from the first on, are known to be whole. */
    private int whole;

    private int[] messageOfSample = new int[256];
    private int samples;

    /**
     * @param routes where the samples of a point go
     * @param maxBytes of a payload with more than one sample; one sample alone may be larger
     */
    public MessageUnit(PayloadFormat format, FieldSelection fields, Function<DataPoint, R> routes, long maxBytes) {
        this(format, fields, routes, maxBytes, false);
    }

    /** @param fill whether a message ends once it has so many bytes, rather than before it has more */
    public MessageUnit(
            PayloadFormat format, FieldSelection fields, Function<DataPoint, R> routes, long maxBytes, boolean fill) {
        this.format = format;
        this.maxBytes = Math.toIntExact(maxBytes);
        this.fill = fill;
        PayloadEncoder only = format.encoder(fields);
        this.lanes = new PointCache<>((group, point) -> laneOf.computeIfAbsent(
                routes.apply(group.points().get(point)),
                route -> new Lane<>(route, format.holdsMany() ? format.encoder(fields) : only)));
    }

    /** Samples on their way to the same place. */
    private static final class Lane<R> {
        private final R route;
        private final PayloadEncoder encoder;
        /** The message that is being made. */
        private int message = NONE;

        Lane(R route, PayloadEncoder encoder) {
            this.route = route;
            this.encoder = encoder;
        }
    }

    /** Reused. */
    private static final class Message {
        private @Nullable Object route;
        private @Nullable DataPoint point;
        private int from;
        private int to;
        private boolean isWhole;
        private int status;
        private long sourceTime;
        private long receivedAt;
    }

    /** Encodes all samples of a batch. */
    public void add(SampleBatch batch) {
        if (samples + batch.size() > messageOfSample.length) {
            messageOfSample = Arrays.copyOf(messageOfSample, Math.max(2 * samples, samples + batch.size()));
        }
        if (format.holdsMany()) {
            addToMany(batch);
        } else {
            addAlone(batch);
        }
    }

    private void addAlone(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            Lane<R> lane = lanes.at(batch.group(), batch.pointAt(i));
            Message message = next(lane, batch, i);
            message.from = payloads.size();
            lane.encoder.oneInto(batch, i, payloads);
            message.to = payloads.size();
            message.isWhole = true;
            messageOfSample[samples++] = count - 1;
        }
    }

    private void addToMany(SampleBatch batch) {
        int i = 0;
        while (i < batch.size()) {
            Lane<R> lane = lanes.at(batch.group(), batch.pointAt(i));
            int to = i + 1;
            while (to < batch.size() && lanes.at(batch.group(), batch.pointAt(to)) == lane) {
                to++;
            }
            while (i < to) {
                i = addSome(lane, batch, i, to);
            }
        }
    }

    private int addSome(Lane<R> lane, SampleBatch batch, int from, int to) {
        if (!fill && lane.message != NONE && lane.encoder.bytes() + PayloadEncoder.most(batch, from) > maxBytes) {
            end(lane);
        }
        if (lane.message == NONE) {
            begin(lane, batch, from);
        }
        int end = lane.encoder.addWithin(maxBytes, batch, from, to);
        Arrays.fill(messageOfSample, samples, samples + end - from, lane.message);
        samples += end - from;
        if (fill && lane.encoder.bytes() >= maxBytes) {
            end(lane);
        }
        return end;
    }

    private void begin(Lane<R> lane, SampleBatch batch, int i) {
        next(lane, batch, i);
        lane.message = count - 1;
        open.add(lane);
        lane.encoder.begin();
    }

    private Message next(Lane<R> lane, SampleBatch batch, int i) {
        if (count == messages.length) {
            messages = Arrays.copyOf(messages, Math.max(256, 2 * count));
            for (int m = count; m < messages.length; m++) {
                messages[m] = new Message();
            }
        }
        Message message = messages[count++];
        message.isWhole = false;
        message.route = lane.route;
        message.point = batch.group().points().get(batch.pointAt(i));
        message.status = batch.statusAt(i);
        message.sourceTime = batch.sourceTimeAt(i);
        message.receivedAt = batch.receivedAt();
        return message;
    }

    private void end(Lane<R> lane) {
        Message message = messages[lane.message];
        message.from = payloads.size();
        lane.encoder.endInto(payloads);
        message.to = payloads.size();
        message.isWhole = true;
        lane.message = NONE;
    }

    /** Ends the messages that are still being made: the unit has no more batches. */
    public void complete() {
        for (int i = 0; i < open.size(); i++) {
            if (open.get(i).message != NONE) {
                end(open.get(i));
            }
        }
    }

    /** Forgets all. */
    public void clear() {
        for (int i = 0; i < open.size(); i++) {
            open.get(i).message = NONE;
        }
        open.clear();
        payloads.clear();
        count = 0;
        whole = 0;
        samples = 0;
    }

    /** Forgets all, and leaves its payloads to clients that may still have a {@link #view} of them. */
    public void discard() {
        payloads = new TextBuffer();
        clear();
    }

    /** How many messages there are. */
    public int size() {
        return count;
    }

    /** How many of them, from the first on, will not change any more: they can be sent while the others are being made. */
    public int whole() {
        while (whole < count && messages[whole].isWhole) {
            whole++;
        }
        return whole;
    }

    /** Where message {@code m} goes. */
    @SuppressWarnings("unchecked") // set by begin, from a lane
    public R route(int m) {
        return (R) Objects.requireNonNull(messages[m].route);
    }

    /** Bytes of all payloads. */
    public int bytes() {
        return payloads.size();
    }

    /** Bytes of a payload. */
    public int bytes(int m) {
        return messages[m].to - messages[m].from;
    }

    /**
     * Why a message is too large; null when it is not.
     *
     * @param overhead bytes that go with the payload
     * @param remedy where else to raise the limit
     */
    public @Nullable String tooLarge(int m, long overhead, long maxMessage, String remedy) {
        long bytes = bytes(m) + overhead;
        return bytes <= maxMessage
                ? null
                : "message of " + bytes + " bytes for " + point(m).name() + " is larger than maxMessage, " + maxMessage
                        + "; raise it here and " + remedy + ", or leave the point out";
    }

    /** A copy of a payload, for a client that wants an array of its own. */
    public byte[] payload(int m) {
        return payloads.toBytes(messages[m].from, messages[m].to);
    }

    /** A view of a payload; valid until {@link #clear}. */
    public ByteBuffer view(int m) {
        return payloads.asByteBuffer().slice(messages[m].from, bytes(m));
    }

    /** Point of a message's first sample, which is its only one unless the format holds many. */
    public DataPoint point(int m) {
        return Objects.requireNonNull(messages[m].point);
    }

    /** Status of a message's first sample. */
    public int status(int m) {
        return messages[m].status;
    }

    /** Source time of a message's first sample, epoch nanoseconds, or {@link SampleBatch#NO_TIME}. */
    public long sourceTime(int m) {
        return messages[m].sourceTime;
    }

    /** When a message's first sample was received, epoch nanoseconds, or {@link SampleBatch#NO_TIME}. */
    public long receivedAt(int m) {
        return messages[m].receivedAt;
    }

    /**
     * What stands beside a payload: its {@code content-type}, and of a format of one sample {@code point}, {@code status},
     * {@code sourceTime} and {@code receivedAt}, times after RFC 3339 with nanoseconds, empty when there is none. Allocates.
     */
    public void headers(int m, BiConsumer<String, String> to) {
        to.accept("content-type", format.contentType());
        if (!format.holdsMany()) {
            to.accept("point", point(m).name());
            to.accept("status", StatusCode.name(status(m)));
            to.accept("sourceTime", time(sourceTime(m)));
            to.accept("receivedAt", time(receivedAt(m)));
        }
    }

    private static String time(long nanos) {
        return nanos == SampleBatch.NO_TIME
                ? ""
                : TIME.format(Instant.ofEpochSecond(
                        Math.floorDiv(nanos, NANOS_PER_SECOND), Math.floorMod(nanos, NANOS_PER_SECOND)));
    }

    /** Refuses all samples of a message. */
    public void refuse(int m, FlushUnit unit, String reason) {
        forSamples(m, sample -> unit.refuse(sample, reason));
    }

    /** Denies all samples of a message: the receiver takes them once an administrator permits it. */
    public void deny(int m, FlushUnit unit, String reason) {
        forSamples(m, sample -> unit.deny(sample, reason));
    }

    private void forSamples(int m, IntConsumer action) {
        for (int sample = 0; sample < samples; sample++) {
            if (messageOfSample[sample] == m) {
                action.accept(sample);
            }
        }
    }
}
