package io.taktstrom.sinks.influx;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.zip.GZIPInputStream;

import com.sun.net.httpserver.HttpServer;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.testkit.PlantPoints;
import io.taktstrom.testkit.TestUnit;
import io.taktstrom.testkit.peer.InfluxServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

import static io.taktstrom.testkit.TestUnit.publish;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What InfluxDB 1.x has, and what it says to what it does not take. */
@SuppressWarnings("NullAway.Init") // set before each test
class InfluxSinkIT {

    private static final PlantPoints REAL = new PlantPoints(PlantPoints.point("a", ScalarType.LREAL));

    @AutoClose
    private static InfluxServer server;

    private Influx influx;
    private Sink sink;

    @BeforeAll
    static void startServer() throws IOException {
        server = InfluxServer.start(false);
    }

    @BeforeEach
    void create() throws IOException {
        influx = new Influx(server);
    }

    @AfterEach
    void end() throws IOException {
        sink.close();
        influx.close();
    }

    private SinkInlet open(String... more) throws IOException {
        InfluxProvider provider = new InfluxProvider();
        sink = provider.open(provider.descriptor().values("influx", influx.with(more)), SinkContext.standard("influx"));
        return sink.inlet("all", List.of());
    }

    @Test
    void measurementAndFieldFollowTheirTemplatesAndLabelsAreTags() throws IOException {
        SinkInlet inlet = open("measurement", "{connection}", "field", "{point}", "tags", "labels, unit");
        publish(inlet, 1, 1, REAL.samples(0, 21.5));
        JsonNode row = influx.query("SELECT * FROM press1").get(0);
        assertThat(row.get("a").doubleValue()).isEqualTo(21.5);
        assertThat(row.get("line").stringValue()).isEqualTo("A");
        assertThat(row.get("unit").stringValue()).isEqualTo("kN");
        assertThat(row.get("status").stringValue()).isEqualTo("Good");
        assertThat(row.get("time").longValue()).isEqualTo(PlantPoints.TIME);
    }

    /** As in any series of InfluxDB: the page on this sink says how to avoid it. */
    @Test
    void twoSamplesOfAPointAtTheSameNanosecondAreOneWithTheLaterValue() throws IOException {
        SampleBatch batch = new SampleBatch(2, 0);
        batch.reset(REAL, PlantPoints.TIME, 0);
        batch.addDouble(0, PlantPoints.TIME, 0, 1);
        batch.addDouble(0, PlantPoints.TIME, 0, 2);
        publish(open(), 1, 1, batch);
        assertThat(influx.query("SELECT value FROM samples"))
                .singleElement()
                .satisfies(row -> assertThat(row.get("value").doubleValue()).isEqualTo(2));
    }

    @Test
    void aFieldThatHasAnotherTypeAlreadyRefusesItsSamplesAlone() throws IOException {
        publish(open("field", "{label:line}_text"), 1, 1, REAL.samples(0, 1.5));
        sink.close();
        PlantPoints both =
                new PlantPoints(PlantPoints.point("t", StringType.string(9)), PlantPoints.point("a", ScalarType.LREAL));
        SinkInlet inlet = open("field", "{label:line}");
        TestUnit unit = publish(inlet, 1, 1, both.samples(1, "x", 2.5), both.samples(3, "y", 3.5));
        assertThat(unit.refused()).containsOnlyKeys(0, 2);
        assertThat(unit.refused().get(2)).contains("HTTP 400").contains("field type conflict");
        assertThat(influx.query("SELECT A FROM samples")).hasSize(2);
    }

    @Test
    void aUnitThatIsTooLargeGoesInParts() throws IOException {
        SinkInlet inlet = open("gzip", "false");
        PlantPoints texts = new PlantPoints(PlantPoints.point("t", StringType.string(30_000)));
        List<SampleBatch> batches = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            batches.add(texts.samples(i, "x".repeat(30_000)));
        }
        assertThat(publish(inlet, 1, 1, batches.toArray(SampleBatch[]::new)).refused())
                .isEmpty();
        assertThat(influx.query("SELECT sequence FROM samples")).hasSize(100);
    }

    @Test
    void aDatabaseThatIsNotThereMakesTheSinkUnwellUntilItIs() throws IOException {
        SinkInlet inlet = open("database", "later");
        assertThatThrownBy(() -> publish(inlet, 1, 1, REAL.samples(0, 1.5)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("404")
                .hasMessageContaining("database not found")
                .hasMessageContaining("create what it names");
        assertThat(sink.health().well()).isFalse();
        influx.query("CREATE DATABASE later");
        publish(inlet, 1, 2, REAL.samples(0, 1.5));
        assertThat(sink.health().well()).isTrue();
    }

    @Test
    void aWrongPasswordIsSaid() throws IOException {
        try (InfluxServer closed = InfluxServer.start(true)) {
            SinkInlet inlet = open("url", "http://127.0.0.1:" + closed.port(), "user", "u", "password", "s3cret");
            assertThatThrownBy(() -> publish(inlet, 1, 1, REAL.samples(0, 1.5)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("HTTP 401")
                    .hasMessageContaining("correct user, password or token")
                    .hasMessageNotContaining("s3cret");
        }
    }

    /** Debian has no InfluxDB 2: this asks for what its documentation says, of a server that takes everything. */
    @Test
    void version2IsAskedByItsOwnAddressWithAToken() throws IOException {
        List<String> requests = Collections.synchronizedList(new ArrayList<>());
        HttpServer second = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        second.createContext("/", exchange -> {
            String body =
                    new String(new GZIPInputStream(exchange.getRequestBody()).readAllBytes(), StandardCharsets.UTF_8);
            requests.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getFirst("Authorization") + " " + body);
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        second.start();
        try {
            SinkInlet inlet = open(
                    "url", "http://127.0.0.1:" + second.getAddress().getPort() + "/",
                    "version", "2",
                    "org", "my plant",
                    "bucket", "b",
                    "token", "t0k");
            publish(
                    inlet,
                    1,
                    1,
                    new PlantPoints(PlantPoints.point("n", ScalarType.ULINT)).samples(0, "18446744073709551615"));
        } finally {
            second.stop(0);
        }
        assertThat(requests)
                .singleElement()
                .asString()
                .startsWith(
                        "/api/v2/write?org=my+plant&bucket=b&precision=ns Token t0k samples,connection=press1,point=n,type=ULINT,status=Good"
                                + " value_uint=18446744073709551615u,sequence=0i,");
    }

    @Test
    void whatAVersionNeedsIsSaidAtTheStart() throws IOException {
        open();
        assertThatThrownBy(() -> open("version", "2", "org", "o"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("needs the option bucket");
    }
}
