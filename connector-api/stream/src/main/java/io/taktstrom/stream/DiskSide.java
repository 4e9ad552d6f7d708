package io.taktstrom.stream;

import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

import io.taktstrom.data.PointGroup;
import org.jspecify.annotations.Nullable;

/**
 * What a ring knows of the disk behind it: what lies there, what is on its way there, and whose it is. Without a disk nothing
 * ever does. Guarded by the ring's monitor.
 *
 * <pre>
 *   [ queue ] -- send --&gt; in transit -- stored --&gt; on disk -- take --&gt; at the sink
 *                             '-- giveBack: the disk takes nothing now --&gt; take --'
 * </pre>
 */
final class DiskSide {

    /** Takes samples to the disk; null where there is none. */
    private @Nullable Thread mover;

    private boolean moverWaits;
    private boolean storesAll;
    private boolean storesTheRest;
    private boolean takesMore;
    private int inTransit;
    /** What is in transit and cannot be written now: the sink may take it; null when the disk's thread has it. */
    private @Nullable SampleQueue returned;

    private long onDisk;
    private boolean hasLost;
    private final IdentityHashMap<PointGroup, Origin> origins = new IdentityHashMap<>();
    /** Found by a look at all origins, which allocates nothing. */
    private boolean pending;

    /** Made once: the look allocates nothing. */
    private final BiConsumer<PointGroup, Origin> lookForSink = this::lookForSink;

    /** Names of points whose first sample after a crash was, or will be, marked; null when the former run ended in order. */
    private @Nullable Set<String> resumed;

    private void lookForSink(PointGroup group, Origin origin) {
        pending |= origin.losesBeforeDelivery();
    }

    /**
     * From now on there is one.
     *
     * @param all whether all samples go there, or only those that find no room elsewhere
     * @param recovered samples that lie there already
     * @param followsCrash whether samples may be missing behind those
     * @param hasGap whether samples are missing before those
     */
    void attach(Thread newMover, boolean all, long recovered, boolean followsCrash, boolean hasGap) {
        resumed = followsCrash ? new HashSet<>() : null;
        hasLost = hasGap;
        mover = newMover;
        storesAll = all;
        takesMore = true;
        onDisk = recovered;
    }

    /** A group of whose samples some may come from the disk. */
    void know(Origin origin, @Nullable Origin former) {
        if (mover == null) {
            return;
        }
        if (former != null && isEmpty()) {
            origins.remove(former.group);
        }
        origins.put(origin.group, origin);
        if (hasLost) {
            origin.loseBeforeNextDelivery();
        }
    }

    /** A source's group: what a crash may have lost is marked on the first sample of each point. */
    void resume(Origin origin) {
        Set<String> names = resumed;
        for (int point = 0; names != null && point < origin.group.size(); point++) {
            if (names.add(origin.group.points().get(point).name())) {
                origin.loseBeforeNextPut(point);
            }
        }
    }

    /** Whether each loss before the disk is marked on a sample. */
    boolean marksAllBeforeDisk() {
        boolean resumes = resumed == null || !resumed.isEmpty();
        return resumes && origins.values().stream().noneMatch(Origin::losesBeforeDisk);
    }

    /** Whether each loss is marked on a sample that came to the sink. */
    boolean marksAllForSink() {
        pending = false;
        origins.forEach(lookForSink);
        return !pending;
    }

    @Nullable
    Origin originOf(PointGroup group) {
        return origins.get(group);
    }

    /** Whether it is of any use to wait for it. */
    boolean takesMore() {
        return takesMore;
    }

    void takesNoMore() {
        takesMore = false;
    }

    /**
     * Whether the sink can have something: what lies there, what was given back, or what waits in the ring.
     *
     * @param ringIsEmpty nothing waits there
     */
    boolean isReadyForSink(boolean ringIsEmpty) {
        boolean straight = !storesAll || !takesMore;
        return onDisk > 0 || (inTransit == 0 ? !ringIsEmpty && straight : returned != null);
    }

    /** What comes behind samples on disk must go there, too. */
    boolean wantsAll() {
        return storesAll || storesTheRest || onDisk > 0;
    }

    /** Whether it wants even what is at the sink. */
    boolean wantsTheRest() {
        return storesTheRest;
    }

    void storeTheRest() {
        storesTheRest = true;
    }

    /** Nothing lies there, or is on its way there. */
    boolean isEmpty() {
        return onDisk == 0 && inTransit == 0;
    }

    long onDisk() {
        return onDisk;
    }

    int inTransit() {
        return inTransit;
    }

    /** Its thread is parked until there is something to do. */
    void pause() {
        moverWaits = true;
    }

    boolean isPaused() {
        return moverWaits;
    }

    void wake() {
        moverWaits = false;
        LockSupport.unpark(mover);
    }

    void send(SampleQueue transit) {
        inTransit = transit.size();
    }

    void stored() {
        onDisk += inTransit;
        inTransit = 0;
        takesMore = true;
    }

    void giveBack(SampleQueue transit) {
        takesMore = false;
        returned = transit;
    }

    /** What was given back is for the disk again, as far as it is still there. */
    void takeBack() {
        returned = null;
    }

    /** The sink takes what was given back, as far as there is room. */
    void takeReturned(SampleQueue staged) {
        SampleQueue from = returned;
        if (from == null) {
            return;
        }
        while (!from.isEmpty() && staged.hasRoom(from.headLength())) {
            long head = from.head();
            Origin origin = from.originAt(head);
            from.copyTo(staged, head, origin.statusAtDelivery(from.pointAt(head), from.statusAt(head)));
            from.removeHead();
            inTransit--;
        }
    }

    /** The sink has read samples that lay there. */
    void take(SampleQueue staged) {
        for (long position = staged.head(); position < staged.tail(); position++) {
            Origin origin = staged.originAt(position);
            int status = staged.statusAt(position);
            staged.setStatusAt(position, origin.statusAtDelivery(staged.pointAt(position), status));
        }
        onDisk -= staged.size();
    }

    /** Samples there will never be read. Nobody knows whose they were: all points have lost some. */
    void lose(long samples) {
        onDisk -= samples;
        hasLost = true;
        origins.values().forEach(Origin::loseBeforeNextDelivery);
    }

    /** The next run finds samples there that are elsewhere in the books of this one; nothing is in transit any more. */
    void settle(long more) {
        onDisk += more;
        inTransit = 0;
    }
}
