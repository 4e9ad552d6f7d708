package io.taktstrom.testkit.sink;

/** Names, for {@link SinkUnderTest#missing}, of what a sink or its receiver may lack. */
public interface SinkFeatures {

    /** Options with which the sink cannot be used at all. */
    String UNUSABLE = "options that cannot be used";

    /** A receiver that goes away and comes back. */
    String OUTAGE = "outages";

    /** A receiver without room. */
    String FULL = "a full receiver";

    /** A receiver that does not answer. */
    String STALL = "a receiver that does not answer";

    /** Samples that the receiver will never take. */
    String REFUSAL = "samples that are refused";

    /** Units that the receiver recognises when they are delivered again, by their number. */
    String REPEATS = "units that are recognised when they come again";

    /** A receiver that keeps what it has when the sink is closed and opened again. */
    String REOPENING = "opening again";

    /** The time of the device, to the nanosecond. */
    String SOURCE_TIME = "source times";

    /** Our time of receipt, to the nanosecond. */
    String RECEIVED_AT = "times of receipt";

    /** Values that are dates and times of day, to the nanosecond; without it, to 100 ns. */
    String VALUE_NANOSECONDS = "nanoseconds of values";

    /** The status of a sample. */
    String STATUS = "statuses";

    /** A hot path that allocates nothing for a sample. */
    String NO_ALLOCATION = "no allocation";
}
