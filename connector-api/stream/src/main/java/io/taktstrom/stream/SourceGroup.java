package io.taktstrom.stream;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

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
    private static final int PUT = 1;
    /** Before the next one that leaves the memory, for the sink or for the log. */
    static final int TAKE = 2;
    /** Before the next one that comes to the sink, from the memory or from the log. */
    static final int DELIVERY = 4;

    final PointGroup group;
    /** What a sample of the point takes in an arena, by its type; {@link #INLINE} where it takes nothing. */
    private final int[] arenaBytes;
    /** For each point, before which of its samples others were lost. */
    private final byte[] lost;

    private final boolean conflates;
    private boolean anyLost;
    /** Slot of each point's waiting sample, in a queue that conflates; empty in others. */
    final int[] waitingAt;

    /** @param conflates whether the queue does */
    SourceGroup(PointGroup group, boolean conflates) {
        this.group = group;
        this.conflates = conflates;
        int points = group.size();
        arenaBytes = new int[points];
        for (int point = 0; point < points; point++) {
            DataType type = group.typeAt(point);
            arenaBytes[point] = type.isInline() ? INLINE : type.arenaBytes();
        }
        lost = new byte[points];
        waitingAt = new int[conflates ? points : 0];
        Arrays.fill(waitingAt, NOWHERE);
    }

    /** The same source after its points changed their types: what was lost is not forgotten. */
    SourceGroup succeededBy(PointGroup next) {
        SourceGroup successor = new SourceGroup(next, conflates);
        if (anyLost) {
            Map<String, Integer> places = new HashMap<>();
            for (int point = 0; point < next.size(); point++) {
                places.put(next.points().get(point).name(), point);
            }
            for (int point = 0; point < lost.length; point++) {
                Integer place = lost[point] == 0
                        ? null
                        : places.get(group.points().get(point).name());
                if (place != null) {
                    successor.loseBeforeNextPut(place);
                    lost[point] &= (byte) ~PUT;
                }
            }
        }
        return successor;
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
        lose(point, PUT);
    }

    void loseBeforeNextTake(int point) {
        lose(point, TAKE);
    }

    void loseBeforeNextDelivery(int point) {
        lose(point, DELIVERY);
    }

    /** Samples of any point were lost on their way to the sink. */
    void loseBeforeNextDelivery() {
        for (int point = 0; point < lost.length; point++) {
            lose(point, DELIVERY);
        }
    }

    private void lose(int point, int before) {
        lost[point] |= (byte) before;
        anyLost = true;
    }

    /** Whether a loss is still to be marked on a sample that has not come as far as the log. */
    boolean losesBeforeLog() {
        return loses(PUT | TAKE);
    }

    /** Whether a loss is still to be marked on a sample that comes to the sink. */
    boolean losesBeforeDelivery() {
        return loses(DELIVERY);
    }

    private boolean loses(int before) {
        for (int point = 0; anyLost && point < lost.length; point++) {
            if ((lost[point] & before) != 0) {
                return true;
            }
        }
        return false;
    }

    int statusAtPut(int point, int status) {
        return marked(point, status, PUT);
    }

    /** Marks a stored sample, if a loss before it is to be marked; see {@link #marked}. */
    static void mark(SampleStore store, int slot, int before) {
        SourceGroup group = store.groupAt(slot);
        if (group.anyLost) {
            store.setStatusAt(slot, group.marked(store.pointAt(slot), store.statusAt(slot), before));
        }
    }

    /**
     * The status of a sample with the marks that are due.
     *
     * @param before {@link #TAKE}, {@link #DELIVERY} or both: which way it goes
     */
    int marked(int point, int status, int before) {
        if (anyLost && (lost[point] & before) != 0) {
            lost[point] &= (byte) ~before;
            return StatusCode.withOverflow(status);
        }
        return status;
    }
}
