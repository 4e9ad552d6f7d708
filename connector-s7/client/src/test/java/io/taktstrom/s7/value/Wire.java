package io.taktstrom.s7.value;

import java.nio.ByteBuffer;
import java.util.HexFormat;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.Values;
import io.taktstrom.testkit.PlantPoints;

/** One variable on the wire, for tests. */
final class Wire {

    private Wire() {}

    static ByteBuffer bytes(String hex) {
        return ByteBuffer.wrap(HexFormat.of().parseHex(hex.replace(" ", "")));
    }

    static SampleBatch batch(S7Type type) {
        return PlantPoints.one(type.dataType()).newBatch();
    }

    static SampleBatch decoded(S7Type type, int bit, ByteBuffer wire) {
        SampleBatch batch = batch(type);
        new ValueCodec(type, bit).decode(batch, 0, SampleBatch.NO_TIME, 0, wire, 0);
        return batch;
    }

    static Object value(S7Type type, String hex) {
        return Values.get(decoded(type, 0, bytes(hex)), 0);
    }

    static int status(S7Type type, String hex) {
        return decoded(type, 0, bytes(hex)).statusAt(0);
    }

    /** The bytes of a value, in hex; or the status, if the type cannot hold it. */
    static String encoded(S7Type type, Object value) {
        SampleBatch batch = batch(type);
        Values.put(batch, 0, value);
        ByteBuffer wire = ByteBuffer.allocate(type.wireBytes());
        int status = new ValueCodec(type, 0).encode(batch, 0, wire, 0);
        return status == 0 ? HexFormat.of().formatHex(wire.array()) : Integer.toHexString(status);
    }
}
