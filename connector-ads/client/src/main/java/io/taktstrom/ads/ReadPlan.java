package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;

import io.taktstrom.ads.engine.AdsBackend;
import io.taktstrom.ads.engine.AdsStatus;
import io.taktstrom.ads.engine.Exchange;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.ReadWriteCommand;
import io.taktstrom.ads.protocol.SumRead;
import io.taktstrom.ads.protocol.SumValues;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * How the points of a group are read: computed once. Hot and thread-safe; allocates nothing once each of the threads
 * that read the group at the same time has its working memory.
 *
 * <pre>
 *   points   0   1   2   3   4   5        1 has no variable
 *   items    0       1   2   3   4        what is really read
 *   parts  [ sum of 0, 1, 2 ][ 3 ][ 4 ]   a request each, several on their way; one item alone is a plain read
 * </pre>
 */
final class ReadPlan {

    /** Limits of one request. */
    record Limits(int sumCommands, int frameBytes, int inFlight) {

        Limits withoutSums() {
            return new Limits(1, frameBytes, inFlight);
        }
    }

    /** What a read came to, when there is more to it than the batch says. */
    enum Outcome {
        DONE,
        /** The device does not know sum commands; the batch is of no use. */
        NO_SUMS,
        /** Variables may have moved; the batch may hold values of other variables. */
        STALE
    }

    /** How many threads may read the same group before one of them has to allocate. */
    private static final int KEPT_WORKS = 8;

    private record Part(int firstItem, int items, @Nullable ByteBuffer request, int answerBytes) {}

    /** Working memory of one read. */
    private static final class Work {
        private final Exchange[] exchanges;
        private final SumValues values = new SumValues();

        Work(Exchange[] exchanges) {
            this.exchanges = exchanges;
        }
    }

    private final Limits limits;
    private final int[] statuses;
    private final Variable[] items;
    private final int[] bytes;
    private final Part[] parts;
    private final AtomicReferenceArray<Work> works = new AtomicReferenceArray<>(KEPT_WORKS);

    ReadPlan(List<Resolution> resolutions, Limits limits) {
        this.limits = limits;
        statuses = resolutions.stream().mapToInt(Resolution::status).toArray();
        List<Variable> found = new ArrayList<>();
        for (Resolution resolution : resolutions) {
            Variable variable = resolution.variable();
            if (variable != null) {
                found.add(variable);
            }
        }
        items = found.toArray(Variable[]::new);
        bytes = found.stream().mapToInt(Variable::bytes).toArray();
        parts = split();
    }

    private Part[] split() {
        List<Part> result = new ArrayList<>();
        for (int first = 0; first < items.length; ) {
            int count = 0;
            long asked = 0;
            while (first + count < items.length
                    && count < limits.sumCommands()
                    && (count == 0 || fits(count + 1, asked + bytes[first + count]))) {
                asked += bytes[first + count];
                count++;
            }
            result.add(part(first, count, asked));
            first += count;
        }
        return result.toArray(Part[]::new);
    }

    private boolean fits(int count, long valueBytes) {
        long request = ReadWriteCommand.WRITE_DATA + (long) count * SumRead.ITEM_BYTES;
        long answer = ReadWriteCommand.READ_DATA + SumRead.readLength(IndexGroup.SUM_READ, count, valueBytes);
        return request <= limits.frameBytes() && answer <= limits.frameBytes();
    }

