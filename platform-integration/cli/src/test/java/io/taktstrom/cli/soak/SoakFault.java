package io.taktstrom.cli.soak;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.FaultFailure;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;

/**
 * What happens in a minute.
 *
 * @param ends whether it ends takt's process
 * @param mayRepeat the receivers that may get samples twice by it
 */
record SoakFault(String name, boolean ends, Set<String> mayRepeat, Course course) {

    /** What happens, from begin to end. */
    @FunctionalInterface
    interface Course {
        void play(SoakPlant plant, SplittableRandom random) throws Exception;
    }

    private static final long LASTS_MILLIS = 8_000;
    private static final int CUTS = 5;
    private static final int DISCARDED = 50;
    private static final Set<String> ALL = Set.of(SoakPlant.FILE, SoakPlant.MQTT, SoakPlant.KAFKA, SoakPlant.POSTGRES);

    /** All there are. */
    static List<SoakFault> all() {
        List<SoakFault> all = new ArrayList<>(List.of(
                new SoakFault("takt is killed (SIGKILL)", true, ALL, (plant, random) -> plant.kill()),
                new SoakFault("takt is stopped (SIGTERM)", true, Set.of(), (plant, random) -> plant.restart()),
                quiet("reload: a point more, other stages, and back", SoakFault::reload),
                quiet("reload: a file that is wrong", SoakFault::reloadWrong),
                quiet(
                        "the ADS device changes its program",
                        (plant, random) -> plant.device(Protocol.ADS).ads().onlineChange()),
                quiet("the ADS device goes to CONFIG, and back with a new program", SoakFault::config),
                new SoakFault(
                        "kafka is away until a disk buffer of 1 MiB is full",
                        false,
                        Set.of(SoakPlant.KAFKA),
                        SoakFault::quota)));
        for (Protocol protocol : Protocol.values()) {
            of(protocol, all);
        }
        for (String receiver : List.of(SoakPlant.MQTT, SoakPlant.KAFKA, SoakPlant.POSTGRES)) {
            of(receiver, all);
        }
        return List.copyOf(all);
    }

    private static SoakFault quiet(String name, Course course) {
        return new SoakFault(name, false, Set.of(), course);
    }

    private static void of(Protocol protocol, List<SoakFault> all) {
        all.add(quiet("the " + protocol.title + " device restarts", (plant, random) -> {
            plant.beforeRestart(protocol);
            plant.device(protocol).restart();
        }));
        all.add(quiet("the connection to the " + protocol.title + " device is cut", (plant, random) -> {
            FaultProxy proxy = plant.device(protocol).proxy();
            cut(proxy, Direction.TO_CLIENT, random);
        }));
        all.add(quiet("the connection to the " + protocol.title + " device is silent", (plant, random) -> {
            CountedDevice device = plant.device(protocol);
            silence(device.proxy());
        }));
    }

    private static void of(String name, List<SoakFault> all) {
        Set<String> itself = Set.of(name);
        all.add(new SoakFault(name + " is paused (SIGSTOP, SIGCONT)", false, itself, (plant, random) -> {
            plant.receiver(name).signal("STOP");
            Thread.sleep(LASTS_MILLIS);
            plant.receiver(name).signal("CONT");
        }));
        all.add(new SoakFault(name + " crashes and comes back", false, itself, (plant, random) -> {
            plant.receiver(name).kill();
            Thread.sleep(LASTS_MILLIS);
            plant.receiver(name).restart();
        }));
        all.add(new SoakFault(
                "connections to " + name + " are cut",
                false,
                itself,
                (plant, random) -> cut(plant.receiver(name).proxy(), Direction.TO_SERVER, random)));
        all.add(new SoakFault(
                "connections to " + name + " are silent",
                false,
                itself,
                (plant, random) -> silence(plant.receiver(name).proxy())));
    }

    /** RST behind random bytes. */
    private static void cut(FaultProxy proxy, Direction direction, SplittableRandom random) throws Exception {
        for (int i = 0; i < CUTS; i++) {
            long sent = proxy.forwarded(proxy.accepted(), direction);
            var cut = proxy.arm(proxy.accepted(), new Fault.Reset(direction, sent + random.nextInt(1, 2_000)));
            Thread.sleep(LASTS_MILLIS / CUTS);
            cut.disarm();
        }
        proxy.clear();
    }

    /** Nothing passes, and the connections are dead for good then, as behind a router that has forgotten them. */
    private static void silence(FaultProxy proxy) throws Exception {
        proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
        proxy.arm(new Fault.Stall(Direction.TO_SERVER, 0));
        Thread.sleep(LASTS_MILLIS);
        proxy.arm(new Fault.Reset(Direction.TO_CLIENT, 0)).disarm();
        proxy.clear();
    }

    private static void reload(SoakPlant plant, SplittableRandom random) throws Exception {
        for (int version : new int[] {2, 1}) {
            String note = version == 2 ? "1 point added" : "1 point removed";
            long before = notes(plant, note);
            plant.deploy(version);
            plant.takt().process().signal("HUP");
            plant.takt().await("the reload", () -> notes(plant, note) > before);
            Thread.sleep(LASTS_MILLIS / 2);
        }
    }

    private static long notes(SoakPlant plant, String note) throws Exception {
        return plant.takt()
                .process()
                .err()
                .lines()
                .filter(line -> line.contains(note))
                .count();
    }

    private static void reloadWrong(SoakPlant plant, SplittableRandom random) throws Exception {
        String good = Files.readString(plant.file());
        TaktRun takt = plant.takt();
        long begun = SeenSample.now();
        Files.writeString(plant.file(), good + "streams: [");
        takt.process().signal("HUP");
        takt.await("the reload to be refused", () -> takt.reasonsSince(begun).contains("reloadRefused"));
        Files.writeString(plant.file(), good);
        takt.process().signal("HUP");
    }

    private static void config(SoakPlant plant, SplittableRandom random) throws Exception {
        long begun = SeenSample.now();
        plant.device(Protocol.ADS).ads().enterConfig();
        plant.takt().awaitTrouble(begun);
        plant.beforeRestart(Protocol.ADS);
        plant.device(Protocol.ADS).ads().download();
    }

    private static void quota(SoakPlant plant, SplittableRandom random) throws Exception {
        Receiver kafka = plant.receiver(SoakPlant.KAFKA);
        TaktRun takt = plant.takt();
        double before = discarded(takt);
        kafka.proxy().arm(new Fault.Refuse());
        kafka.proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
        try {
            takt.await("the disk buffer to drop its oldest samples", () -> {
                Thread.sleep(500);
                return discarded(takt) >= before + DISCARDED;
            });
        } finally {
            kafka.proxy().clear();
        }
        if (discarded(takt) == before) {
            throw new FaultFailure("the disk buffer never was full");
        }
    }

    private static double discarded(TaktRun takt) throws Exception {
        return takt.get("/metrics")
                .lines()
                .filter(line -> line.startsWith("taktstrom_stream_dropped_samples_total{")
                        && line.contains("\"overflowDisk\"")
                        && line.contains("few.kafka"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }
}
