package io.taktstrom.ads.plan;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsExchange;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.CommandData;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.SumCommand;
import io.taktstrom.ads.protocol.SumValues;
import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.SymbolVersion;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.ads.value.ValueDecoder;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * How the points of a group are read: computed once. Hot and thread-safe; allocates nothing once each of the threads
 * that read the group at the same time has its working memory.
 *
 * <pre>
 *   points   0   1   2   3   4     1 has no variable
 *   items    0       1   v   2   3   v     what is really read
 *   parts  [ sum 0, 1, v ][ sum 2, 3, v ]  a request each, several on their way; one item alone is a plain read
 * </pre>
 *
 * <p>Item v is the device's symbol version: an address holds only as long as that is the one it was resolved for, and an
 * online change moves variables without any other sign. Where it cannot stand beside the values in a sum, it is read
 * behind them all. Without names, or without a version, there is none.
 */
public final class AdsReadPlan {

    /** What a read came to, when there is more to it than the batch says. */
    public enum Outcome {
        DONE,
        /** The device does not know sum commands; the batch is of no use. */
        NO_SUMS,
        /** Variables may have moved; the batch may hold values of other variables. */
        STALE
    }

    /** Item v. */
    private static final AdsVariable VERSION = AdsVariable.at(IndexGroup.SYMBOL_VERSION, 0, ScalarType.USINT, false);

    /** @param guarded whether the last item is v */
    private record Part(
            int firstItem,
            int items,
            boolean guarded,
            @Nullable ByteBuffer request,
            int answerBytes) {

        int endOfPoints() {
            return firstItem + items - (guarded ? 1 : 0);
        }
    }

    /** Working memory of one read. */
    private static final class Work {
        private final AdsExchange[] exchanges;
        private final SumValues values = new SumValues();

        Work(AdsExchange[] exchanges) {
            this.exchanges = exchanges;
        }
    }

    private final RequestLimits limits;
    private final int version;
    private final int[] statuses;
    private final AdsVariable[] items;
    private final int[] bytes;
    private final Part[] parts;
    private final ObjectPool<Work> works = new ObjectPool<>(this::newWork);

    /** @param version of the device's symbols, for which the resolutions hold, or {@link SymbolVersion#NONE} */
    public AdsReadPlan(List<Resolution> resolutions, int version, RequestLimits limits) {
        this.limits = limits;
        this.version = version;
        statuses = resolutions.stream().mapToInt(Resolution::status).toArray();
        List<AdsVariable> found = new ArrayList<>();
        for (Resolution resolution : resolutions) {
            AdsVariable variable = resolution.variable();
            if (variable != null) {
                found.add(variable);
            }
        }
        boolean guarded = version != SymbolVersion.NONE && found.stream().anyMatch(AdsVariable::movable);
        List<AdsVariable> wire = new ArrayList<>();
        parts = split(found, guarded, wire);
        items = wire.toArray(AdsVariable[]::new);
        bytes = wire.stream().mapToInt(AdsVariable::bytes).toArray();
    }

    private Part[] split(List<AdsVariable> found, boolean guarded, List<AdsVariable> wire) {
        int guards = guarded ? 1 : 0;
        List<Part> result = new ArrayList<>();
        boolean allGuarded = true;
        for (int next = 0; next < found.size(); ) {
            int first = next;
            long asked = guards;
            do {
                asked += found.get(next).bytes();
                next++;
            } while (next < found.size()
                    && fits(next - first + 1 + guards, asked + found.get(next).bytes()));
            boolean ownGuard = guarded && fits(next - first + guards, asked);
            allGuarded &= ownGuard;
            result.add(part(found.subList(first, next), ownGuard, wire));
        }
        if (guarded && !allGuarded) {
            result.add(part(List.of(), true, wire));
        }
        return result.toArray(Part[]::new);
    }

    private boolean fits(int count, long valueBytes) {
        long request = CommandData.READ_WRITE_DATA + (long) count * SumCommand.ITEM_BYTES;
        long answer = CommandData.READ_DATA + SumCommand.readLength(count, valueBytes);
        return count <= limits.sumCommands() && request <= limits.frameBytes() && answer <= limits.frameBytes();
    }

