package io.taktstrom.stream;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;

import io.taktstrom.data.PointGroup;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a queue's samples, and which losses are still to be marked Overflow. With a log behind the queue a loss there
 * may concern any point, and samples may be missing between two runs. Guarded by the queue's monitor.
 */
final class LossMarks {

    private static final long NO_LOSS = Long.MAX_VALUE;

    private final boolean conflates;
    private final PointLosses losses = new PointLosses();
    /** Samples in the log were lost before this number, and the sink has not come as far. */
    private long lostBefore = NO_LOSS;
    /** The same, again, behind what was read after that. */
    private long lostAgainBefore = NO_LOSS;
    /** Of groups of which samples may come from the log; null where there is none. */
    private @Nullable IdentityHashMap<PointGroup, SourceGroup> groups;
    /** Names of points whose first sample of this run was, or will be, marked; null when the former run ended in order and lost nothing. */
    private @Nullable Set<String> resumed;

    /** @param conflates whether the queue does */
    LossMarks(boolean conflates) {
        this.conflates = conflates;
    }

    /**
     * From now on there is a log.
     *
     * @param followsCrash whether samples may be missing behind those that it has
     * @param hasGap whether samples are missing before those, among them or behind them
     */
    void attachLog(boolean followsCrash, boolean hasGap) {
        groups = new IdentityHashMap<>();
        resumed = followsCrash || hasGap ? new HashSet<>() : null;
        if (hasGap) {
            losses.loseAny(SourceGroup.DELIVERY);
        }
    }

    /**
     * A source's group. What was lost behind what the log has is marked on the first sample of each point.
     *
     * @param former the group that it had before
     * @param formerIsOver whether no sample of that will come from the log
     */
    SourceGroup open(@Nullable SourceGroup former, PointGroup group, boolean formerIsOver) {
        if (groups != null && former != null && formerIsOver) {
            groups.remove(former.group);
        }
        SourceGroup opened = add(group);
        Set<String> names = resumed;
        for (int point = 0; names != null && point < group.size(); point++) {
            if (names.add(group.points().get(point).name())) {
                opened.loseBeforeNextPut(point);
            }
        }
        return opened;
    }

    /** A group of which samples were read from the log. */
    SourceGroup find(PointGroup group) {
        SourceGroup found = groups == null ? null : groups.get(group);
        return found == null ? add(group) : found;
    }

    private SourceGroup add(PointGroup group) {
        SourceGroup added = new SourceGroup(group, conflates, losses);
        if (groups != null) {
            groups.put(group, added);
        }
        return added;
    }

    /**
     * Samples in the log were lost; it is not known of which points. What was read before them may come to the sink first.
     *
     * @param behind number of the first sample behind them
     */
    void loseInLog(long behind) {
        if (lostBefore == NO_LOSS) {
            lostBefore = behind;
        } else {
            lostAgainBefore = behind;
        }
    }

    /** The next sample that comes to the sink has this number in the log, or is behind all that the log had. */
    void reach(long number) {
        while (lostBefore != NO_LOSS && number >= lostBefore) {
            lostBefore = lostAgainBefore;
            lostAgainBefore = NO_LOSS;
            losses.loseAny(SourceGroup.DELIVERY);
        }
    }

    /** Whether each loss before the log is marked on a sample. */
    boolean marksAllBeforeLog() {
        boolean resumes = resumed == null || !resumed.isEmpty();
        return resumes && groups != null && !losses.has(SourceGroup.PUT | SourceGroup.TAKE);
    }

    /** Whether a loss is still to be marked on a sample that comes to the sink. */
    boolean hasPending() {
        return lostBefore != NO_LOSS || losses.has(SourceGroup.DELIVERY);
    }
}
