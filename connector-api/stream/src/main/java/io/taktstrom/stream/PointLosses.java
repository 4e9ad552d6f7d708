package io.taktstrom.stream;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Before which samples of each point others were lost. By the point's name, as its samples may belong to several groups: of the
 * sessions before and after a reconnection, of a reload, of a former run. Guarded by the queue's monitor. Hot: allocates where a
 * name comes for the first time only.
 */
final class PointLosses {

    /** Of one point. */
    static final class Marks {
        private int before;

        /** Whether one of these is due; it is not any more. */
        boolean take(int wanted) {
            boolean due = (before & wanted) != 0;
            before &= ~wanted;
            return due;
        }
    }

    private final Map<String, Marks> byName = new HashMap<>();
    private final List<Marks> all = new ArrayList<>();
    private boolean any;
    /** What a point has that comes for the first time. */
    private int first;

    Marks of(String name) {
        Marks known = byName.get(name);
        if (known == null) {
            known = new Marks();
            known.before = first;
            byName.put(name, known);
            all.add(known);
        }
        return known;
    }

    /** Whether anything was lost since the start. */
    boolean hasAny() {
        return any;
    }

    void lose(Marks point, int before) {
        point.before |= before;
        any = true;
    }

    /** Samples of any point were lost, also of those that come later. */
    void loseAny(int before) {
        first |= before;
        for (int i = 0; i < all.size(); i++) {
            lose(all.get(i), before);
        }
        any = true;
    }

    /** Whether a point has one of these, or the first one to come will have it. */
    boolean has(int before) {
        if (all.isEmpty()) {
            return (first & before) != 0;
        }
        for (int i = 0; any && i < all.size(); i++) {
            if ((all.get(i).before & before) != 0) {
                return true;
            }
        }
        return false;
    }
}
