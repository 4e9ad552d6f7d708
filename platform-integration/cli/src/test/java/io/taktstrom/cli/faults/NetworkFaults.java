package io.taktstrom.cli.faults;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.TaktProcess;
import io.taktstrom.cli.plant.CountedDevice;
import io.taktstrom.cli.plant.CountedDevice.Protocol;
import io.taktstrom.cli.plant.LinesFile;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;

/** Faults of the network between takt and a device. */
final class NetworkFaults {

    private static final int ENOUGH = 200;
    private static final long LASTING_MILLIS = 3_000;
    /** In 5 s: a client that fights for its connection connects as often as it loses it. */
    private static final int MOST_ATTEMPTS = 30;

    private NetworkFaults() {}

    private static Path lines(Scene scene, String yaml) throws IOException {
        return Files.writeString(scene.folder.resolve("plant.yaml"), yaml + """
                streams:
                  - {id: all, from: "**", to: [out]}
                sinks:
                  out: {type: jsonl, path: out.jsonl}
                """);
    }

    /** Ends a run that wrote lines, and compares them. */
    private static void end(Scene scene, TaktRun takt) throws Exception {
        Scene.awaitPublished(takt, ENOUGH);
        takt.awaitUp(SeenSample.now());
        PrintedAccount account = scene.stop(takt);
        List<SeenSample> seen = new LinesFile(scene.folder.resolve("out.jsonl")).samples();
        scene.compare(seen, false);
        scene.require(
                account.dropped() == 0 && account.published() == seen.size(),
                account + ", but the file has " + seen.size() + " samples");
    }

    static void otherAddress(Scene scene) throws Exception {
        Path hosts = Files.writeString(scene.folder.resolve("hosts"), "127.0.0.1 localhost\n127.0.0.1 plc.test\n");
        try (PrivateDisk names = PrivateDisk.mount("mount --bind '" + hosts + "' /etc/hosts");
                CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed);
                FaultProxy other = FaultProxy.start(
                        device.address(),
                        new InetSocketAddress(
                                InetAddress.getByAddress(new byte[] {127, 0, 0, 2}),
                                device.proxy().address().getPort()),
                        scene.seed)) {
            Path file = lines(scene, device.yaml().replace("host: 127.0.0.1", "host: plc.test"));
            try (TaktRun takt = TaktRun.start(file, names.wrapper())) {
                Scene.awaitPublished(takt, ENOUGH);
                long begun = SeenSample.now();
                Files.writeString(hosts, "127.0.0.1 localhost\n127.0.0.2 plc.test\n");
                device.proxy().arm(new Fault.Refuse());
                device.proxy().arm(new Fault.Reset(Direction.TO_CLIENT, 0));
                takt.awaitTrouble(begun);
                Scene.awaitPublished(takt, ENOUGH);
                scene.noticed(takt, begun);
                scene.recovered(begun);
                scene.require(other.accepted() > 0, "the other address was not connected to");
                end(scene, takt);
            }
        }
    }

    static void stolenConnection(Scene scene) throws Exception {
        try (CountedDevice device = new CountedDevice(Protocol.ADS, scene.seed)) {
            device.ads().setOneConnectionPerHost(true);
            try (TaktRun takt = TaktRun.start(lines(scene, device.yaml()))) {
                Scene.awaitPublished(takt, ENOUGH);
                double before = takt.metric("taktstrom_connection_attempts_total", "plc");
                long begun = SeenSample.now();
                List<Socket> clients = new ArrayList<>();
                while (SeenSample.now() - begun < 5_000_000_000L) {
                    clients.add(new Socket(
                            InetAddress.getLoopbackAddress(), device.address().getPort()));
                    Thread.sleep(300);
                }
                for (Socket client : clients) {
                    client.close();
                }
                long over = SeenSample.now();
                double attempts = takt.metric("taktstrom_connection_attempts_total", "plc") - before;
                scene.noticed(takt, begun);
                Scene.awaitPublished(takt, ENOUGH);
                scene.recovered(over);
                scene.remark("%.0f attempts against %d of the other client", attempts, clients.size());
                scene.require(attempts <= MOST_ATTEMPTS, "takt fights for the connection: " + attempts + " attempts");
                scene.require(takt.process().err().contains("connect"), "the log does not tell of the other client");
                end(scene, takt);
            }
        }
    }

    /** No acknowledgement of TCP, no RST: what a proxy cannot do, whose kernel acknowledges. */
    static void droppedPackets(Scene scene) throws Exception {
        Process holder = new ProcessBuilder(
                        "unshare",
                        "--net",
                        "sh",
                        "-c",
                        "set -e; ip link set lo up; nft add table inet faults; echo ready; exec cat")
                .redirectErrorStream(true)
                .start();
        String said = holder.inputReader(StandardCharsets.UTF_8).readLine();
        if (!"ready".equals(said)) {
            holder.destroyForcibly();
            throw new NotHere("no network namespace with nftables: " + said);
        }
        List<String> inside = List.of("nsenter", "--target", Long.toString(holder.pid()), "--net");
        Path model = Files.writeString(
                scene.folder.resolve("plc.yaml"),
                "taskCycle: 2ms\nsymbols:\n  MAIN.count: {type: UDINT, waveform: counter}\n");
        try (TaktProcess plc = TaktProcess.start(
                scene.folder, inside, "simulate", "ads", "--bind", "127.0.0.1:48898", "--model", model.toString())) {
            Path file = lines(scene, """
                    connections:
                      plc: {%s, host: 127.0.0.1, port: 48898}
                    scanClasses:
                      count: %s
                    points:
                      - {id: plc.count, on: plc, address: "%s", scan: count}
                    """.formatted(Protocol.ADS.options, Protocol.ADS.scan, Protocol.ADS.address));
            try (TaktRun takt = TaktRun.start(file, inside)) {
                Scene.awaitPublished(takt, ENOUGH);
                takt.awaitUp(0);
                long begun = SeenSample.now();
                run(
                        inside,
                        "nft 'add chain inet faults in { type filter hook input priority 0 ; }"
                                + " ; add rule inet faults in tcp dport 48898 drop ; add rule inet faults in tcp sport 48898 drop'");
                takt.awaitTrouble(begun);
                scene.noticed(takt, begun);
                Thread.sleep(LASTING_MILLIS);
                long over = SeenSample.now();
                run(inside, "nft flush ruleset");
                Scene.awaitPublished(takt, 2);
                scene.recovered(over);
                end(scene, takt);
            }
            scene.require(plc.isAlive(), "the simulated PLC has ended: " + plc.err());
        } finally {
            holder.destroyForcibly();
        }
    }

    private static void run(List<String> inside, String command) throws Exception {
        List<String> words = new ArrayList<>(inside);
        words.addAll(List.of("sh", "-c", command));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new NotHere(command + ": " + said);
        }
    }
}
