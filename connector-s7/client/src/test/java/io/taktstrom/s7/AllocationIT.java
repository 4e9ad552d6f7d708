package io.taktstrom.s7;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.s7.protocol.cotp.CotpData;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.spi.Connection;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The hot paths through a real socket. The peer is in the same JVM, so only the calling thread is measured. */
@Timeout(180)
class AllocationIT {

    private static final int OPERATIONS = 5_000;

    private static ScriptedCpu cpu() throws IOException {
        return new ScriptedCpu((request, wire) -> {
            boolean write = S7Function.of(request.frame(), CotpData.PAYLOAD) == S7Function.WRITE_VAR;
            wire.send(write ? request.written() : request.answer());
        });
    }

    private static List<DataPoint> dints(int count, int stride) {
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(DataPoint.of("DB1.DBD" + i * stride + ":DINT").withWritable());
        }
        return points;
    }

    private static AllocationMeter meter() {
        return AllocationMeter.currentThread().settlingWithin(Duration.ofSeconds(60));
    }

    /** One value, some together, and many in requests of which several are on their way. */
    @ParameterizedTest
    @ValueSource(ints = {1, 5, 60})
    void aReadAllocatesNothing(int points) throws Exception {
        try (ScriptedCpu cpu = cpu();
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(dints(points, 300));
            SampleBatch batch = group.newBatch();
            meter().assertZeroPerOperation(OPERATIONS, () -> connection.read(group, batch));
            assertThat(batch.statusAt(points - 1)).isEqualTo(StatusCode.GOOD);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 30})
    void aWriteAllocatesNothing(int points) throws Exception {
        try (ScriptedCpu cpu = cpu();
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(dints(points, 4));
            SampleBatch batch = group.newBatch();
            for (int i = 0; i < points; i++) {
                Values.put(batch, i, 1000 + i);
            }
            int[] statuses = new int[points];
            meter().assertZeroPerOperation(OPERATIONS, () -> connection.write(group, batch, statuses));
            assertThat(statuses).containsOnly(StatusCode.GOOD);
        }
    }

    @Test
    void stringsAndArraysAllocateNothing() throws Exception {
        try (ScriptedCpu cpu = cpu();
                Connection connection = cpu.connect("")) {
            PointGroup group = connection.resolve(List.of(
                    DataPoint.of("DB1:0:STRING(40)").withWritable(),
                    DataPoint.of("DB1:100:INT[20]").withWritable(),
                    DataPoint.of("DB1.DBX200.3").withWritable(),
                    DataPoint.of("DB1:300:BYTE[1000]").withWritable()));
            SampleBatch batch = group.newBatch();
            meter().assertZeroPerOperation(OPERATIONS, () -> connection.read(group, batch));
            int[] statuses = new int[4];
            meter().assertZeroPerOperation(OPERATIONS, () -> connection.write(group, batch, statuses));
        }
    }
}
