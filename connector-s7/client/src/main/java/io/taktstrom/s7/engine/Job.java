package io.taktstrom.s7.engine;

import org.jspecify.annotations.Nullable;

/** Room for one request on its way. Guarded by its link; reused for ever. */
final class Job {

    /** Never used for a request: some CPUs put it into refusals. */
    static final int NO_REFERENCE = 0;

    /** {@link #NO_REFERENCE} when the job is free. */
    int reference;

    int request;
    /** Null when nobody waits for the answer any more; it will come all the same, and the CPU counts the job till then. */
    @Nullable
    Work work;

    boolean isFree() {
        return reference == NO_REFERENCE;
    }

    void release() {
        reference = NO_REFERENCE;
        work = null;
    }
}
