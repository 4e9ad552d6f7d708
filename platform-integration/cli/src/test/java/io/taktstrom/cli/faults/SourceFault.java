package io.taktstrom.cli.faults;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;

/**
 * A fault between a device and takt, or of the device.
 *
 * @param number in the list of faults
 * @param how it is made to happen, in words
 * @param kind what it does to the connection
 * @param protocols that can have it
 */
record SourceFault(
        int number, String name, String how, Kind kind, Set<Protocol> protocols, Injection begin, Injection end) {

    /** What a fault does to a connection. */
    enum Kind {
        /** It lasts until it is ended; health tells of it. */
        LASTS,
        /** It lasts, and the connection stays; what is read is Bad or nothing, but not wrong. */
        STAYS,
        /** It ends the connection at once, and is over. */
        BREAKS,
        /** The device begins to count again. */
        RESTARTS,
        /** Nothing is lost by it. */
        HARMLESS
    }

    /** Makes it happen, or ends it. */
    @FunctionalInterface
    interface Injection {
        void apply(CountedDevice device, SplittableRandom random) throws Exception;
    }

    private static final Injection CLEAR = (device, random) -> device.proxy().clear();
    private static final Injection NOTHING = (device, random) -> {};
    /** An error of ADS: timeout (Beckhoff's ADS return codes, 0x745). */
    private static final int ADS_TIMEOUT = 0x745;

    private static SourceFault of(
            int number, String name, String how, Kind kind, Injection begin, Injection end, Protocol... protocols) {
        Set<Protocol> all =
                protocols.length == 0 ? EnumSet.allOf(Protocol.class) : EnumSet.copyOf(Arrays.asList(protocols));
        return new SourceFault(number, name, how, kind, all, begin, end);
    }

    private static long position(FaultProxy proxy, Direction direction) {
        return proxy.forwarded(proxy.accepted(), direction);
    }

    /** All of them. */
    static List<SourceFault> all() {
        return List.of(
                of(
                        1,
                        "Half-open connection",
                        "nothing passes in either direction, no FIN and no RST",
                        Kind.LASTS,
                        (device, random) -> {
                            device.proxy().arm(new Fault.Stall(Direction.TO_CLIENT, 0));
                            device.proxy().arm(new Fault.Stall(Direction.TO_SERVER, 0));
                        },
                        // The old connection is dead for good, as behind a router that has forgotten it.
                        (device, random) -> {
                            device.proxy()
                                    .arm(new Fault.Reset(Direction.TO_CLIENT, 0))
                                    .disarm();
                            device.proxy().clear();
                        }),
                of(
                        2,
                        "RST in the middle of a frame",
                        "RST to both ends behind a random byte of an answer",
                        Kind.BREAKS,
                        (device, random) -> device.proxy()
                                .arm(
                                        device.proxy().accepted(),
                                        new Fault.Reset(
                                                Direction.TO_CLIENT,
                                                position(device.proxy(), Direction.TO_CLIENT) + random.nextInt(1, 60))),
                        CLEAR),
                of(
                        3,
                        "Frames in pieces",
                        "pieces of 1 to 8 bytes in both directions, for 5 s",
                        Kind.HARMLESS,
                        (device, random) -> {
                            device.proxy().arm(new Fault.RandomSplit(Direction.TO_CLIENT, 1, 8));
                            device.proxy().arm(new Fault.RandomSplit(Direction.TO_SERVER, 1, 8));
                        },
                        CLEAR),
                of(
                        4,
                        "Many frames in one read",
                        "what comes in 50 ms is forwarded in one write, for 5 s",
                        Kind.HARMLESS,
                        (device, random) -> device.proxy()
                                .arm(new Fault.Coalesce(Direction.TO_CLIENT, 1 << 16, Duration.ofMillis(50))),
                        CLEAR),
                of(
                        5,
                        "Impossible length in a header",
                        "the connection is cut; the first answer of the next one states 2 GiB (S7: 32 KiB) more than it has",
                        Kind.BREAKS,
                        (device, random) -> {
                            int next = device.proxy().accepted() + 1;
                            device.proxy()
                                    .arm(next, new Fault.Corrupt(Direction.TO_CLIENT, device.protocol.lengthAt, 0x80));
                            device.proxy().arm(next - 1, new Fault.Reset(Direction.TO_CLIENT, 0));
                        },
                        CLEAR),
                of(
                        6,
                        "End of stream in a header",
                        "FIN to both ends behind 1 to 5 bytes",
                        Kind.BREAKS,
                        (device, random) -> device.proxy()
                                .arm(
                                        device.proxy().accepted(),
                                        new Fault.Truncate(
                                                Direction.TO_CLIENT,
                                                position(device.proxy(), Direction.TO_CLIENT) + random.nextInt(1, 6))),
                        CLEAR),
                of(
                        7,
                        "A device that sends a byte a second",
                        "answers pass at one byte a second, until it is given up",
                        Kind.LASTS,
                        (device, random) -> device.proxy()
                                .arm(new Fault.Split(Direction.TO_CLIENT, List.of(1), Duration.ofSeconds(1))),
                        (device, random) -> {
                            device.proxy()
                                    .arm(new Fault.Reset(Direction.TO_CLIENT, 0))
                                    .disarm();
                            device.proxy().clear();
                        }),
                of(
                        11,
                        "Device away",
                        "cut, then refused until health tells of it and for 3 s more",
                        Kind.LASTS,
                        (device, random) -> {
                            device.proxy().arm(new Fault.Refuse());
                            device.proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                        },
                        CLEAR),
                of(
                        12,
                        "Errors in place of answers",
                        "each request is refused with 0x745, for 5 s, behind a cut",
                        Kind.LASTS,
                        (device, random) -> {
                            device.ads().faults().add(new DeviceFault.Refuse(FaultScope.all(), ADS_TIMEOUT));
                            device.ads().dropConnections();
                        },
                        (device, random) -> device.ads().faults().clear(),
                        Protocol.ADS),
                of(
                        13,
                        "RUN to CONFIG and back",
                        "the system goes to CONFIG, and back to RUN when health tells of it",
                        Kind.RESTARTS,
                        (device, random) -> device.ads().enterConfig(),
                        (device, random) -> device.ads().download(),
                        Protocol.ADS),
                of(
                        14,
                        "Online change",
                        "the program is changed while it runs: all handles and addresses are void",
                        Kind.STAYS,
                        (device, random) -> device.ads().onlineChange(),
                        NOTHING,
                        Protocol.ADS),
                of(
                        15,
                        "Restart of the device",
                        "the device ends, starts again on its port, and counts from the start",
                        Kind.RESTARTS,
                        (device, random) -> device.restart(),
                        NOTHING),
                of(
                        15,
                        "Program download",
                        "a program is loaded: handles and notifications are gone, values are the first ones",
                        Kind.RESTARTS,
                        (device, random) -> device.ads().download(),
                        NOTHING,
                        Protocol.ADS),
                of(
                        15,
                        "Restart with other namespaces",
                        "the server restarts with three namespaces before its own",
                        Kind.RESTARTS,
                        (device, random) -> device.opcUa().restart(3),
                        NOTHING,
                        Protocol.OPC_UA));
    }
}
