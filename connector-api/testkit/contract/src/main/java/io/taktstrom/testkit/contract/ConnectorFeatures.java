package io.taktstrom.testkit.contract;

import io.taktstrom.testkit.FaultProxy;

/** Names, for {@link DeviceUnderTest#missing}, of what a device or a connector may lack. */
public interface ConnectorFeatures {

    /** The tests that put a {@link FaultProxy} before the device. */
    String FAULTS = "faults on the wire";

    /** The tests that count what the hot paths allocate. */
    String NO_ALLOCATION = "no allocation";

    /** The test that has a variable fail. */
    String FAILING = "a variable that fails";

    /** The tests that write what the device protects. */
    String READ_ONLY = "a read-only variable";

    /** The test that counts round trips. */
    String ROUND_TRIPS = "round trips";

    /** The test that counts the requests to write that reach the device. */
    String WRITE_COUNT = "a count of writes";

    /** The test that repeats an answer of the device. */
    String NUMBERED_ANSWERS = "answers that name their request";

    /** The test of events, for connectors that are not built on the kit. */
    String FLIGHT_RECORDER = "events for Flight Recorder";
}
