package io.taktstrom.ads.symbol;

import java.time.Duration;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.CommonOptions;
import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.model.Endpoint;

/** What the device of one connection may cost. */
public record Allowance(MemoryBudget memory, EpochNanoClock clock, Duration browseTimeout) {

    public static Allowance of(Endpoint endpoint, EpochNanoClock clock) {
        return new Allowance(MemoryBudget.of(endpoint), clock, CommonOptions.BROWSE_TIMEOUT.of(endpoint));
    }

    /** For work of many requests that begins now. */
    Deadline deadline() {
        return Deadline.after(clock, browseTimeout, CommonOptions.BROWSE_TIMEOUT.name());
    }
}
