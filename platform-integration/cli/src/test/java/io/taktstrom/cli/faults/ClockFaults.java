package io.taktstrom.cli.faults;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.HttpReceiver;
import io.taktstrom.cli.plant.Receiver;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.testkit.mqtt.Mosquitto;
import io.taktstrom.testkit.peer.TestCertificate;

/** Faults of takt's clock. */
final class ClockFaults {

    private static final int ENOUGH = 200;
    /** Longer than the library keeps a shift, and takt a look at its clock. */
    private static final long SHIFTED_MILLIS = 8_000;

    private ClockFaults() {}

    static void jumps(Scene scene) throws Exception {
        ShiftedClock clock = new ShiftedClock(scene.folder);
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Receiver receiver = new HttpReceiver()) {
            Path file = SinkFaults.deployment(scene.folder, device, Scene.PERSISTENT, receiver.options());
            try (TaktRun takt = TaktRun.start(file, clock.wrapper())) {
                Scene.awaitPublished(takt, ENOUGH);
                long begun = SeenSample.now();
                clock.set("+1h");
                Thread.sleep(SHIFTED_MILLIS);
                clock.set("-1h");
                Thread.sleep(SHIFTED_MILLIS);
                Scene.awaitPublished(takt, ENOUGH);
                scene.noticed(takt, begun);
                String steps = takt.get("/metrics")
                        .lines()
                        .filter(line -> line.startsWith("taktstrom_clock_steps_total "))
                        .findFirst()
                        .orElse("0");
                scene.require(
                        takt.reasonsSince(begun).equals(Set.of("clockStep")),
                        "health told of more than the clock: " + takt.reasonsSince(begun));
                takt.awaitCalm(SeenSample.now());
                PrintedAccount account = scene.stop(takt);
                Losses losses = scene.compare(receiver.received(), false);
                scene.remark("clock steps counted: %s", steps.replaceAll(".* ", ""));
                scene.require(
                        Double.parseDouble(steps.replaceAll(".* ", "")) >= 2,
                        "the clock was set twice, counted: " + steps);
                scene.require(losses.marked() == 0 && account.dropped() == 0, account + ", " + losses);
            }
        }
    }

    static void certificates(Scene scene) throws Exception {
        ShiftedClock clock = new ShiftedClock(scene.folder);
        TestCertificate certificate = TestCertificate.create(scene.folder, "server", "CN=localhost");
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                Mosquitto broker = Mosquitto.start(
                        "cafile " + certificate.ca(),
                        "certfile " + certificate.certificate(),
                        "keyfile " + certificate.key())) {
            Path file = SinkFaults.deployment(
                    scene.folder,
                    device,
                    Scene.PERSISTENT,
                    "type: mqtt, url: \"mqtts://127.0.0.1:" + broker.address().getPort() + "\", ca: \""
                            + certificate.ca() + "\"");
            for (String years : List.of("+3650d", "-3650d")) {
                clock.set(years);
                try (TaktRun takt = TaktRun.start(file, clock.wrapper())) {
                    takt.await("takt to answer", takt::isReady);
                    takt.await(
                            "the certificate to be refused",
                            () -> takt.buffered(Scene.STREAM) > ENOUGH
                                    && takt.process().err().contains("ertificate"));
                    scene.require(takt.published(Scene.STREAM) == 0, "published with a certificate of another time");
                    String log = takt.process().err();
                    scene.require(
                            log.contains(years.startsWith("+") ? "expired" : "not yet"),
                            "the log does not name the reason: " + log);
                    takt.stop();
                }
            }
            long over = SeenSample.now();
            try (TaktRun takt = TaktRun.start(file)) {
                Scene.awaitPublished(takt, ENOUGH);
                scene.recovered(over);
                PrintedAccount account = scene.stop(takt);
                scene.remark(
                        "published once it was valid: %d, of former runs %d", account.published(), account.recovered());
                scene.require(account.dropped() == 0 && account.recovered() > ENOUGH, account.toString());
            }
        }
    }
}
