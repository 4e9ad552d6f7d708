package io.taktstrom.s7.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.apache.plc4x.java.api.PlcConnection;
import org.apache.plc4x.java.api.PlcDriverManager;
import org.apache.plc4x.java.api.exceptions.PlcConnectionException;
import org.apache.plc4x.java.api.messages.PlcReadRequest;
import org.apache.plc4x.java.api.messages.PlcReadResponse;
import org.apache.plc4x.java.api.messages.PlcWriteResponse;
import org.apache.plc4x.java.api.types.PlcResponseCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;

/** Apache PLC4X's S7 driver 0.13.1 finds in the simulator what it finds in a CPU. */
@Timeout(120)
class Plc4jIT {

    private static final int LIMIT_SECONDS = 60;

    private final List<PlcConnection> connections = new ArrayList<>();
    private S7Simulator cpu;

    @BeforeEach
    void start() throws Exception {
        cpu = S7Simulator.builder().model(Peer.model()).start();
    }

    @AfterEach
    void stop() throws Exception {
        for (PlcConnection connection : connections) {
            connection.close();
        }
        cpu.close();
    }

    private PlcConnection connect() throws Exception {
        String url = "s7://%s:%d?remote-rack=0&remote-slot=1&controller-type=S7_300"
                .formatted(cpu.address().getAddress().getHostAddress(), cpu.port());
        // In a thread of its own, as it waits for ever if it does not like what it finds.
        PlcConnection connection =
                CompletableFuture.supplyAsync(() -> connect(url)).get(LIMIT_SECONDS, TimeUnit.SECONDS);
        connections.add(connection);
        return connection;
    }

    private static PlcConnection connect(String url) {
        try {
            return PlcDriverManager.getDefault().getConnectionManager().getConnection(url);
        } catch (PlcConnectionException e) {
            throw new AssertionError(e);
        }
    }

    private static PlcReadResponse read(PlcConnection connection, String... addresses) throws Exception {
        PlcReadRequest.Builder request = connection.readRequestBuilder();
        for (String address : addresses) {
            request.addTagAddress(address, address);
        }
        return request.build().execute().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }

    @Test
    void itReadsScalarsOfAllAreas() throws Exception {
        PlcReadResponse values = read(
                connect(),
                "%DB1.DBX0.3:BOOL",
                "%DB1:2:INT",
                "%DB1.DBD4:DINT",
                "%DB1:8:REAL",
                "%DB1:12:LREAL",
                "%MW10:INT",
                "%IW4:INT",
                "%Q1.2:BOOL");

        assertThat(values.getBoolean("%DB1.DBX0.3:BOOL")).isTrue();
        assertThat(values.getInteger("%DB1:2:INT")).isEqualTo(-30_000);
        assertThat(values.getInteger("%DB1.DBD4:DINT")).isEqualTo(-2_000_000_000);
        assertThat(values.getFloat("%DB1:8:REAL")).isEqualTo(1.5f);
        assertThat(values.getDouble("%DB1:12:LREAL")).isEqualTo(-0.25);
        assertThat(values.getInteger("%MW10:INT")).isEqualTo(0x1234);
        assertThat(values.getInteger("%IW4:INT")).isEqualTo(0x5678);
        assertThat(values.getBoolean("%Q1.2:BOOL")).isTrue();
    }

    @Test
    void itReadsTextsTimesAndArrays() throws Exception {
        PlcReadResponse values =
                read(connect(), "%DB1:20:STRING(20)", "%DB1:66:TIME", "%DB1:76:DATE_AND_TIME", "%DB1:100:INT[8]");

        assertThat(values.getString("%DB1:20:STRING(20)")).isEqualTo("Takt");
        assertThat(values.getPlcValue("%DB1:66:TIME").getDuration().toMillis()).isEqualTo(1500);
        assertThat(values.getDateTime("%DB1:76:DATE_AND_TIME")).hasToString("2026-03-01T07:30:15.250");
        assertThat(values.getAllIntegers("%DB1:100:INT[8]")).containsExactly(1, 2, 3, 4, 5, 6, 7, 8);
    }

    @Test
    void itWrites() throws Exception {
        PlcWriteResponse response = connect()
                .writeRequestBuilder()
                .addTagAddress("dint", "%DB1:200:DINT", 42)
                .addTagAddress("bit", "%DB1.DBX210.5:BOOL", true)
                .build()
                .execute()
                .get(LIMIT_SECONDS, TimeUnit.SECONDS);

        assertThat(response.getResponseCode("dint")).isEqualTo(PlcResponseCode.OK);
        assertThat(cpu.get("DB1.DBD200:DINT")).isEqualTo(42L);
        assertThat(cpu.get("DB1.DBB210")).isEqualTo(0x20L);
    }

    @Test
    void itSeesWhichVariablesAreNotThere() throws Exception {
        PlcReadResponse values = read(connect(), "%DB1:2:INT", "%DB77:0:INT", "%DB9:0:INT", "%DB1:600:INT");

        assertThat(values.getResponseCode("%DB1:2:INT")).isEqualTo(PlcResponseCode.OK);
        assertThat(values.getResponseCode("%DB77:0:INT")).isNotEqualTo(PlcResponseCode.OK);
        assertThat(values.getResponseCode("%DB9:0:INT")).isNotEqualTo(PlcResponseCode.OK);
        assertThat(values.getResponseCode("%DB1:600:INT")).isNotEqualTo(PlcResponseCode.OK);
    }
}
