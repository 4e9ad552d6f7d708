package io.taktstrom.runtime.health;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * How a sink does, with all streams that end in it.
 *
 * @param isOpen whether it could be opened
 * @param trouble what is wrong, where and what to do, on one line; empty while its receiver takes what it is sent
 * @param backlog samples that wait for it, in memory and on disk
 * @param oldestAt when the oldest of them was received, or written to disk, epoch nanoseconds; {@link
 *     io.taktstrom.data.SampleBatch#NO_TIME} when none waits
 * @param failures how often it has thrown an exception
 * @param maxWait how long samples may wait for it; null for any time
 */
public record SinkReport(
        String name,
        boolean isOpen,
        String trouble,
        long backlog,
        long oldestAt,
        long failures,
        @Nullable Duration maxWait) {

    /** Why it takes nothing; empty while it does. */
    public String failure() {
        return isOpen || !trouble.isEmpty() ? trouble : "it is not open; tried again until it is";
    }
}
