package io.taktstrom.stream;

import java.util.Arrays;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;

/**
 * What a ring knows of one source's group: where each sample's bytes are, which points lost samples, and where a point's
 * sample waits. Hot; guarded by the ring's monitor.
 */
final class Origin {

    static final long NOWHERE = -1;

    private static final int INLINE = -1;

    final PointGroup group;
    /** What a sample of the point takes in an arena, by its type; {@link #INLINE} where it takes nothing. */
    private final int[] arenaBytes;
    /** Samples were lost before the next one that arrives. */
    private final boolean[] lostBeforeNextPut;
    /** Samples were lost before the next one that leaves. */
    private final boolean[] lostBeforeNextTake;

    private boolean anyLost;
    /** Position in the queue of each point's sample; used by a conflating ring only. */
    final long[] waitingAt;

    Origin(PointGroup group) {
        this.group = group;
        int points = group.size();
        arenaBytes = new int[points];
        for (int point = 0; point < points; point++) {
            DataType type = group.typeAt(point);
            arenaBytes[point] = type.isInline() ? INLINE : type.arenaBytes();
        }
        lostBeforeNextPut = new boolean[points];
        lostBeforeNextTake = new boolean[points];
        waitingAt = new long[points];
        Arrays.fill(waitingAt, NOWHERE);
    }

    /** The same source after its points changed their types: what was lost is not forgotten. */
    Origin succeededBy(PointGroup next) {
        Origin successor = new Origin(next);
        if (anyLost && next.points().equals(group.points())) {
            for (int point = 0; point < arenaBytes.length; point++) {
                successor.lostBeforeNextPut[point] = lostBeforeNextPut[point] || lostBeforeNextTake[point];
            }
            successor.anyLost = true;
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
        lostBeforeNextPut[point] = true;
        anyLost = true;
    }

    void loseBeforeNextTake(int point) {
        lostBeforeNextTake[point] = true;
        anyLost = true;
    }

    int statusAtPut(int point, int status) {
        if (anyLost && lostBeforeNextPut[point]) {
            lostBeforeNextPut[point] = false;
            return StatusCode.withOverflow(status);
        }
        return status;
    }

    int statusAtTake(int point, int status) {
        if (anyLost && lostBeforeNextTake[point]) {
            lostBeforeNextTake[point] = false;
            return StatusCode.withOverflow(status);
        }
        return status;
    }
}
