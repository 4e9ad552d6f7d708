package io.taktstrom.testkit.peer;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.testkit.HeldPort;
import org.jspecify.annotations.Nullable;

/** InfluxDB 1.x for tests, by the program that {@code TAKT_INFLUXD} names: on ports of 127.0.0.1 and in a folder of its own. One thread. */
public final class InfluxServer implements AutoCloseable {

    private final String influxd;
    private final Path folder;
    private final HeldPort port = new HeldPort();
    /** For backups, which are not made: it cannot be told to do without. */
    private final HeldPort backups = new HeldPort();

    private @Nullable ServerProcess process;

    private InfluxServer(String influxd, Path folder) throws IOException {
        this.influxd = influxd;
        this.folder = folder;
    }

    /**
     * Starts one.
     *
     * @param authentication whether clients must log in; there is one user then, takt, who may do everything
     */
    public static InfluxServer start(boolean authentication) throws IOException {
        String influxd = PeerProcess.required("TAKT_INFLUXD", "the program influxd of InfluxDB 1.x");
        Path folder = Files.createTempDirectory("influx");
        InfluxServer server = new InfluxServer(influxd, folder);
        server.configure(authentication);
        server.restart();
        if (authentication) {
            server.createUser();
        }
        return server;
    }

    private void createUser() throws IOException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/query"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        "q=CREATE USER takt WITH PASSWORD 'influx-open-sesame' WITH ALL PRIVILEGES"))
                .build();
        try {
            HttpResponse<String> answer =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("cannot make a user: " + answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    private void configure(boolean authentication) throws IOException {
        Files.writeString(folder.resolve("influxdb.conf"), """
                reporting-disabled = true
                bind-address = "127.0.0.1:%d"
                [meta]
                  dir = "%s/meta"
                [data]
                  dir = "%s/data"
                  wal-dir = "%s/wal"
                  query-log-enabled = false
                [http]
                  bind-address = "127.0.0.1:%d"
                  auth-enabled = %s
                  log-enabled = false
                  max-body-size = 2000000
                [monitor]
                  store-enabled = false
                [retention]
                  enabled = false
                """.formatted(
                        backups.number(), folder, folder, folder, port(), authentication));
    }

    /** It comes back with what it had. */
    public void restart() throws IOException {
        process = ServerProcess.start(
                "InfluxDB",
                List.of(
                        influxd,
                        "run",
                        "-config",
                        folder.resolve("influxdb.conf").toString()),
                folder.resolve("server.log"),
                () -> ServerProcess.answers(port()));
    }

    /** It is gone, as after a power failure. */
    public void kill() {
        if (process != null) {
            process.kill();
        }
    }

    public int port() {
        return port.number();
    }

    @Override
    public void close() throws IOException {
        kill();
        port.close();
        backups.close();
        ServerProcess.delete(folder);
    }
}
