package io.taktstrom.s7;

import java.util.Arrays;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.session.ObjectPool;
import io.taktstrom.kit.session.ResolvedGroup;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.plan.PduLimits;
import io.taktstrom.s7.plan.ReadWork;
import io.taktstrom.s7.plan.ResolvedAddress;
import io.taktstrom.s7.plan.S7ReadPlan;
import io.taktstrom.s7.plan.WriteWork;
import org.jspecify.annotations.Nullable;

/** Points of one session, and how to read and write them. */
final class S7Group extends ResolvedGroup {

    /** A plan, and memory for carrying it out. */
    record Reads(S7ReadPlan plan, ObjectPool<ReadWork> works) {

        static Reads of(S7ReadPlan plan) {
            return new Reads(plan, new ObjectPool<>(() -> new ReadWork(plan)));
        }
    }

    private final @Nullable S7Address[] addresses;
    private final int[] rooms;
    private final ObjectPool<WriteWork> writes;
    private volatile Reads reads;

    S7Group(S7Session session, SettledPoints settled, ResolvedAddress resolved, Carrier cpu, PduLimits limits) {
        super(session, settled);
        this.addresses = resolved.addresses();
        this.rooms = resolved.rooms();
        this.writes = new ObjectPool<>(() -> new WriteWork(cpu, Arrays.asList(addresses), limits));
        this.reads = Reads.of(resolved.plan());
    }

    /** Of the points at the time when they were resolved. */
    int[] ownStatuses() {
        return statuses();
    }

    /** The most characters that the CPU has room for; 0 for as many as the type says. */
    int roomAt(int point) {
        return rooms[point];
    }

    Reads reads() {
        return reads;
    }

    void setPlan(S7ReadPlan better) {
        reads = Reads.of(better);
    }

    ObjectPool<WriteWork> writes() {
        return writes;
    }

    /** What could not be read may be written all the same: a block that has come since, say, or one with another protection. */
    @Override
    protected void permit(SampleBatch values, int[] statusOut) {
        for (int i = 0; i < values.size(); i++) {
            int point = values.pointAt(i);
            statusOut[i] = addresses[point] == null
                    ? statuses()[point]
                    : points().get(point).writable() ? StatusCode.GOOD : StatusCode.BAD_NOT_WRITABLE;
        }
    }
}
