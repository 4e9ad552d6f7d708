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
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.testkit.peer.InfluxServer;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.peer.PostgresServer;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The examples of sinks for databases and HTTP, from a simulated PLC to real servers: who publishes and who receives agree. */
class DatabaseExamplesIT extends DemoPlant {

    private static final int ENOUGH = 50;
    private static final Pattern COUNTED = Pattern.compile(",(\\d+)]]");

    private static long published(Ran ran) {
        long published = Examples.published(ran, "");
        assertThat(published).isGreaterThan(ENOUGH);
        return published;
    }

    /** Runs an example with other addresses until there is enough at the server. */
    private Ran ran(Callable<Integer> count, String example, String former, String actual, String... options)
            throws Exception {
        Path file = Examples.copy(example, directory, plc, former, actual);
        List<String> words = new ArrayList<>(List.of("run", file.toString()));
        words.addAll(List.of(options));
        return Running.until(() -> count.call() > ENOUGH, words.toArray(String[]::new));
    }

    @Test
    void whatIsPublishedToPostgresqlIsInItsTable() throws Exception {
        ShownSecret.file(directory, "password", PostgresServer.PASSWORD);
        try (PostgresServer server = PostgresServer.start()) {
            server.createDatabase("plant");
            String example = Examples.text("postgres.yaml");
            String sink = example.substring(example.indexOf("  plant: {type"));
            // The table is made by the first to publish.
            Callable<Integer> count =
                    () -> server.query("plant", "SELECT to_regclass('samples')").isEmpty()
                            ? 0
                            : Integer.parseInt(
                                    server.query("plant", "SELECT count(*) FROM samples WHERE point = 'press1.force'"));
            Ran ran = ran(
                    count,
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
    void whatIsPublishedToInfluxdbIsInItsMeasurement() throws Exception {
        try (InfluxServer server = InfluxServer.start(false)) {
            influx(server, "CREATE DATABASE plant");
            Callable<Integer> count = () -> {
                Matcher counted = COUNTED.matcher(influx(server, "SELECT count(sequence) FROM samples"));
                return counted.find() ? Integer.parseInt(counted.group(1)) : 0;
            };
            long published = published(ran(count, "influx.yaml", "localhost:8086", "127.0.0.1:" + server.port()));
            assertThat(count.call()).isEqualTo((int) published);
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
    void whatIsPublishedOverHttpIsWithTheReceiver() throws Exception {
        Path receiver = Path.of("../sinks/http/src/test/interop/http_receiver.py");
        try (PeerProcess peer = PeerProcess.start("TAKT_PYTHON", "Python 3.9 or newer", receiver)) {
            Callable<Integer> count = () -> {
                int samples = Integer.parseInt(peer.tell("samples", "ok "));
                for (int i = 0; i < samples; i++) {
                    peer.line("{");
                }
                return samples;
            };
            long published = published(ran(count, "http.yaml", "localhost:8080", "127.0.0.1:" + peer.line("ok ")));
            assertThat(count.call()).isEqualTo((int) published);
        }
    }
}
