package io.taktstrom.ads;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.testkit.RecordingSink;
import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * Against a server that knows nothing of us: the test server of pyads. It has no tables, answers 0xF009, handles,
 * reads, writes and the sum commands 0xF080 and 0xF081, takes one request at a time, and never sends a notification.
 * It needs TAKT_PYTHON, see {@link PeerProcess}.
 */
@Timeout(120)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PyadsServerIT {

    private static final Path SCRIPT = Path.of("src", "test", "interop", "pyads_server.py");

    @AutoClose
    private PeerProcess server;

    private int port;
    private AdsConnection connection;

    @BeforeAll
    void startServer() throws IOException {
        server = PeerProcess.start("TAKT_PYTHON", "a Python with pyads", SCRIPT);
        port = Integer.parseInt(server.line("").strip());
    }

    @BeforeEach
    void connect() throws IOException {
        connection = ScriptedPeer.connectTo(
                "ads://127.0.0.1:" + port + "/127.0.0.1.1.1:851?maxInFlight=1", new ScriptedPeer.Notices());
    }

    @AfterEach
    void disconnect() {
        connection.close();
    }

    private static List<Object> values(SampleBatch batch) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            assertThat(StatusCode.name(batch.statusAt(i))).isEqualTo("Good");
            values.add(Values.get(batch, i));
        }
        return values;
    }

    @Test
    void itSaysWhatItIs() throws IOException {
        DeviceInfo device = connection.device();
        assertThat(device.name()).isEqualTo("TestServer");
        assertThat(device.version()).isEqualTo("1.2.3");
        assertThat(device.state()).isEqualTo("RUN");
    }

    @Test
    void namesTypesAndValuesAreFoundOneByOne() throws IOException {
        PointGroup group = connection.resolve(List.of(
                DataPoint.of("MAIN.v7"),
                DataPoint.of("MAIN.level"),
                DataPoint.of("MAIN.flag"),
                DataPoint.of("MAIN.name")));
        assertThat(List.of(
                        group.typeAt(0).text(),
                        group.typeAt(1).text(),
                        group.typeAt(2).text(),
                        group.typeAt(3).text()))
                .containsExactly("DINT", "LREAL", "BOOL", "STRING(20)");
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(values(batch)).containsExactly(7L, 1.5, true, "press 1");
    }

    @Test
    void aGroupIsReadByOneSumCommand() throws IOException {
        PointGroup group = connection.resolve(SmallPlc.points(10));
        SampleBatch batch = group.newBatch();
        for (int round = 0; round < 100; round++) {
            connection.read(group, batch);
            assertThat(values(batch)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L);
        }
    }

    @Test
    void whatIsWrittenIsRead() throws IOException {
        PointGroup group = connection.resolve(List.of(
                DataPoint.of("MAIN.v11").withWritable(),
                DataPoint.of("MAIN.v12").withWritable(),
                DataPoint.of("MAIN.name").withWritable()));
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, -11);
        Values.put(batch, 1, Integer.MAX_VALUE);
        int[] statuses = new int[3];
        connection.write(group, batch, statuses);
        batch.reset(group, SampleBatch.NO_TIME, 0);
        Values.put(batch, 2, "Grüße");
        connection.write(group, batch, statuses);
        connection.read(group, batch);
        assertThat(values(batch)).containsExactly(-11L, (long) Integer.MAX_VALUE, "Grüße");
        batch.reset(group, SampleBatch.NO_TIME, 0);
        Values.put(batch, 2, "press 1");
        connection.write(group, batch, statuses);
        assertThat(statuses).containsOnly(StatusCode.GOOD);
    }

    @Test
    void indexGroupsAndHandlesWork() throws IOException {
        ByteBuffer into = Request.little(2);
        connection.read(0x4020, 16, into);
        assertThat(into.getShort(0)).isEqualTo((short) 77);
        PointGroup group =
                connection.resolve(List.of(DataPoint.of("0x4020:0x10").withType(DataType.parse("INT"))));
        SampleBatch batch = group.newBatch();
        connection.read(group, batch);
        assertThat(values(batch)).containsExactly(77L);
        int handle = connection.openHandle("MAIN.v3");
        ByteBuffer value = Request.little(4);
        connection.readHandle(handle, value);
        assertThat(value.getInt(0)).isEqualTo(3);
        connection.writeHandle(handle, value.putInt(0, 333).position(0));
        connection.readHandle(handle, value.clear());
        assertThat(value.getInt(0)).isEqualTo(333);
        connection.writeHandle(handle, value.putInt(0, 3).position(0));
        connection.releaseHandle(handle);
    }

    @Test
    void aSubscriptionHasItsFirstSampleAlthoughTheServerSendsNone() throws IOException {
        PointGroup group = connection.resolve(List.of(DataPoint.of("MAIN.v5")));
        RecordingSink sink = new RecordingSink();
        connection.subscribe(group, SubscriptionSettings.onChange(Duration.ofMillis(10)), sink);
        assertThat(sink.awaitCount(1).get(0).value()).isEqualTo(5L);
    }

    @Test
    void withoutATableThereIsNothingToBrowse() {
        assertThatThrownBy(() -> connection.browse(BrowseFilter.ALL))
                .isInstanceOf(DeviceErrorException.class)
                .hasMessageContaining("gives no symbol table");
    }
}
