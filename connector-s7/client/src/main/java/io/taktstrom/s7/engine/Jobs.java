package io.taktstrom.s7.engine;

import java.util.Arrays;

import org.jspecify.annotations.Nullable;

/** As many requests on their way as the CPU granted, never more. Hot; guarded by its link. */
final class Jobs {

    private static final int MAX_REFERENCE = 0xFFFF;

    private final Job[] jobs;
    private int free;
    private int lastReference;

    Jobs(int count) {
        jobs = new Job[count];
        Arrays.setAll(jobs, i -> new Job());
        free = count;
    }

    boolean hasFree() {
        return free > 0;
    }

    boolean areAllFree() {
        return free == jobs.length;
    }

    /** Takes a free job for a request; there must be one. */
    Job claim(Work work, int request) {
        for (Job job : jobs) {
            if (job.isFree()) {
                job.reference = newReference();
                job.request = request;
                job.work = work;
                free--;
                return job;
            }
        }
        throw new IllegalStateException(free + " free jobs, but none found");
    }

    void release(Job job) {
        job.release();
        free++;
    }

    /** References come back as late as possible, so that no late answer meets a new request. */
    private int newReference() {
        do {
            lastReference = lastReference == MAX_REFERENCE ? 1 : lastReference + 1;
        } while (find(lastReference) != null);
        return lastReference;
    }

    /** The job with this reference, or null if there is none. */
    @Nullable
    Job find(int reference) {
        for (Job job : jobs) {
            if (job.reference == reference && !job.isFree()) {
                return job;
            }
        }
        return null;
    }

    /** The one that has been on its way for longest, or null if there is none. */
    @Nullable
    Job oldest() {
        Job oldest = null;
        for (Job job : jobs) {
            if (!job.isFree() && (oldest == null || age(job) > age(oldest))) {
                oldest = job;
            }
        }
        return oldest;
    }

    private int age(Job job) {
        return (lastReference - job.reference) & MAX_REFERENCE;
    }

    /** Answers to this work are nobody's from now on; its jobs are free only when they have come. */
    void abandon(Work work) {
        for (Job job : jobs) {
            if (job.work == work) {
                job.work = null;
            }
        }
    }
}
