package io.taktstrom.opcua.simulator;

import java.util.concurrent.atomic.LongAdder;

/** Counts what happens. */
final class Meter {

    final LongAdder missedCycles = new LongAdder();
    final LongAdder writes = new LongAdder();
    final LongAdder calls = new LongAdder();
    final LongAdder events = new LongAdder();
    final LongAdder historyReads = new LongAdder();
}
