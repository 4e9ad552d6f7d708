package io.taktstrom.stream;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.function.BiConsumer;

import io.taktstrom.data.PointGroup;
import org.jspecify.annotations.Nullable;

/**
 * The groups of a queue's samples, and which losses are still to be marked Overflow. With a log behind the queue a loss there
 * may concern any point, and samples may be missing between two runs. Guarded by the queue's monitor.
 */
final class LossMarks {

    private final boolean conflates;
    /** Of groups of which samples may come from the log; null where there is none. */
    private @Nullable IdentityHashMap<PointGroup, SourceGroup> groups;
    /** Samples of any point were lost, so groups that come later have lost some, too. */
    private boolean hasLost;
    /** Names of points whose first sample after a crash was, or will be, marked; null when the former run ended in order. */
    private @Nullable Set<String> resumed;
    /** Found by a look at all groups, which allocates nothing. */
    private boolean pending;

    private final BiConsumer<PointGroup, SourceGroup> look = this::look;

    /** @param conflates whether the queue does */
    LossMarks(boolean conflates) {
        this.conflates = conflates;
    }

    /**
     * From now on there is a log.
     *
     * @param followsCrash whether samples may be missing behind those that it has
     * @param hasGap whether samples are missing before those
     */
    void attachLog(boolean followsCrash, boolean hasGap) {
        groups = new IdentityHashMap<>();
        resumed = followsCrash ? new HashSet<>() : null;
        hasLost = hasGap;
    }

    /**
     * A source's group. What a crash may have lost is marked on the first sample of each point.
     *
     * @param former the group that it had before
     * @param formerIsOver whether no sample of that will come from the log
     */
    SourceGroup open(@Nullable SourceGroup former, PointGroup group, boolean formerIsOver) {
        SourceGroup opened = former == null ? new SourceGroup(group, conflates) : former.succeededBy(group);
        if (groups != null && former != null && formerIsOver) {
            groups.remove(former.group);
        }
        add(opened);
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
        return found == null ? add(new SourceGroup(group, conflates)) : found;
    }

    private SourceGroup add(SourceGroup group) {
        if (groups != null) {
            groups.put(group.group, group);
            if (hasLost) {
                group.loseBeforeNextDelivery();
            }
        }
        return group;
    }

    /** Samples in the log were lost; it is not known of which points. */
    void loseInLog() {
        hasLost = true;
        if (groups != null) {
            groups.values().forEach(SourceGroup::loseBeforeNextDelivery);
        }
    }

    /** Whether each loss before the log is marked on a sample. */
    boolean marksAllBeforeLog() {
        boolean resumes = resumed == null || !resumed.isEmpty();
        return resumes && groups != null && groups.values().stream().noneMatch(SourceGroup::losesBeforeLog);
    }

    private void look(PointGroup group, SourceGroup known) {
        pending |= known.losesBeforeDelivery();
    }

    /** Whether a loss is still to be marked on a sample that comes to the sink. */
    boolean hasPending() {
        pending = false;
        if (groups != null) {
            groups.forEach(look);
        }
        return pending;
    }
}
