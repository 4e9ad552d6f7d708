package io.taktstrom.s7;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.plan.ReadPlan;
import io.taktstrom.s7.plan.ReadWork;
import io.taktstrom.s7.plan.Resolved;
import io.taktstrom.s7.plan.WriteWork;
import org.jspecify.annotations.Nullable;

/** Points of one session, and how to read and write them. */
final class S7Group implements PointGroup {

    /** How many threads may read the same group at once before one of them has to allocate. */
    private static final int KEPT_WORKS = 8;

    /** A plan, and memory for carrying it out. */
    static final class Reads {
        private final ReadPlan plan;
        private final AtomicReferenceArray<ReadWork> works = new AtomicReferenceArray<>(KEPT_WORKS);

        Reads(ReadPlan plan) {
            this.plan = plan;
        }

        ReadPlan plan() {
            return plan;
        }

        ReadWork take() {
            for (int i = 0; i < KEPT_WORKS; i++) {
                if (works.get(i) != null) {
                    ReadWork work = works.getAndSet(i, null);
                    if (work != null) {
                        work.reset();
                        return work;
                    }
                }
            }
            return new ReadWork(plan);
        }

        void giveBack(ReadWork work) {
            for (int i = 0; i < KEPT_WORKS; i++) {
                if (works.get(i) == null && works.compareAndSet(i, null, work)) {
                    return;
                }
            }
        }
    }

    private final S7Session session;
    private final List<DataPoint> points;
    private final @Nullable S7Address[] addresses;
    private final DataType[] types;
    private final int[] statuses;
    private final int[] rooms;
    private final int arenaBytes;
    private final AtomicReference<@Nullable WriteWork> spareWrite = new AtomicReference<>();
    private volatile Reads reads;
    private volatile boolean closed;

    S7Group(S7Session session, List<DataPoint> points, Resolved resolved) {
        this.session = session;
        this.points = List.copyOf(points);
        this.addresses = resolved.addresses();
        this.statuses = resolved.statuses();
        this.rooms = resolved.rooms();
        this.reads = new Reads(resolved.plan());
        this.types = new DataType[addresses.length];
        int arena = 0;
        for (int i = 0; i < types.length; i++) {
            S7Address address = addresses[i];
            DataType stated = points.get(i).type();
            types[i] = address != null ? address.type().dataType() : stated != null ? stated : ScalarType.DWORD;
            arena = Math.addExact(arena, types[i].arenaBytes());
        }
        this.arenaBytes = arena;
    }

    @Override
    public List<DataPoint> points() {
        return points;
    }

    @Override
    public DataType typeAt(int point) {
        return types[point];
    }

    @Override
    public int statusAt(int point) {
        return closed ? StatusCode.BAD_CONNECTION_CLOSED : statuses[point];
    }

    int[] statuses() {
        return statuses;
    }

    @Nullable
    S7Address addressAt(int point) {
        return addresses[point];
    }

    @Nullable
    S7Address[] addresses() {
        return addresses;
    }

    int roomAt(int point) {
        return rooms[point];
    }

    /** Most arena bytes that a sample of each point takes. */
    int arenaBytes() {
        return arenaBytes;
    }

    S7Session session() {
        return session;
    }

    Reads reads() {
        return reads;
    }

    void setReads(Reads better) {
        reads = better;
    }

    AtomicReference<@Nullable WriteWork> spareWrite() {
        return spareWrite;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
