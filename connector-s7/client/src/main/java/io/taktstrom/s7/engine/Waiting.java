package io.taktstrom.s7.engine;

import org.jspecify.annotations.Nullable;

/** Those that wait for a job, the longest waiting first. Allocates nothing; guarded by its link. */
final class Waiting {

    private @Nullable Exchange first;
    private @Nullable Exchange last;

    boolean isEmpty() {
        return first == null;
    }

    /** Whether nobody has waited longer. */
    boolean lets(Exchange exchange) {
        return first == null || first == exchange;
    }

    /** Has it wait, if it does not yet. */
    void add(Exchange exchange) {
        if (exchange.queued) {
            return;
        }
        exchange.queued = true;
        Exchange tail = last;
        if (tail == null) {
            first = exchange;
        } else {
            tail.next = exchange;
        }
        last = exchange;
    }

    /** Has it wait no more, if it did. */
    void remove(Exchange exchange) {
        Exchange before = null;
        for (Exchange one = exchange.queued ? first : null; one != null; before = one, one = one.next) {
            if (one == exchange) {
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
