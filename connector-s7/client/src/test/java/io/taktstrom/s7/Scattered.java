package io.taktstrom.s7;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Bytes too far apart to be read together, and what a {@link ScriptedCpu} must make of them. */
final class Scattered {

    private Scattered() {}

    static List<DataPoint> points(int count) {
        List<DataPoint> points = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            points.add(DataPoint.of("DB1.DBB" + 200 * i));
        }
        return points;
    }

    static void assertGood(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            assertThat(StatusCode.name(batch.statusAt(i))).isEqualTo("Good");
            assertThat(batch.longAt(i)).isEqualTo(200 * i & 0xFF);
        }
    }

    static void assertDead(Connection connection) {
        assertThatThrownBy(() -> connection.closed().toCompletableFuture().get(30, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(ConnectorException.class);
        assertThatThrownBy(() -> connection.resolve(points(1))).isInstanceOf(ConnectionLostException.class);
    }
}
