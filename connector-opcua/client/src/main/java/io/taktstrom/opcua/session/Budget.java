package io.taktstrom.opcua.session;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.opcua.channel.MessageLimit;

/**
 * What a server may cost us, whatever it answers.
 *
 * @param memory that its figures may make us hold
 * @param clock for deadlines
 * @param browseTimeout for work of many requests, such as finding points
 */
public record Budget(MemoryBudget memory, EpochNanoClock clock, Duration browseTimeout) {

    /** Milo makes about twenty bytes of objects of each byte of some answers, which are soon garbage. */
    private static final int PART_OF_MEMORY = 8;

    private static final int MIN_MESSAGE = 64 * 1024;

    /** For work of many requests that begins now. */
    public Deadline deadline() {
        return Deadline.after(clock, browseTimeout, "browseTimeout");
    }

    /** How large one answer may be, of which we want to take no more than so many bytes. */
    MessageLimit messageLimit(int wanted) {
        long granted = Math.max(MIN_MESSAGE, memory.limit() / PART_OF_MEMORY);
        return wanted <= granted
                ? new MessageLimit(wanted, "raise maxMessageBytes")
                : new MessageLimit((int) granted, "raise maxMemory, of which one answer may take an eighth");
    }
}
