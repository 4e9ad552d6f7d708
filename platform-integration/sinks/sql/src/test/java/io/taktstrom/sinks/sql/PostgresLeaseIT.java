package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.lease.LeaseRecord;
import io.taktstrom.lease.LeaseStore;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.peer.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The row of a lease in a real PostgreSQL. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PostgresLeaseIT {

    private static final Duration LIMIT = Duration.ofSeconds(2);

    private PostgresServer server;

    @BeforeAll
    void start() throws IOException {
        server = PostgresServer.start(true);
        server.createDatabase("leases");
    }

    @AfterAll
    void end() throws IOException {
        server.close();
    }

    private LeaseStore open(String name, int port) throws IOException {
        return new PostgresLeaseProvider()
                .open(
                        new OptionValues(
                                "lease",
                                Map.of(
                                        "name",
                                        name,
                                        "host",
                                        "127.0.0.1",
                                        "port",
                                        String.valueOf(port),
                                        "database",
                                        "leases",
                                        "user",
                                        PostgresServer.USER,
                                        "password",
                                        PostgresServer.PASSWORD,
                                        "table",
                                        "it's a \"lease\"")),
                        SinkContext.standard("standby"),
                        LIMIT);
    }

    private LeaseStore open(String name) throws IOException {
        return open(name, server.port());
    }

    private static LeaseRecord seen(LeaseStore store) throws IOException {
        return Objects.requireNonNull(store.read());
    }

    @Test
    void aRecordIsReplacedOnlyAsItWasRead() throws IOException {
        try (LeaseStore a = open("o'ne");
                LeaseStore b = open("o'ne")) {
            assertThat(b.read()).isNull();
            assertThat(a.replace(null, "a", 1)).isTrue();
            assertThat(b.replace(null, "b", 1)).isFalse();
            LeaseRecord first = seen(b);
            assertThat(first.holder()).isEqualTo("a");
            assertThat(first.term()).isEqualTo(1);
            assertThat(a.replace(seen(a), "a", 1)).isTrue();
            assertThat(seen(b).version()).isNotEqualTo(first.version());
            assertThat(b.replace(first, "b", 2)).isFalse();
            assertThat(b.replace(seen(b), "b", 2)).isTrue();
            assertThat(seen(a))
                    .extracting(LeaseRecord::holder, LeaseRecord::term)
                    .containsExactly("b", 2L);
        }
    }

    @Test
    void ofManyThatAcquireAtOnceOneDoes() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        for (int round = 0; round < 20; round++) {
            String name = "many" + round;
            List<Future<Boolean>> won = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                String holder = "h" + i;
                won.add(pool.submit(() -> {
                    try (LeaseStore store = open(name)) {
                        return store.replace(store.read(), holder, 1);
                    } catch (IOException e) {
                        // Tables that are made at the same moment stand in each other's way.
                        return false;
                    }
                }));
            }
            long winners = 0;
            for (Future<Boolean> each : won) {
                winners += each.get() ? 1 : 0;
            }
            try (LeaseStore store = open(name)) {
                // Who has read the record of another one replaces that.
                assertThat(winners)
                        .isEqualTo(
                                store.read() == null
                                        ? 0
                                        : Long.parseLong(seen(store).version()));
            }
        }
        pool.shutdown();
    }

    @Test
    void whatWasReplacedSurvivesACrashOfTheServer() throws IOException {
        try (LeaseStore store = open("crash")) {
            assertThat(store.replace(null, "a", 7)).isTrue();
            server.kill();
            assertThatThrownBy(store::read)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("read lease crash of postgresql://127.0.0.1:");
            server.restart();
            assertThat(seen(store).term()).isEqualTo(7);
        }
    }

    @Test
    void aCallEndsInTimeWhenNothingAnswers() throws IOException {
        try (FaultProxy proxy =
                        FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), 1);
                LeaseStore store = open("cut", proxy.address().getPort())) {
            assertThat(store.replace(null, "a", 1)).isTrue();
            proxy.arm(new Fault.Stall(Direction.TO_CLIENT, 0));
            assertThatThrownBy(store::read)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("no answer within 2000 ms");
            proxy.clear();
            assertThat(seen(store).holder()).isEqualTo("a");
        }
    }

    @Test
    void aTableThatIsNotOursIsSaid() throws IOException {
        server.query("leases", "CREATE TABLE other (name int); INSERT INTO other VALUES (1)");
        try (LeaseStore store = new PostgresLeaseProvider()
                .open(
                        new OptionValues(
                                "lease",
                                Map.of(
                                        "name", "x",
                                        "host", "127.0.0.1",
                                        "port", String.valueOf(server.port()),
                                        "database", "leases",
                                        "user", PostgresServer.USER,
                                        "password", PostgresServer.PASSWORD,
                                        "table", "other")),
                        SinkContext.standard("standby"),
                        LIMIT)) {
            assertThatThrownBy(store::read).hasMessageContaining("the table has other columns");
            assertThat(store.toString()).doesNotContain(PostgresServer.PASSWORD);
        }
    }
}
