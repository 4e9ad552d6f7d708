package io.taktstrom.stream.block;

import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StructType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.testkit.TestConnection;

/** A session with a device that has {@code MAIN.ring}, with the array {@code aValue}, and the number {@code MAIN.other}. */
final class RingConnection extends TestConnection {

    private TestRing ring;
    private int samplesPerRead;

    RingConnection(TestRing ring) {
        this.ring = ring;
    }

    /** The device's program is another one from now on. */
    synchronized void replace(TestRing newRing) {
        ring = newRing;
    }

    /** Between two reads the device writes that many samples. */
    synchronized void setSamplesPerRead(int samples) {
        samplesPerRead = samples;
    }

    @Override
    public synchronized PointGroup resolve(List<DataPoint> points) {
        return new FixedGroup(
                points,
                points.stream().map(point -> type(point.address())).toList(),
                points.stream()
                        .map(point ->
                                point.address().startsWith("MAIN.") ? StatusCode.GOOD : StatusCode.BAD_NODE_ID_UNKNOWN)
                        .toList());
    }

    private DataType type(String address) {
        return switch (address) {
            case "MAIN.ring" -> ring.type;
            case "MAIN.ring.aValue" -> ArrayType.of(ScalarType.UDINT, ring.layout.length());
            default -> ScalarType.DINT;
        };
    }

    @Override
    public synchronized void read(PointGroup group, SampleBatch into) {
        into.reset(group, 1, 0);
        ring.add(samplesPerRead);
        for (int point = 0; point < group.size(); point++) {
            if (StatusCode.isBad(group.statusAt(point))) {
                into.addBad(point, SampleBatch.NO_TIME, group.statusAt(point));
            } else if (!(group.typeAt(point) instanceof StructType type)) {
                into.add(point, SampleBatch.NO_TIME, StatusCode.GOOD, 0);
            } else if (type.imageBytes() != ring.memory.capacity()) {
                into.addBad(point, SampleBatch.NO_TIME, StatusCode.BAD_TYPE_MISMATCH);
            } else {
                into.addBytes(point, SampleBatch.NO_TIME, StatusCode.GOOD, ring.memory, 0, type.imageBytes());
            }
        }
    }
}
