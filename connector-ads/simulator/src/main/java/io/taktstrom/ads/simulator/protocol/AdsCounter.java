package io.taktstrom.ads.simulator.protocol;

/** What a simulated PLC counts. */
public enum AdsCounter {
    /** Frames of another protocol; each closed its connection. */
    PROTOCOL_ERRORS,
    /** Frames with notifications that were sent, or passed to the network. */
    NOTIFICATION_FRAMES,
    /** Samples in those frames. */
    SAMPLES,
    /** Samples dropped because a client did not read fast enough. */
    SAMPLES_DROPPED,
    /** How often the task could not keep up and postponed its schedule; no cycle is ever skipped. */
    OVERRUNS
}
