package io.taktstrom.opcua.simulator;

/** What a simulated server counts. */
public enum OpcUaCounter {
    /** Values that clients wrote. */
    WRITES,
    /** Calls of methods. */
    CALLS,
    /** Events that were sent, with or without subscribers. */
    EVENTS,
    /** Nodes whose history was read. */
    HISTORY_READS,
    /** Cycles that were more than a second late and were skipped: too many items, or too slow a machine. */
    MISSED_CYCLES
}
