package io.taktstrom.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.SampleSink;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.EnumType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;
import io.taktstrom.spi.Subscription;
import io.taktstrom.spi.SubscriptionSettings;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.testkit.TestConnection;

/** A device in memory: knows every address, and has evil values of a type for each position. */
abstract class SilentConnection extends TestConnection {

    private final IntFunction<DataType> types;

    SilentConnection(IntFunction<DataType> types) {
        this.types = types;
    }

    @Override
    public PointGroup resolve(List<DataPoint> points) {
        List<DataType> resolved = new ArrayList<>();
        List<Integer> statuses = new ArrayList<>();
        for (int i = 0; i < points.size(); i++) {
            resolved.add(types.apply(i));
            statuses.add(StatusCode.GOOD);
        }
        return new FixedGroup(points, resolved, statuses);
    }

    @Override
    public void read(PointGroup group, SampleBatch into) throws ConnectorException {
        into.reset(group, 1_795_244_709_000_000_000L, 0);
        for (int i = 0; i < group.size(); i++) {
            Values.put(into, i, value(group.typeAt(i)));
        }
    }

    private static Object value(DataType type) {
        if (type instanceof ScalarType || type instanceof EnumType) {
            return 0;
        }
        if (type instanceof ArrayType array) {
            return List.of(value(array.element()));
        }
        if (type instanceof StructType record) {
            return Map.of(
                    record.fields().get(0).name(), value(record.fields().get(0).type()));
        }
        // A device's string ends at its first zero.
        return HostileProvider.EVIL.replace("\u0000", "");
    }

    @Override
    public void write(PointGroup group, SampleBatch values, int[] statusOut) {
        Arrays.fill(statusOut, StatusCode.GOOD);
    }

    @Override
    public Subscription subscribe(PointGroup group, SubscriptionSettings wanted, SampleSink sink)
            throws ConnectorException {
        throw new InvalidRequestException("this device cannot push " + HostileProvider.EVIL);
    }
}
