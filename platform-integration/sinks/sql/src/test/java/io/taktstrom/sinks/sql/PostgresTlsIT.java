package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.PostgresServer;
import io.taktstrom.testkit.peer.TestCertificate;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** A server that shows a certificate. */
@SuppressWarnings("NullAway.Init") // set before all tests
class PostgresTlsIT {

    private static final PlantPoints COUNTER = new PlantPoints(PlantPoints.point("count", ScalarType.DINT));

    @TempDir
    private static Path folder;

    @AutoClose
    private static PostgresServer server;

    private static TestCertificate shown;
    private static TestCertificate other;

    @BeforeAll
    static void start() throws IOException {
        shown = TestCertificate.create(folder, "server", "CN=localhost");
        other = TestCertificate.create(folder, "other", "CN=localhost");
        server = PostgresServer.start();
        server.kill();
        server.secure(shown);
        server.restart();
    }

    private static void publish(Database database, String... options) throws IOException {
        PostgresProvider provider = new PostgresProvider();
        try (Sink sink =
                provider.open(provider.descriptor().values("db", database.with(options)), SinkContext.standard("db"))) {
            sink.inlet("all", List.of()).publish(COUNTER.samples(0, 1), new TestUnit(1, 1).deliver(1, true));
        }
    }

    private static String encrypted(String mode, String... more) throws IOException {
        try (Database database = new Database(server)) {
            // A trigger sees what psql cannot: how the sink's own connection came.
            database.query("CREATE TABLE seen (ssl bool);"
                    + " CREATE FUNCTION look() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                    + " INSERT INTO seen SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid(); RETURN new; END $$");
            publish(database, "sslMode", mode);
            database.query(
                    "CREATE TRIGGER look BEFORE INSERT ON samples FOR EACH ROW EXECUTE FUNCTION look(); DELETE FROM samples");
            String[] options = new String[more.length + 2];
            options[0] = "sslMode";
            options[1] = mode;
            System.arraycopy(more, 0, options, 2, more.length);
            publish(database, options);
            return database.query("SELECT ssl FROM seen");
        }
    }

    @Test
    void whatTheModeAsksForIsDone() throws IOException {
        assertThat(encrypted("prefer")).isEqualTo("t");
        assertThat(encrypted("disable")).isEqualTo("f");
    }

    @Test
    void onlyTheServerThatIsVouchedForIsTrusted() throws IOException {
        try (Database database = new Database(server)) {
            String ours = shown.ca().toString();
            publish(database, "sslMode", "verify-full", "ca", ours, "host", "localhost");
            assertThat(database.query("SELECT count(*) FROM samples")).isEqualTo("1");
            assertThatThrownBy(() -> publish(
                            database, "sslMode", "verify-full", "ca", other.ca().toString()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("08006");
        }
    }
}
