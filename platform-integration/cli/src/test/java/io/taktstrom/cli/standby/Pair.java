package io.taktstrom.cli.standby;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;

import io.taktstrom.s7.simulator.S7Counter;
import io.taktstrom.s7.simulator.S7Simulator;
import io.taktstrom.s7.simulator.model.S7Model;
import io.taktstrom.testkit.peer.PostgresServer;

/** Two instances of one deployment, and the device that both have. One thread. */
final class Pair implements AutoCloseable {

    private static final String LINES = "{type: jsonl, path: out.jsonl}";

    final S7Simulator cpu;
    final Instance a;
    final Instance b;
    private final String lease;
    private final String ttl;

    /** @param lease a name that no other pair has at this server */
    Pair(Path folder, PostgresServer server, String lease, String ttl) throws IOException {
        this.lease = lease;
        this.ttl = ttl;
        cpu = S7Simulator.builder()
                .model(S7Model.parse("points: {count: {address: \"MD20:DINT\", waveform: counter},"
                        + " setpoint: {address: \"MD40:REAL\"}}"))
                .start();
        a = new Instance(folder, "a", server);
        b = new Instance(folder, "b", server);
        write(a, "", LINES, "");
        write(b, "", LINES, "");
    }

    /** Writes the file of an instance: more points, the sink of all samples, the ring in front of it. */
    void write(Instance of, String morePoints, String sink, String ring) throws IOException {
        Path password = of.folder.resolve("password");
        if (!Files.exists(password)) {
            Files.createFile(
                    password, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(password, PostgresServer.PASSWORD);
            Files.copy(password, of.folder.resolve("token"));
            Files.writeString(of.folder.resolve("token"), Instance.TOKEN);
            Files.setPosixFilePermissions(of.folder.resolve("token"), PosixFilePermissions.fromString("rw-------"));
        }
        Files.writeString(of.file(), """
                connections:
                  cpu: {type: s7, host: 127.0.0.1, port: %d, connectTimeout: 1s}
                scanClasses:
                  default: {mode: poll, every: 20ms}
                points:
                  - {id: cpu.count, on: cpu, address: "MD20:DINT"}
                  - {id: cpu.setpoint, on: cpu, address: "MD40:REAL", writable: true}
                %s
                streams:
                  - {id: all, from: "**", to: lines%s}
                sinks:
                  lines: %s
                commands:
                  audit: audit.jsonl
                  from:
                    mes: {type: http, port: 0, token: "${file:token}"}
                standby:
                  instance: %s
                  ttl: %s
                  lease: {type: postgresql, name: %s, host: 127.0.0.1, port: %d, database: leases, user: takt, password: "${file:password}"}
                """.formatted(
                        cpu.port(),
                        morePoints,
                        ring.isEmpty() ? "" : ", ring: {" + ring + "}",
                        sink,
                        of.name,
                        ttl,
                        lease,
                        of.database.address().getPort()));
    }

    /** An alarm that is raised by the first sample, with a journal. */
    void watch() throws IOException {
        for (Instance each : List.of(a, b)) {
            Files.writeString(
                    each.file(), Files.readString(each.file()).replace("from: \"**\"", "from: \"cpu.**\"") + """
                    alarms:
                      counts: {when: above, points: cpu.count, limit: -1}
                    notify: {journal: alarms.jsonl}
                    """);
        }
    }

    /** Starts both: {@code a} is active, {@code b} on standby. */
    void start() throws IOException {
        a.start();
        a.awaitRole("active");
        a.awaitThat("a publishes", () -> a.samples().size() > 20);
        b.start();
        b.awaitRole("standby");
        b.awaitThat("both are connected", () -> cpu.openConnections() == 2);
    }

    long writes() {
        return cpu.count(S7Counter.WRITES);
    }

    @Override
    public void close() {
        a.close();
        b.close();
        cpu.close();
    }
}
