package io.taktstrom.s7.simulator;

/** What a simulated CPU counts. */
public enum S7Counter {
    /** Connections that were refused: too many, or wrong rack or slot. */
    REFUSED_CONNECTIONS,
    /** Requests to read variables. */
    READS,
    /** Requests to write variables. */
    WRITES,
    /** Variables in both. */
    ITEMS,
    /** Identification, lists, passwords. */
    SYSTEM_REQUESTS,
    /** Requests above the granted number in flight; not answered, as by some CPUs. */
    DROPPED_JOBS,
    /** The most requests in flight on one connection. */
    MOST_JOBS,
    /** Frames of another protocol; each closed its connection. */
    PROTOCOL_ERRORS
}