    private Part part(int first, int count, long valueBytes) {
        if (count == 1) {
            return new Part(first, 1, null, bytes[first]);
        }
        ByteBuffer request = allocate(count * SumRead.ITEM_BYTES);
        for (int i = 0; i < count; i++) {
            Variable item = items[first + i];
            SumRead.putItem(request, 0, i, item.indexGroup(), item.indexOffset(), item.bytes());
        }
        int answer = Math.toIntExact(SumRead.readLength(IndexGroup.SUM_READ, count, valueBytes));
        return new Part(first, count, request, answer);
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** How many requests a read takes. */
    int roundTrips() {
        return parts.length;
    }

    /** Reads all points and fills the batch with a sample of each. */
    Outcome read(AdsBackend backend, EpochNanoClock clock, AdsGroup group, SampleBatch batch)
            throws ConnectorException {
        Work work = take();
        try {
            for (int i = 0; i < parts.length; i++) {
                work.exchanges[i].into().clear();
            }
            backend.exchange(work.exchanges, parts.length, limits.inFlight());
            batch.reset(group, clock.epochNanos(), 0);
            return decode(work, group, batch);
        } finally {
            giveBack(work);
        }
    }

    private Work take() {
        for (int i = 0; i < KEPT_WORKS; i++) {
            if (works.get(i) != null) {
                Work work = works.getAndSet(i, null);
                if (work != null) {
                    return work;
                }
            }
        }
        Exchange[] exchanges = new Exchange[parts.length];
        for (int i = 0; i < parts.length; i++) {
            Part part = parts[i];
            Variable first = items[part.firstItem()];
            exchanges[i] = part.request() == null
                    ? new Exchange(first.indexGroup(), first.indexOffset(), null, allocate(part.answerBytes()))
                    : new Exchange(IndexGroup.SUM_READ, part.items(), part.request(), allocate(part.answerBytes()));
        }
        return new Work(exchanges);
    }

    private void giveBack(Work work) {
        for (int i = 0; i < KEPT_WORKS; i++) {
            if (works.get(i) == null && works.compareAndSet(i, null, work)) {
                return;
            }
        }
    }

    private Outcome decode(Work work, AdsGroup group, SampleBatch batch) throws ConnectorException {
        Outcome outcome = Outcome.DONE;
        int point = 0;
        for (int i = 0; i < parts.length; i++) {
            Part part = parts[i];
            Exchange exchange = work.exchanges[i];
            int code = exchange.result();
            boolean sum = part.request() != null;
            boolean answered = sum && code == AdsErrorCode.NO_ERROR;
            if (sum && lacksSums(code)) {
                return Outcome.NO_SUMS;
            }
            if (answered) {
                open(work.values, exchange.into(), part, group);
            }
            for (int k = 0; k < part.items(); k++) {
                point = skipBad(point, batch);
                boolean stale = answered
                        ? addFromSum(work.values, point, part.firstItem() + k, batch)
                        : addAlone(exchange, code, point, part.firstItem() + k, batch);
                outcome = stale ? Outcome.STALE : outcome;
                point++;
            }
        }
        skipBad(point, batch);
        return outcome;
    }

    private void open(SumValues values, ByteBuffer answer, Part part, AdsGroup group) throws MalformedFrameException {
        try {
            values.openRead(answer, 0, answer.position(), bytes, part.firstItem(), part.items());
        } catch (MalformedFrameException e) {
            throw new MalformedFrameException("read over the " + group.session(), e);
        }
    }

    /** The request itself was refused, not its items. */
    private static boolean lacksSums(int code) {
        return code == AdsErrorCode.SERVICE_NOT_SUPPORTED || code == AdsErrorCode.INVALID_INDEX_GROUP;
    }

    /** Adds those that have no variable, up to the next one that has. */
    private int skipBad(int from, SampleBatch batch) {
        int point = from;
        while (point < statuses.length && statuses[point] != 0) {
            batch.addBad(point, SampleBatch.NO_TIME, statuses[point]);
            point++;
        }
        return point;
    }

    private boolean addFromSum(SumValues values, int point, int item, SampleBatch batch) {
        values.next();
        return add(
                point,
                items[item],
                values.result(),
                batch,
                values.buffer(),
                values.valuePosition(),
                values.valueLength());
    }

    private boolean addAlone(Exchange exchange, int code, int point, int item, SampleBatch batch) {
        return add(
                point,
                items[item],
                code,
                batch,
                exchange.into(),
                0,
                exchange.into().position());
    }

    /** Returns whether the variable may have moved. */
    private static boolean add(
            int point, Variable item, int code, SampleBatch batch, ByteBuffer buffer, int position, int length) {
        if (code == AdsErrorCode.NO_ERROR) {
            ValueDecoder.add(batch, point, item, SampleBatch.NO_TIME, 0, buffer, position, length);
            return false;
        }
        int status = AdsStatus.of(code);
        batch.addBad(point, SampleBatch.NO_TIME, status);
        return status == AdsStatus.STALE && item.symbolic();
    }
}
