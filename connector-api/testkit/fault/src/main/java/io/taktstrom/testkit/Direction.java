package io.taktstrom.testkit;

/** Which way bytes travel through a {@link FaultProxy}. */
public enum Direction {
    /** From the side that connected to the device. */
    TO_SERVER,
    /** From the device to the side that connected. */
    TO_CLIENT
}
