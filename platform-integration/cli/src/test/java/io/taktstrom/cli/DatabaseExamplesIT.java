package io.taktstrom.cli;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.testkit.InfluxServer;
import io.taktstrom.testkit.PeerProcess;
import io.taktstrom.testkit.PostgresServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples of sinks for databases and HTTP, from a simulated PLC to real servers: who publishes and who receives agree. */
class DatabaseExamplesIT extends DemoPlant {

    /** Runs an example with other addresses; how many samples were published. */
    private long published(String example, String former, String actual) throws IOException {
        return published(ran(example, former, actual));
    }

    private static long published(Ran ran) {
        long published = Examples.published(ran, "");
        assertThat(published).isGreaterThan(50);
        return published;
    }

    private Ran ran(String example, String former, String actual, String... options) throws IOException {
        Path file = Examples.copy(example, directory, plc, former, actual);
        List<String> words = new ArrayList<>(List.of("run", file.toString(), "--seconds", "3"));
        words.addAll(List.of(options));
        return Ran.takt(words.toArray(String[]::new));
    }

    @Test
    void whatIsPublishedToPostgresqlIsInItsTable() throws IOException {
        ShownSecret.file(directory, "password", PostgresServer.PASSWORD);
        try (PostgresServer server = PostgresServer.start()) {
            server.createDatabase("plant");
            String example = Examples.text("postgres.yaml");
            String sink = example.substring(example.indexOf("  plant: {type"));
            Ran ran = ran(
                    "postgres.yaml",
                    sink,
                    sink.replace("localhost, port: 5432", "127.0.0.1, port: " + server.port())
                            .replace("${env:TAKT_DB_PASSWORD}", "${file:password}"),
                    "--log-level",
                    "sql=trace");
            long published = published(ran);
            assertThat(ran.err()).as("the driver's own log").contains("DEBUG org.postgresql.");
            ShownSecret.assertNotIn(ran.out() + ran.err(), PostgresServer.PASSWORD);
            assertThat(server.query("plant", "SELECT count(*) FROM samples")).isEqualTo(String.valueOf(published));
            // The PLC counts its cycles: what one notification brought is more than the one before.
            assertThat(
                            server.query(
                                    "plant",
                                    "SELECT count(*) FROM (SELECT coalesce(value_uint, value_int) - lag(coalesce(value_uint, value_int))"
                                            + " OVER (ORDER BY sequence) AS step FROM samples WHERE point = 'press1.cycle') steps WHERE step <= 0"))
                    .isEqualTo("0");
            List<String> page = DocumentedBlock.runBy(DatabaseExamplesIT.class, "publish-to-postgresql.md");
            assertThat(page).hasSize(2);
            // The server has a role and a database of these names already.
            for (String statement : page.get(0)
                    .replace("takt", "reader")
                    .replace("plant", "archive")
                    .lines()
                    .toList()) {
                server.query("plant", statement);
            }
            server.query("plant", page.get(1));
            assertThat(server.query("plant", "SELECT count(*) > 0 FROM numbers WHERE point = 'press1.force'"))
                    .isEqualTo("t");
            assertThat(server.query(
                            "plant", "SELECT DISTINCT unit, labels->>'line' FROM samples WHERE point = 'press1.force'"))
                    .isEqualTo("kN|A");
        }
    }

    @Test
    void whatIsPublishedToInfluxdbIsInItsMeasurement() throws IOException, InterruptedException {
        try (InfluxServer server = InfluxServer.start(false)) {
            influx(server, "CREATE DATABASE plant");
            long published = published("influx.yaml", "localhost:8086", "127.0.0.1:" + server.port());
            assertThat(influx(server, "SELECT count(sequence) FROM samples")).contains("," + published + "]]");
        }
    }

    private static String influx(InfluxServer server, String query) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port()
                        + "/query?db=plant&q=" + URLEncoder.encode(query, StandardCharsets.UTF_8)))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.ofString())
                .body();
    }

    @Test
    void whatIsPublishedOverHttpIsWithTheReceiver() throws IOException {
        Path receiver = Path.of("../sinks/http/src/test/interop/http_receiver.py");
        try (PeerProcess peer = PeerProcess.start("TAKT_PYTHON", "Python 3.9 or newer", receiver)) {
            long published = published("http.yaml", "localhost:8080", "127.0.0.1:" + peer.line("ok "));
            assertThat(peer.tell("samples", "ok ")).isEqualTo(String.valueOf(published));
        }
    }
}
