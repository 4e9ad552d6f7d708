package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.Direction;
import io.taktstrom.testkit.Fault;
import io.taktstrom.testkit.OnceForAll;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.RecordingObserver;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.PostgresServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static io.taktstrom.testkit.TestUnit.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is in the tables, read by psql. */
@SuppressWarnings("NullAway.Init") // set before each test
class PostgresSinkIT {

    private static final PlantPoints COUNTER = new PlantPoints(PlantPoints.point("p", ScalarType.DINT));

    @RegisterExtension
    static final OnceForAll<PostgresServer> SERVER = Database.shared();

    private final RecordingObserver observer = new RecordingObserver();
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

    private SinkInlet open(String... more) throws IOException {
        return openWith(database.with(more));
    }

    private SinkInlet openWith(Map<String, String> options) throws IOException {
        PostgresProvider provider = new PostgresProvider();
        sink = provider.open(provider.descriptor().values("db", options), observer.context("db"));
        return sink.inlet("all", List.of());
    }

    @Test
    void aRowHasTheTimeTheValueInTheColumnOfItsKindAndAllElseThatIsKnown() throws IOException {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("real", ScalarType.LREAL),
                PlantPoints.point("int", ScalarType.LINT),
                PlantPoints.point("mask", ScalarType.LWORD),
                PlantPoints.point("on", ScalarType.BOOL),
                PlantPoints.point("text", StringType.string(10)));
        SinkInlet inlet = open("extra", "connection, stream, unit, type, labels");
        publish(
                inlet,
                1,
                1,
                points.samples(7, 21.5, Long.MIN_VALUE, BigInteger.TWO.pow(64).subtract(BigInteger.ONE), true, "a"));
        assertThat(database.query(
                        "SELECT time AT TIME ZONE 'UTC', point, sequence, status, source_time, received_at, value,"
                                + " value_int, value_uint, value_bool, value_text, connection, stream, unit, type, labels->>'line'"
                                + " FROM samples ORDER BY sequence"))
                .isEqualTo("""
                        2026-11-22 07:05:09.123463|real|7|Good|1795331109123463789|1795331109123464289|21.5|||||press1|all|kN|LREAL|A
                        2026-11-22 07:05:09.123463|int|8|Good|1795331109123463789|1795331109123464289||-9223372036854775808||||press1|all|kN|LINT|A
                        2026-11-22 07:05:09.123463|mask|9|Good|1795331109123463789|1795331109123464289|||18446744073709551615|||press1|all|kN|LWORD|A
                        2026-11-22 07:05:09.123463|on|10|Good|1795331109123463789|1795331109123464289||||t||press1|all|kN|BOOL|A
                        2026-11-22 07:05:09.123463|text|11|Good|1795331109123463789|1795331109123464289|||||a|press1|all|kN|STRING(10)|A""");
    }

    @Test
    void whereThereIsNoTimescaleThereIsAPlainTableAndANoticeThatSaysSo() throws IOException {
        publish(open(), 1, 1, COUNTER.samples(0, 1));
        assertThat(observer.notices())
                .containsExactly(
                        "created table \"samples\", a plain one, as the database has no extension timescaledb");
    }

    /** The extension itself is not in Debian: a stand-in shows that it is asked for what its manual says. */
    @Test
    void whereThereIsTimescaleAHypertableByTimeIsAskedFor() throws IOException {
        database.query("SET allow_system_table_mods = on;"
                + " INSERT INTO pg_extension VALUES (99999, 'timescaledb', 10, 2200, true, '2.0', NULL, NULL);"
                + " CREATE TABLE asked (what text);"
                + " CREATE FUNCTION create_hypertable(relation regclass, by name, if_not_exists boolean) RETURNS void"
                + " LANGUAGE sql AS $$ INSERT INTO asked VALUES (relation::text || ' ' || by) $$");
        publish(open(), 1, 1, COUNTER.samples(0, 1));
        assertThat(database.query("SELECT what FROM asked")).isEqualTo("samples time");
        assertThat(observer.notices()).containsExactly("created table \"samples\", a hypertable by time");
    }

    @Test
    void aTableThatIsNotThereMakesTheSinkUnwellWithTheStatementThatCreatesIt() throws IOException {
        SinkInlet inlet = open("create", "false");
        assertThatThrownBy(() -> publish(inlet, 1, 1, COUNTER.samples(0, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("CREATE TABLE");
        assertThat(sink.health().well()).isFalse();
        String detail = sink.health().detail();
        database.query(detail.substring(detail.indexOf("CREATE TABLE")));
        publish(inlet, 1, 2, COUNTER.samples(0, 1));
        assertThat(sink.health().well()).isTrue();
        assertThat(database.query("SELECT count(*) FROM samples")).isEqualTo("1");
    }

    @Test
    void aUnitThatComesAgainAfterARestartIsThereOnce() throws IOException {
        SinkInlet inlet = open();
        publish(inlet, 1, 1, COUNTER.samples(0, 1, 2, 3));
        sink.close();
        // As from a buffer on disk: another process, which numbers its units from 1; one sample more than before.
        publish(open(), 1, 1, COUNTER.samples(0, 1, 2, 3, 4));
        assertThat(database.query("SELECT value_int FROM samples ORDER BY sequence"))
                .isEqualTo("1\n2\n3\n4");
    }

    @Test
    void samplesGoToTheTablesOfATemplateInOneTransaction() throws IOException {
        PlantPoints points =
                new PlantPoints(PlantPoints.point("a.x", ScalarType.DINT), PlantPoints.point("b.x", ScalarType.DINT));
        SinkInlet inlet = open("table", "{connection} \"{point.1}\"", "schema", "public");
        publish(inlet, 1, 1, points.samples(0, 1, 2, 3, 4));
        publish(inlet, 1, 2, points.samples(0, 1, 2, 3, 4));
        assertThat(database.query("SELECT value_int FROM \"press1 \"\"a\"\"\" ORDER BY sequence"))
                .isEqualTo("1\n3");
        assertThat(database.query("SELECT value_int FROM \"press1 \"\"b\"\"\" ORDER BY sequence"))
                .isEqualTo("2\n4");
    }

    @Test
    void aNameThatPostgresWouldCutIsRefused() throws IOException {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("x".repeat(64), ScalarType.DINT), PlantPoints.point("y", ScalarType.DINT));
        TestUnit unit = publish(open("table", "{point}"), 1, 1, points.samples(0, 1, 2));
        assertThat(unit.refused()).containsOnlyKeys(0);
        assertThat(unit.refused().get(0)).contains("64 bytes").contains("at most 63");
        assertThat(database.query("SELECT value_int FROM y")).isEqualTo("2");
    }

    @Test
    void whatATableOfTheUsersOwnDoesNotTakeIsRefusedAloneWithTheServersReason() throws IOException {
        publish(open(), 1, 1, COUNTER.samples(0, 0));
        database.query("ALTER TABLE samples ADD CONSTRAINT no_twelve CHECK (value_int <> 12 AND value_int <> 77)");
        Object[] values = new Object[100];
        for (int i = 0; i < values.length; i++) {
            values[i] = i;
        }
        sink.close();
        TestUnit unit = publish(open(), 1, 1, COUNTER.samples(1, values));
        assertThat(unit.refused()).containsOnlyKeys(12, 77);
        assertThat(unit.refused().get(12)).contains("23514").contains("no_twelve");
        assertThat(database.query("SELECT count(*), sum(value_int) FROM samples"))
                .isEqualTo("99|" + (99 * 100 / 2 - 12 - 77));
    }

    @Test
    void columnsOfOtherTypesAreCastAndWhatDoesNotFitIsRefused() throws IOException {
        database.query(
                "CREATE TABLE samples (time timestamptz, point varchar(20), sequence int, status text, source_time numeric,"
                        + " received_at bigint, value real, value_int smallint, value_uint numeric, value_bool boolean,"
                        + " value_text text, value_json jsonb, type text)");
        TestUnit unit = publish(open(), 1, 1, COUNTER.samples(0, 1, 40_000, 3));
        assertThat(unit.refused()).containsOnlyKeys(1);
        assertThat(unit.refused().get(1)).contains("smallint out of range");
        assertThat(database.query("SELECT value_int FROM samples ORDER BY sequence"))
                .isEqualTo("1\n3");
        assertThat(observer.notices())
                .singleElement()
                .asString()
                .contains("no unique index")
                .contains("CREATE UNIQUE INDEX");
    }

    @Test
    void aColumnThatIsMissingIsNamedAndAddedOnRequest() throws IOException {
        publish(open(), 1, 1, COUNTER.samples(0, 1));
        database.query("ALTER TABLE samples DROP COLUMN value_uint");
        sink.close();
        SinkInlet inlet = open("create", "false");
        assertThatThrownBy(() -> publish(inlet, 1, 1, COUNTER.samples(1, 2)))
                .hasMessageContaining("ALTER TABLE \"samples\" ADD COLUMN IF NOT EXISTS \"value_uint\" numeric(20,0)");
        sink.close();
        publish(open(), 1, 1, COUNTER.samples(1, 2));
        assertThat(database.query("SELECT count(*) FROM samples")).isEqualTo("2");
    }

    @Test
    void aWrongPasswordIsSaidAndNotShown() throws IOException {
        SinkInlet inlet = open("password", "guess");
        assertThatThrownBy(() -> publish(inlet, 1, 1, COUNTER.samples(0, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("28P01")
                .hasMessageContaining("correct user and password")
                .hasMessageNotContaining("guess");
    }

    @Test
    void whoMayNotWriteIsTold() throws IOException {
        publish(open(), 1, 1, COUNTER.samples(0, 1));
        String role = "reader_of_" + database.options().get("database");
        database.query("CREATE ROLE " + role + " LOGIN PASSWORD 'x'; GRANT SELECT ON samples TO " + role);
        sink.close();
        SinkInlet inlet = open("user", role, "password", "x", "create", "false");
        assertThatThrownBy(() -> publish(inlet, 1, 1, COUNTER.samples(1, 2)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("42501")
                .hasMessageContaining("GRANT what is missing to the role " + role);
    }

    @Test
    void aDatabaseThatIsNotThereIsSaid() throws IOException {
        SinkInlet inlet = open("database", "no such");
        assertThatThrownBy(() -> publish(inlet, 1, 1, COUNTER.samples(0, 1)))
                .hasMessageContaining("3D000")
                .hasMessageContaining("create the database no such");
    }

    @Test
    void aServerThatTakesNoBytesIsGivenUpAfterTheTimeLimit() throws IOException {
        SinkInlet inlet = open("requestTimeout", "2s");
        publish(inlet, 1, 1, COUNTER.samples(0, 0));
        database.proxy().arm(new Fault.Stall(Direction.TO_SERVER, 0));
        // More than all buffers on the way hold.
        PlantPoints texts = new PlantPoints(PlantPoints.point("text", StringType.string(60_000)));
        SampleBatch large = texts.samples(1, "x".repeat(60_000));
        SampleBatch[] batches = new SampleBatch[400];
        Arrays.fill(batches, large);
        assertThatThrownBy(() -> publish(inlet, 2, 1, batches))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no answer within 2000 ms");
        assertThat(Thread.interrupted()).as("interrupted").isFalse();
        database.recover();
        publish(inlet, 2, 2, COUNTER.samples(1, 1));
        assertThat(database.query("SELECT count(*) FROM samples")).isEqualTo("2");
    }

    @Test
    void aServerThatIsReadOnlyIsSaid() throws IOException {
        publish(open(), 1, 1, COUNTER.samples(0, 0));
        database.query(
                "ALTER DATABASE \"" + database.options().get("database") + "\" SET default_transaction_read_only = on");
        sink.close();
        SinkInlet readOnly = open();
        assertThatThrownBy(() -> publish(readOnly, 1, 1, COUNTER.samples(1, 1)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("25006")
                .hasMessageContaining("name the primary server");
    }

    @Test
    void aBadSampleHasItsStatusAndNoValue() throws IOException {
        SampleBatch batch = COUNTER.samples(0, 1, 2);
        batch.setStatusAt(0, StatusCode.BAD_NOT_CONNECTED);
        batch.setStatusAt(1, StatusCode.withOverflow(StatusCode.GOOD));
        publish(open(), 1, 1, batch);
        assertThat(database.query("SELECT status, value_int FROM samples ORDER BY sequence"))
                .isEqualTo("Bad_NotConnected|\nGood+Overflow|2");
    }
}
