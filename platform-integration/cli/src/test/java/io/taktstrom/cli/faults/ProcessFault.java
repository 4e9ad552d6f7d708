package io.taktstrom.cli.faults;

import java.util.List;

import io.taktstrom.cli.faults.Scene.Course;

/**
 * A fault of takt's process, its disk, its clock or its files, which has a course of its own.
 *
 * @param number in the list of faults
 * @param how it is made to happen, in words
 */
record ProcessFault(int number, String name, String peer, String how, Course course) {

    /** All of them. */
    static List<ProcessFault> all() {
        return List.of(
                new ProcessFault(
                        24,
                        "Killed process",
                        "ADS to HTTP",
                        "SIGKILL while it publishes with `persist: always`; started again at once",
                        KilledProcess::whilePublishing),
                new ProcessFault(
                        24,
                        "Killed process",
                        "ADS to HTTP, away",
                        "SIGKILL with more than 1,000 samples on disk; started again, and the receiver is back",
                        KilledProcess::whileBuffering),
                new ProcessFault(
                        24,
                        "Killed process",
                        "ADS to a file",
                        "SIGKILL while it writes lines; started again at once",
                        KilledProcess::whileWriting),
                new ProcessFault(
                        16,
                        "Handles of a former session",
                        "ADS",
                        "SIGKILL, started again: the PLC must not keep notifications of both",
                        KilledProcess::withHandles),
                new ProcessFault(
                        23,
                        "Full disk below the buffer",
                        "ADS to HTTP, away",
                        "a file system of 192 KiB for the buffer; the receiver comes back when samples were dropped",
                        DiskFaults::fullBuffer),
                new ProcessFault(
                        23,
                        "Full disk below a file",
                        "ADS to a file",
                        "a file system of 1 MiB for the file; room is made when health has told of it for 3 s",
                        DiskFaults::fullFile),
                new ProcessFault(
                        25,
                        "A bit flips on the disk",
                        "ADS to HTTP, away",
                        "a bit in the middle of a segment of more than 1,000 samples, between two runs",
                        DiskFaults::flippedBit),
                new ProcessFault(
                        20,
                        "Clock jumps",
                        "ADS to HTTP",
                        "takt's wall clock is set an hour ahead, then two hours back",
                        ClockFaults::jumps),
                new ProcessFault(
                        26,
                        "Certificate expired, not yet valid",
                        "MQTT over TLS",
                        "takt's clock ten years ahead, then ten years back, of the broker's certificate for two days",
                        ClockFaults::certificates),
                new ProcessFault(
                        9,
                        "The device's name leads to another address",
                        "ADS",
                        "the hosts file changes, and the former address refuses connections",
                        NetworkFaults::otherAddress),
                new ProcessFault(
                        10,
                        "A second client takes the only connection",
                        "ADS",
                        "another client of this host connects each 300 ms, for 5 s; the PLC closes the older connection",
                        NetworkFaults::stolenConnection),
                new ProcessFault(
                        1,
                        "Packets dropped by the kernel",
                        "ADS",
                        "nftables drops what goes to the device and comes from it, in a network namespace",
                        NetworkFaults::droppedPackets),
                new ProcessFault(
                        21,
                        "One receiver hangs, others do not",
                        "ADS to HTTP and to a file",
                        "HTTP hangs for 5 s behind a ring of 512 in memory (`dropOldest`)",
                        LoadFaults::slowConsumer),
                new ProcessFault(
                        17,
                        "Burst",
                        "ADS to a file",
                        "a counter each 50 µs (20,000 samples a second) for 10 s",
                        LoadFaults::burst),
                new ProcessFault(
                        18,
                        "More points than notifications",
                        "ADS",
                        "700 points, of which the PLC takes 500 as notifications",
                        LoadFaults::manyPoints),
                new ProcessFault(
                        29,
                        "All devices restart at once",
                        "100 × S7",
                        "100 connections to one CPU that restarts",
                        LoadFaults::manyDevices),
                new ProcessFault(
                        27,
                        "A reload of an invalid file",
                        "ADS to a file",
                        "SIGHUP with a broken file, then with one of nested aliases, then with the former one",
                        FileFaults::invalidReload),
                new ProcessFault(
                        28,
                        "Duplicate points, 100,000 points",
                        "takt validate",
                        "a CSV file with 100,000 points; the same with one point twice",
                        FileFaults::manyPoints),
                new ProcessFault(
                        30,
                        "Shutdown while all is broken",
                        "ADS to HTTP",
                        "SIGTERM while the device is half-open and the receiver refuses",
                        FileFaults::shutdown));
    }
}
