package io.taktstrom.opcua.contract;

import java.util.List;
import java.util.stream.IntStream;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.opcua.simulator.model.OpcUaModel;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.Connectors;
import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A read of numbers, from the request to the samples, on a channel without security. */
@Timeout(120)
class ReadAllocationIT {

    private static final int ROUNDS = 1000;

    @Test
    void aReadAllocatesNothing() throws Exception {
        try (OpcUaSimulator server = OpcUaSimulator.builder()
                        .model(OpcUaModel.parse("points: {v: {type: Int32, count: 10}}"))
                        .start();
                Connection connection = Connectors.connect(server.endpointUri())) {
            List<DataPoint> points = IntStream.range(0, 10)
                    .mapToObj(i -> DataPoint.of(server.nodeId("v" + i)))
                    .toList();
            PointGroup group = connection.resolve(points);
            SampleBatch batch = group.newBatch();
            AllocationMeter.currentThread().assertZeroPerOperation(ROUNDS, () -> connection.read(group, batch));
        }
    }
}
