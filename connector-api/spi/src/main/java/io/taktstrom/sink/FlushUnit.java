package io.taktstrom.sink;

/**
 * Samples that are published together: gathered, delivered, acknowledged or delivered again as a whole. For the thread that
 * publishes.
 */
public interface FlushUnit {

    /**
     * Its number among all units of this inlet, from 1. One that is delivered again keeps its number and its samples, so
     * number and inlet tell a receiver what it has already. Numbers start from 1 with each start of the process.
     */
    long number();

    /** 1 when it is delivered for the first time, 2 for the second, and so on. */
    int attempt();

    /** Whether the batch is its last one: when the call returns, the receiver has acknowledged the whole unit. */
    boolean isComplete();

    /**
     * The receiver will never take this sample, however often it is delivered: its value does not fit, its name is not
     * allowed. It counts as dropped for the reason {@code refused}, the next sample of its point is marked Overflow, and an
     * operator hears why, now and then. The unit goes on without it. What was refused is forgotten when the unit fails.
     *
     * @param sample its place in the unit, from 0, counted over all batches so far
     * @param reason for people: what does not fit, and what to do
     */
    void refuse(int sample, String reason);

    /**
     * The receiver does not permit this sample, and an administrator can change that: an access list forbids the topic. All other
     * samples of the unit are published; this one stays buffered and is delivered again with back-off, as a unit of another
     * number, until it is permitted or refused. The samples behind the unit wait, and health has the reason. Call it for later
     * samples of the same destination, too, where their order matters: they are delivered again behind it.
     *
     * @param sample its place in the unit, as with {@link #refuse}
     * @param reason for people: what is not permitted, and what to do
     */
    default void deny(int sample, String reason) {
        refuse(sample, reason);
    }
}
