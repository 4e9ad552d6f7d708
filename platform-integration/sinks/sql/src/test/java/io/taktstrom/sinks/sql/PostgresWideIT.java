package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.taktstrom.testkit.TestUnit.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** {@code layout: wide}, read by psql. */
@SuppressWarnings("NullAway.Init") // set before each test
class PostgresWideIT {

    @RegisterExtension
    static final OnceForAll<PostgresServer> SERVER = Database.shared();

    private final ManualClock clock = new ManualClock(0);
    private Database database;
    private Sink sink;

    @BeforeEach
    void create() throws IOException {
        database = new Database(SERVER.get());
    }

    @AfterEach
    void end() throws IOException {
        sink.close();
        database.close();
    }

    private SinkInlet open(String create) throws IOException {
        PostgresProvider provider = new PostgresProvider();
        SinkContext standard = SinkContext.standard("db");
        SinkContext context = new SinkContext("db", standard.paths(), clock, standard.observer());
        sink = provider.open(
                provider.descriptor()
                        .values(
                                "db",
                                database.with(
                                        "layout", "wide", "create", create, "column", "{point.-1}", "table", "press")),
                context);
        return sink.inlet("all", List.of());
    }

    @Test
    void samplesThatCameTogetherAreARowAndRepetitionsChangeNothing() throws IOException {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("press1.force", ScalarType.LREAL),
                PlantPoints.point("press1.count", ScalarType.UDINT),
                PlantPoints.point("press1.text", StringType.string(10)));
        SinkInlet inlet = open("true");
        SampleBatch twice = points.samples(0, 1.5, 1, "a", 2.5, 2, "b");
        SampleBatch bad = points.samples(10, 3.5, 3, "c");
        bad.setStatusAt(1, StatusCode.BAD_NOT_CONNECTED);
        bad.setStatusAt(2, StatusCode.UNCERTAIN);
        publish(inlet, 1, 1, twice, bad);
        publish(inlet, 1, 2, twice, bad);
        assertThat(
                        database.query(
                                "SELECT time AT TIME ZONE 'UTC', sequence, force, count, text, not_good FROM press ORDER BY sequence"))
                .isEqualTo("""
                        2026-11-22 07:05:09.123456|0|1.5|1|a|
                        2026-11-22 07:05:09.123456|3|2.5|2|b|
                        2026-11-22 07:05:09.123466|10|3.5||c|{"text": "Uncertain", "count": "Bad_NotConnected"}""");
    }

    @Test
    void whatAnotherGroupHasBecomesAColumnOfTheSameTable() throws IOException {
        SinkInlet inlet = open("true");
        PlantPoints first = new PlantPoints(PlantPoints.point("press1.force", ScalarType.LREAL));
        PlantPoints more = new PlantPoints(
                PlantPoints.point("press1.force", ScalarType.LREAL), PlantPoints.point("press1.speed", ScalarType.INT));
        publish(inlet, 1, 1, first.samples(0, 1.5), more.samples(1, 2.5, 7));
        assertThat(database.query("SELECT force, speed FROM press ORDER BY sequence"))
                .isEqualTo("1.5|\n2.5|7");
    }

    @Test
    void aColumnOfAnotherTypeRefusesItsSamplesAloneUntilItIsCorrected() throws IOException {
        SinkInlet inlet = open("true");
        publish(inlet, 1, 1, new PlantPoints(PlantPoints.point("press1.force", ScalarType.LREAL)).samples(0, 1.5));
        PlantPoints changed = new PlantPoints(
                PlantPoints.point("press1.force", StringType.string(5)),
                PlantPoints.point("press1.speed", ScalarType.INT));
        TestUnit unit = publish(inlet, 2, 1, changed.samples(1, "high", 7));
        assertThat(unit.refused()).containsOnlyKeys(0);
        assertThat(unit.refused().get(0)).contains("is double precision").contains("needs text");
        database.query("ALTER TABLE press ALTER COLUMN force TYPE text");
        clock.advance(Duration.ofSeconds(11));
        assertThat(publish(inlet, 3, 1, changed.samples(3, "low", 8)).refused()).isEmpty();
        assertThat(database.query("SELECT force, speed FROM press ORDER BY sequence"))
                .isEqualTo("1.5|\n|7\nlow|8");
    }

    @Test
    void withoutCreateAMissingColumnIsRefusedWithTheStatementThatAddsIt() throws IOException {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("press1.force", ScalarType.LREAL), PlantPoints.point("press1.speed", ScalarType.INT));
        SinkInlet absent = open("false");
        assertThatThrownBy(() -> publish(absent, 1, 1, points.samples(0, 1.5, 7)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("CREATE TABLE IF NOT EXISTS \"press\"")
                .hasMessageContaining("\"force\" double precision");
        database.query(
                "CREATE TABLE press (time timestamptz NOT NULL, sequence bigint NOT NULL, received_at bigint NOT NULL,"
                        + " not_good jsonb, force double precision, PRIMARY KEY (time, sequence, received_at))");
        TestUnit unit = publish(absent, 1, 2, points.samples(0, 1.5, 7));
        assertThat(unit.refused()).containsOnlyKeys(1);
        assertThat(unit.refused().get(1)).contains("ALTER TABLE \"press\" ADD COLUMN IF NOT EXISTS \"speed\" bigint");
        assertThat(database.query("SELECT force FROM press")).isEqualTo("1.5");
    }
}
