package io.taktstrom.s7.engine;

import org.jspecify.annotations.Nullable;

/** Those that wait for a job, the longest waiting first. Allocates nothing; guarded by its link. */
final class Waiting {

    private @Nullable Work first;
    private @Nullable Work last;

    boolean isEmpty() {
        return first == null;
    }

    /** Whether nobody has waited longer. */
    boolean lets(Work work) {
        return first == null || first == work;
    }

    /** Has it wait, if it does not yet. */
    void add(Work work) {
        if (work.queued) {
            return;
        }
        work.queued = true;
        Work tail = last;
        if (tail == null) {
            first = work;
        } else {
            tail.next = work;
        }
        last = work;
    }

    /** Has it wait no more, if it did. */
    void remove(Work work) {
        Work before = null;
        for (Work one = work.queued ? first : null; one != null; before = one, one = one.next) {
            if (one == work) {
                if (before == null) {
                    first = one.next;
                } else {
                    before.next = one.next;
                }
                if (last == one) {
                    last = before;
                }
                one.next = null;
                one.queued = false;
                return;
            }
        }
    }
}
