package io.taktstrom.s7.simulator;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts what happens. Thread-safe; counting allocates nothing. */
final class Meter {

    final LongAdder refusedConnections = new LongAdder();
    final LongAdder reads = new LongAdder();
    final LongAdder writes = new LongAdder();
    final LongAdder items = new LongAdder();
    final LongAdder systemRequests = new LongAdder();
    final LongAdder droppedJobs = new LongAdder();
    final LongAdder protocolErrors = new LongAdder();
    private final AtomicInteger mostJobs = new AtomicInteger();

    void jobs(int onTheirWay) {
        if (onTheirWay > mostJobs.get()) {
            mostJobs.accumulateAndGet(onTheirWay, Math::max);
        }
    }

    Counters read(long connections, int openConnections) {
        return new Counters(
                connections,
                openConnections,
                refusedConnections.sum(),
                reads.sum(),
                writes.sum(),
                items.sum(),
                systemRequests.sum(),
                droppedJobs.sum(),
                mostJobs.get(),
                protocolErrors.sum());
    }
}
