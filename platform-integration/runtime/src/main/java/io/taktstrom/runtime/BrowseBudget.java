package io.taktstrom.runtime;

import java.util.List;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;

/**
 * What a device may cost that is browsed for points: names, whether they are wanted or not, the memory that holds them,
 * and time. A device that never comes to an end is browsed in vain, at no cost to others. One browse, one thread.
 */
public final class BrowseBudget {

    /** Far more than any machine has; a device that names more makes them up. */
    private static final int MAX_NAMES = 1_000_000;

    /** Of {@code maxMemory}: the rest is the connector's, which holds tables of its own. */
    private static final int PART = 4;

    /** What a node costs beside its texts, and the point that is made of it. */
    private static final int BYTES_PER_NODE = 200;

    private final Deadline deadline;
    private final MemoryBudget memory;
    private long names;
    private boolean leftOut;

    /** Begins now. */
    public BrowseBudget(Endpoint endpoint, EpochNanoClock clock) {
        deadline =
                Deadline.after(clock, CommonOptions.BROWSE_TIMEOUT.of(endpoint), CommonOptions.BROWSE_TIMEOUT.name());
        memory = new MemoryBudget(Math.max(1, MemoryBudget.of(endpoint).limit() / PART));
    }

    /** @throws ConnectorException when that is more than there is */
    void take(List<BrowseNode> page, String what) throws ConnectorException {
        deadline.check(what);
        names += page.size();
        if (names > MAX_NAMES) {
            throw new DeviceErrorException(
                    what + ": the device names more than " + MAX_NAMES + " variables; narrow the pattern",
                    StatusCode.BAD_ENCODING_LIMITS_EXCEEDED,
                    0);
        }
        long bytes = 0;
        for (BrowseNode node : page) {
            // What has no type cannot be a point, and is not kept.
            bytes += node.type() == null
                    ? 0
                    : BYTES_PER_NODE
                            + 2L * (node.address().length() + node.comment().length());
        }
        memory.take(bytes, what);
    }

    /** @throws ConnectorException when the time is over */
    void check(String what) throws ConnectorException {
        deadline.check(what);
    }

    /** Something that matched is not sampled. */
    void leaveOut() {
        leftOut = true;
    }

    boolean hasLeftOut() {
        return leftOut;
    }
}
