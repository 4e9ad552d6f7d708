package io.taktstrom.stream.source;

import java.util.concurrent.atomic.LongAdder;

/** What became of the samples of a connection's scans, those that have ended included. Thread-safe. */
final class FeedCounts {

    /** Passed to the sinks, those that say that the device is lost among them. */
    final LongAdder delivered = new LongAdder();

    /** Came marked Overflow. */
    final LongAdder overflows = new LongAdder();

    /** Came after their session had been given up, and are lost: counted and marked. */
    final LongAdder late = new LongAdder();

    /** Were offered after their session had been given up, and left with it. */
    final LongAdder refused = new LongAdder();

    /** Exceptions of sinks. */
    final LongAdder sinkFailures = new LongAdder();
}
