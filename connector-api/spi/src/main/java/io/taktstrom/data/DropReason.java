package io.taktstrom.data;

/** Why a sample did not reach the sink. The texts are stable: meters and health reports show them. */
public enum DropReason {
    /** It came from a session that had been given up, which could not leave it to the next one. */
    LATE("late"),
    /** The ring was full, and the sample that arrived was dropped. */
    OVERFLOW_NEWEST("overflowNewest"),
    /** The ring was full, and the sample that had waited longest was dropped. */
    OVERFLOW_OLDEST("overflowOldest"),
    /** A newer sample of the same point took its place in the ring. */
    CONFLATED("conflated"),
    /** The ring was full for longer than the source may be blocked. */
    BLOCK_TIMEOUT("blockTimeout"),
    /** A string, an array or a structure larger than the pipeline takes. */
    TOO_LARGE("tooLarge"),
    /** It differed too little from the last one. */
    DEADBAND("deadband"),
    /** Another sample stands for its interval. */
    DOWNSAMPLED("downsampled"),
    /** A stage that names no reason of its own did not pass it on. */
    FILTERED("filtered"),
    /** A stage threw an exception. */
    STAGE_FAILED("stageFailed"),
    /** The sink's receiver will never take it, and said why. */
    REFUSED("refused"),
    /** The sink threw an exception that a repetition would not cure. */
    SINK_FAILED("sinkFailed"),
    /** The buffer on disk had reached its size, and the samples that had waited longest were dropped. */
    OVERFLOW_DISK("overflowDisk"),
    /** It had waited on disk for longer than samples are kept there. */
    EXPIRED("expired"),
    /** What held it on disk is damaged, or gone. */
    DAMAGED("damaged"),
    /** The pipeline was closed before the sample was published. */
    CLOSED("closed");

    private final String text;

    DropReason(String text) {
        this.text = text;
    }

    /**
     * Whether the deployment asks for it: by a stage that leaves samples out, or by a ring that holds the latest of each
     * point. A policy for a full ring asks for none: it only says which sample goes when there is no room.
     */
    public boolean wasAskedFor() {
        return this == CONFLATED || this == DEADBAND || this == DOWNSAMPLED || this == FILTERED;
    }

    /** Its name in meters and reports. */
    public String text() {
        return text;
    }
}
