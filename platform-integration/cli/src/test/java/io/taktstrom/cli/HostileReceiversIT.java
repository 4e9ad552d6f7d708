package io.taktstrom.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.ScriptedServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** No receiver decides what another gets: a small process with four hostile ones beside one that is well. */
class HostileReceiversIT extends DemoPlant {

    /** An alert of TLS, RFC 8446, 6: to a client of Kafka, a length of 352 MiB. */
    private static final byte[] TLS_ALERT = HexFormat.of().parseHex("15030300020228");

    private static final byte[] HTTP = "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    /** ErrorResponse, PostgreSQL, Frontend/Backend Protocol, Message Formats: 'E', int32 length. */
    private static final byte[] ERROR_OF_2_GIB = HexFormat.of().parseHex("457fffffff");

    private static final int LENGTH_OF_2_GIB = 0x7fffffff;
    private static final int ROUNDS = 3;

    private final AtomicInteger absurd = new AtomicInteger();

    private static ScriptedServer answering(byte[] answer) throws IOException {
        return ScriptedServer.started("hostile", wire -> {
            if (wire.in().read() >= 0) {
                wire.send(answer);
                wire.in().readAllBytes();
            }
        });
    }

    /** As Kafka to a request of version 0 for the versions, and to any other that the answer has 2 GiB. */
    private ScriptedServer absurdKafka() throws IOException {
        return ScriptedServer.started("hostile-kafka", wire -> {
            while (true) {
                ByteBuffer request =
                        ByteBuffer.wrap(wire.in().readNBytes(wire.in().readInt()));
                if (request.getShort(0) == 18 && request.getShort(2) == 0) {
                    wire.send(ByteBuffer.allocate(14)
                            .putInt(10)
                            .putInt(request.getInt(4))
                            .array());
                } else {
                    absurd.incrementAndGet();
                    wire.send(ByteBuffer.allocate(4).putInt(LENGTH_OF_2_GIB).array());
                }
            }
        });
    }

    private long published() throws IOException {
        Path out = directory.resolve("out.jsonl");
        return Files.exists(out) ? Files.size(out) : 0;
    }

    @Test
    void aSinkBesideFourHostileReceiversPublishesOnAndTheProcessLives() throws Exception {
        try (ScriptedServer tls = answering(TLS_ALERT);
                ScriptedServer http = answering(HTTP);
                ScriptedServer kafka = absurdKafka();
                ScriptedServer postgres = answering(ERROR_OF_2_GIB)) {
            Path file = Files.writeString(directory.resolve("plant.yaml"), """
                    connections:
                      plc: {type: ads, host: 127.0.0.1, port: %d, amsNetId: 192.0.2.1.1.1}
                    scanClasses:
                      push: {mode: notify, cycle: 1ms}
                    points:
                      - {id: plc.counter, on: plc, address: MAIN.nCycle, scan: push}
                    streams:
                      - {from: "**", to: [lines, web, hostile, database]}
                    sinks:
                      lines: {type: jsonl, path: out.jsonl}
                      web: {type: kafka, brokers: "127.0.0.1:%d", topic: t, timeout: 1s}
                      hostile: {type: kafka, brokers: "127.0.0.1:%d", topic: t, timeout: 1s}
                      database: {type: postgresql, host: 127.0.0.1, port: %d, database: d, user: u, sslMode: disable, requestTimeout: 2s}
                    commands:
                      audit: audit.jsonl
                      from:
                        tls: {type: kafka, brokers: "127.0.0.1:%d", topic: c, answers: a, timeout: 1s}
                        absurd: {type: kafka, brokers: "127.0.0.1:%d", topic: c, answers: a, timeout: 1s}
                    """.formatted(
                            plc.port(), port(http), port(kafka), port(postgres), port(tls), port(kafka)));
            try (TaktProcess run =
                    TaktProcess.start(directory, List.of("env", "JDK_JAVA_OPTIONS=-Xmx256m"), "run", file.toString())) {
                for (int round = 1; round <= ROUNDS; round++) {
                    int more = absurd.get() + 2;
                    long before = published();
                    await().until(() -> !run.isAlive() || (absurd.get() >= more && published() > before + 1000));
                    assertThat(run.isAlive()).as("%s", run.err()).isTrue();
                }
                await().until(() -> run.err().contains("answers HTTP, not Kafka")
                        && run.err().contains("does not fit into the heap"));
                run.signal("INT");
                run.code();
                assertThat(run.err()).doesNotContain("out of memory");
                assertThat(run.code()).as(run.err()).isIn(ExitCode.GOOD, ExitCode.FAILED);
                assertThat(run.out())
                        .containsPattern("lines: received (\\d+) = published \\1 \\+ buffered 0 \\+ dropped 0");
            }
        }
    }

    private static int port(ScriptedServer server) {
        return server.address().getPort();
    }
}