    private static Part part(List<AdsVariable> points, boolean guarded, List<AdsVariable> wire) {
        int first = wire.size();
        wire.addAll(points);
        if (guarded) {
            wire.add(VERSION);
        }
        List<AdsVariable> items = wire.subList(first, wire.size());
        int count = items.size();
        long valueBytes = items.stream().mapToLong(AdsVariable::bytes).sum();
        if (count == 1) {
            return new Part(first, 1, guarded, null, Math.toIntExact(valueBytes));
        }
        ByteBuffer request = AdsBuffers.heap(count * SumCommand.ITEM_BYTES);
        for (int i = 0; i < count; i++) {
            AdsVariable item = items.get(i);
            SumCommand.putItem(request, 0, i, item.indexGroup(), item.indexOffset(), item.bytes());
        }
        int answer = Math.toIntExact(SumCommand.readLength(count, valueBytes));
        return new Part(first, count, guarded, request, answer);
    }

    /** The symbol version for which this plan holds, or {@link SymbolVersion#NONE}. */
    public int version() {
        return version;
    }

    /** How many requests a read takes. */
    public int roundTrips() {
        return parts.length;
    }

    /** Reads all points and fills the batch with a sample of each. */
    public Outcome read(AdsBackend backend, EpochNanoClock clock, PointGroup group, SampleBatch batch)
            throws ConnectorException {
        Work work = works.take();
        try {
            for (int i = 0; i < parts.length; i++) {
                work.exchanges[i].into().clear();
            }
            backend.exchange(work.exchanges, parts.length, limits.inFlight());
            batch.reset(group, clock.epochNanos(), 0);
            return decode(work, group, batch);
        } finally {
            works.giveBack(work);
        }
    }

    private Work newWork() {
        AdsExchange[] exchanges = new AdsExchange[parts.length];
        for (int i = 0; i < parts.length; i++) {
            Part part = parts[i];
            AdsVariable first = items[part.firstItem()];
            exchanges[i] = part.request() == null
                    ? new AdsExchange(
                            first.indexGroup(), first.indexOffset(), null, AdsBuffers.heap(part.answerBytes()))
                    : new AdsExchange(
                            IndexGroup.SUM_READ, part.items(), part.request(), AdsBuffers.heap(part.answerBytes()));
        }
        return new Work(exchanges);
    }

    private Outcome decode(Work work, PointGroup group, SampleBatch batch) throws ConnectorException {
        Outcome outcome = Outcome.DONE;
        int point = 0;
        for (int i = 0; i < parts.length; i++) {
            Part part = parts[i];
            AdsExchange exchange = work.exchanges[i];
            int code = exchange.result();
            boolean sum = part.request() != null;
            boolean answered = sum && code == AdsErrorCode.NO_ERROR;
            if (sum && AdsStatus.lacksSums(code)) {
                return Outcome.NO_SUMS;
            }
            if (answered) {
                open(work.values, exchange.into(), part, group);
            }
            for (int k = part.firstItem(); k < part.endOfPoints(); k++) {
                point = skipBad(point, batch);
                boolean moved =
                        answered ? addFromSum(work.values, point, k, batch) : addAlone(exchange, code, point, k, batch);
                outcome = moved ? Outcome.STALE : outcome;
                point++;
            }
            if (part.guarded() && isOther(work.values, exchange, answered)) {
                outcome = Outcome.STALE;
            }
        }
        skipBad(point, batch);
        return outcome;
    }

    private void open(SumValues values, ByteBuffer answer, Part part, PointGroup group) throws MalformedFrameException {
        try {
            values.openRead(answer, 0, answer.position(), bytes, part.firstItem(), part.items());
        } catch (MalformedFrameException e) {
            throw new MalformedFrameException("read of " + group, e);
        }
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

    private boolean addAlone(AdsExchange exchange, int code, int point, int item, SampleBatch batch) {
        return add(
                point,
                items[item],
                code,
                batch,
                exchange.into(),
                0,
                exchange.into().position());
    }

    /** Whether the device has another symbol version by now. */
    private boolean isOther(SumValues values, AdsExchange exchange, boolean fromSum) {
        if (fromSum) {
            values.next();
            return values.result() == AdsErrorCode.NO_ERROR
                    && (values.buffer().get(values.valuePosition()) & 0xFF) != version;
        }
        return exchange.result() == AdsErrorCode.NO_ERROR
                && !exchange.into().hasRemaining()
                && (exchange.into().get(0) & 0xFF) != version;
    }

    /** Returns whether variables may have moved. */
    private static boolean add(
            int point, AdsVariable item, int code, SampleBatch batch, ByteBuffer buffer, int position, int length) {
        if (code == AdsErrorCode.NO_ERROR) {
            ValueDecoder.add(batch, point, item, SampleBatch.NO_TIME, 0, buffer, position, length);
        } else {
            batch.addBad(point, SampleBatch.NO_TIME, AdsStatus.of(code));
        }
        return item.isVoid(code) || (item.symbolic() && code == AdsErrorCode.NO_ERROR && length != item.bytes());
    }
}
