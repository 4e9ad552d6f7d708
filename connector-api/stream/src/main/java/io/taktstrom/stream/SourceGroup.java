package io.taktstrom.stream;

import java.util.Arrays;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;

/**
 * What a queue knows of one source's group: where each sample's bytes are, which points lost samples, and where a point's
 * sample waits. Hot; guarded by the queue's monitor, but for {@link #isInline}.
 */
final class SourceGroup {

    static final int NOWHERE = -1;

    private static final int INLINE = -1;

    /** Before the next one that arrives. */
    static final int PUT = 1;
    /** Before the next one that leaves the memory, for the sink or for the log. */
    static final int TAKE = 2;
    /** Before the next one that comes to the sink, from the memory or from the log. */
    static final int DELIVERY = 4;

    final PointGroup group;
    /** What a sample of the point takes in an arena, by its type; {@link #INLINE} where it takes nothing. */
    private final int[] arenaBytes;

    private final PointLosses losses;
    /** For each point, before which of its samples others were lost; shared with other groups that have it. */
    private final PointLosses.Marks[] lost;

    /** Slot of each point's waiting sample, in a queue that conflates; empty in others. */
    final int[] waitingAt;

    /** @param conflates whether the queue does */
    SourceGroup(PointGroup group, boolean conflates, PointLosses losses) {
        this.group = group;
        this.losses = losses;
        int points = group.size();
        arenaBytes = new int[points];
        lost = new PointLosses.Marks[points];
        for (int point = 0; point < points; point++) {
            DataType type = group.typeAt(point);
            arenaBytes[point] = type.isInline() ? INLINE : type.arenaBytes();
            lost[point] = losses.of(group.points().get(point).name());
        }
        waitingAt = new int[conflates ? points : 0];
        Arrays.fill(waitingAt, NOWHERE);
    }

    boolean isInline(int point) {
        return arenaBytes[point] == INLINE;
    }

    /** Arena bytes of one sample. */
    int lengthOf(SampleBatch batch, int i) {
        return isInline(batch.pointAt(i)) ? 0 : batch.lengthAt(i);
    }

    /** Arena bytes with which any later sample of the same point can take this one's place. */
    int roomyLengthOf(SampleBatch batch, int i) {
        int point = batch.pointAt(i);
        return isInline(point) ? 0 : Math.max(batch.lengthAt(i), arenaBytes[point]);
    }

    void loseBeforeNextPut(int point) {
        losses.lose(lost[point], PUT);
    }

    void loseBeforeNextTake(int point) {
        losses.lose(lost[point], TAKE);
    }

    void loseBeforeNextDelivery(int point) {
        losses.lose(lost[point], DELIVERY);
    }

    int statusAtPut(int point, int status) {
        return marked(point, status, PUT);
    }

    /** Marks a stored sample, if a loss before it is to be marked; see {@link #marked}. */
    static void mark(SampleStore store, int slot, int before) {
        SourceGroup group = store.groupAt(slot);
        if (group.losses.hasAny()) {
            store.setStatusAt(slot, group.marked(store.pointAt(slot), store.statusAt(slot), before));
        }
    }

    /**
     * The status of a sample with the marks that are due.
     *
     * @param before {@link #TAKE}, {@link #DELIVERY} or both: which way it goes
     */
    int marked(int point, int status, int before) {
        return losses.hasAny() && lost[point].take(before) ? StatusCode.withOverflow(status) : status;
    }
}
