package io.taktstrom.stream.poll;

import java.nio.ByteBuffer;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;

/** Keeps of each read what differs from the read before. Hot. One thread. */
final class Changes {

    private final PointGroup group;
    private final SampleBatch last;
    private final SampleBatch changed;
    private boolean any;

    Changes(PointGroup group) {
        this.group = group;
        last = group.newBatch();
        changed = group.newBatch();
    }

    /** The changed samples of a read; valid until the next call. */
    SampleBatch of(SampleBatch read) {
        changed.reset(read.group(), read.receivedAt(), 0);
        boolean comparable = any && last.size() == read.size();
        for (int i = 0; i < read.size(); i++) {
            if (!comparable || differs(read, i)) {
                changed.addFrom(read, i, group.typeAt(read.pointAt(i)));
            }
        }
        last.copyFrom(read);
        any = true;
        return changed;
    }

    private boolean differs(SampleBatch read, int i) {
        if (read.pointAt(i) != last.pointAt(i) || read.statusAt(i) != last.statusAt(i)) {
            return true;
        }
        if (group.typeAt(read.pointAt(i)).isInline()) {
            return read.longAt(i) != last.longAt(i);
        }
        int length = read.lengthAt(i);
        if (length != last.lengthAt(i)) {
            return true;
        }
        ByteBuffer now = read.arena();
        ByteBuffer before = last.arena();
        for (int b = 0; b < length; b++) {
            if (now.get(read.arenaOffsetAt(i) + b) != before.get(last.arenaOffsetAt(i) + b)) {
                return true;
            }
        }
        return false;
    }
}
