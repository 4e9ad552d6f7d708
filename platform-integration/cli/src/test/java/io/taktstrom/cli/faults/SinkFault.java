package io.taktstrom.cli.faults;

import java.util.List;
import java.util.SplittableRandom;

import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;

/**
 * A fault between takt and what it publishes to, or of that.
 *
 * @param number in the list of faults
 * @param how it is made to happen, in words; CRASH stands for what is done to the receiver
 * @param lasts whether health is to tell of it before it is ended
 */
record SinkFault(int number, String name, String how, boolean lasts, Injection begin, Injection end) {

    /** Stands for what is done to a receiver. */
    static final String CRASH = "CRASH";

    /** Makes it happen, or ends it. */
    @FunctionalInterface
    interface Injection {
        void apply(Receiver receiver, SplittableRandom random) throws Exception;
    }

    private static final Injection CLEAR =
            (receiver, random) -> receiver.proxy().clear();

    private static void stall(FaultProxy proxy, Direction... directions) {
        for (Direction direction : directions) {
            proxy.arm(new Fault.Stall(direction, 0));
        }
    }

    /** The connections are dead for good, as behind a router that has forgotten them. */
    private static void forget(FaultProxy proxy) {
        proxy.arm(new Fault.Reset(Direction.TO_CLIENT, 0)).disarm();
        proxy.clear();
    }

    /** All of them. */
    static List<SinkFault> all() {
        return List.of(
                new SinkFault(
                        1,
                        "Half-open connection to a receiver",
                        "nothing passes in either direction, until health tells of it and for 3 s more",
                        true,
                        (receiver, random) -> stall(receiver.proxy(), Direction.TO_CLIENT, Direction.TO_SERVER),
                        (receiver, random) -> forget(receiver.proxy())),
                new SinkFault(
                        2,
                        "RST in the middle of a message",
                        "RST to both ends behind a random byte, ten times, half a second apart",
                        false,
                        (receiver, random) -> {
                            for (int i = 0; i < 10; i++) {
                                long sent = receiver.proxy()
                                        .forwarded(receiver.proxy().accepted(), Direction.TO_SERVER);
                                var cut = receiver.proxy()
                                        .arm(
                                                receiver.proxy().accepted(),
                                                new Fault.Reset(Direction.TO_SERVER, sent + random.nextInt(1, 2000)));
                                Thread.sleep(500);
                                cut.disarm();
                            }
                        },
                        CLEAR),
                new SinkFault(
                        22,
                        "Receiver away",
                        "cut, then refused, until health tells of it and for 3 s more; a buffer on disk",
                        true,
                        (receiver, random) -> {
                            receiver.proxy().arm(new Fault.Refuse());
                            receiver.proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                        },
                        CLEAR),
                new SinkFault(
                        22,
                        "Receiver crashes between a write and its acknowledgement",
                        "for 2 s its answers do not pass, then " + CRASH + " and comes back",
                        true,
                        (receiver, random) -> {
                            stall(receiver.proxy(), Direction.TO_CLIENT);
                            Thread.sleep(2_000);
                            receiver.kill();
                            forget(receiver.proxy());
                        },
                        (receiver, random) -> receiver.restart()));
    }
}
