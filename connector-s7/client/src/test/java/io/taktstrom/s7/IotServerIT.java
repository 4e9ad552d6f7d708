package io.taktstrom.s7;

import java.util.ArrayList;
import java.util.List;

import com.github.xingshuangs.iot.protocol.s7.service.S7PLCServer;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.MalformedFrameException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Against a second server that other people wrote, in Java and not on snap7: the one of iot-communication. */
@Timeout(120)
class IotServerIT {

    private final S7PLCServer server = new S7PLCServer(0);
    private Connection connection;

    @BeforeEach
    void connect() throws Exception {
        server.addDBArea(1, 2);
        server.start();
        S7Provider provider = new S7Provider();
        connection = provider.connect(
                provider.descriptor()
                        .parse("s7://127.0.0.1:" + server.getServerSocket().getLocalPort()),
                ConnectContext.standard());
    }

    @AfterEach
    void disconnect() {
        connection.close();
        server.stop();
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        List<DataPoint> points = List.of(
                DataPoint.of("DB1.DBD0:DINT").withWritable(),
                DataPoint.of("DB1.DBX4.3").withWritable(),
                DataPoint.of("DB1.DBX4.4").withWritable(),
                DataPoint.of("DB1:6:LREAL").withWritable(),
                DataPoint.of("DB2:20:STRING(20)").withWritable(),
                DataPoint.of("DB2:100:INT[300]").withWritable(),
                DataPoint.of("MW10").withWritable(),
                DataPoint.of("DB1.DBB4"));
        PointGroup group = connection.resolve(points);
        SampleBatch batch = group.newBatch();
        Values.put(batch, 0, -7);
        Values.put(batch, 1, true);
        Values.put(batch, 3, 2.5);
        Values.put(batch, 4, "Grüße");
        List<Object> many = new ArrayList<>();
        for (long i = 0; i < 300; i++) {
            many.add(i);
        }
        Values.put(batch, 5, many);
        Values.put(batch, 6, 4711);
        int[] statuses = new int[6];
        connection.write(group, batch, statuses);
        assertThat(statuses).containsOnly(StatusCode.GOOD);
        connection.read(group, batch);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < batch.size(); i++) {
            // The block is all zeros, so the string says that it has no room, which is doubtful.
            assertThat(StatusCode.name(batch.statusAt(i))).isEqualTo(i == 4 ? "Uncertain" : "Good");
            values.add(Values.get(batch, i));
        }
        assertThat(values).containsExactly(-7L, true, false, 2.5, "Grüße", many, 4711L, 8L);
    }

    /** It sends an item with an error as one byte, where CPUs and snap7 send four: no byte may pass for another's. */
    @Test
    void itsWayToSayThatABlockIsNotThereIsNotTakenForValues() {
        assertThatThrownBy(() -> connection.resolve(
                        List.of(DataPoint.of("DB1.DBD0"), DataPoint.of("DB77.DBD0"), DataPoint.of("DB2.DBW0"))))
                .isInstanceOf(MalformedFrameException.class)
                .hasMessageContaining("left for an item");
    }

    @Test
    void aThousandScatteredValuesAreReadTogether() throws Exception {
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            points.add(DataPoint.of("DB1.DBD" + 64 * i + ":DINT").withWritable());
        }
        PointGroup group = connection.resolve(points);
        SampleBatch batch = group.newBatch();
        for (int i = 0; i < 1000; i++) {
            Values.put(batch, i, 3 * i);
        }
        connection.write(group, batch, new int[1000]);
        connection.read(group, batch);
        for (int i = 0; i < 1000; i++) {
            assertThat(batch.longAt(i)).isEqualTo(3L * i);
        }
    }
}
