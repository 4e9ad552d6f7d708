package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.type.S7String;
import io.taktstrom.s7.type.ValueCodec;

/** A variable as an object: for tests and first values, not for requests. */
final class Variable implements PointGroup {

    private final S7Address address;
    private final ValueCodec codec;

    Variable(S7Address address) {
        this.address = address;
        codec = new ValueCodec(address.type(), address.bit());
    }

    /** The length that an empty string has room for. */
    static void putMaximum(S7String type, ByteBuffer bytes, int at) {
        if (type.wide()) {
            bytes.putShort(at, (short) type.length());
        } else {
            bytes.put(at, (byte) type.length());
        }
    }

    Object get(ByteBuffer bytes, int at) {
        SampleBatch batch = newBatch();
        codec.decode(batch, 0, SampleBatch.NO_TIME, StatusCode.GOOD, bytes, at);
        return Values.get(batch, 0);
    }

    void set(ByteBuffer bytes, int at, Object value) {
        SampleBatch batch = newBatch();
        Values.put(batch, 0, value);
        int status = codec.encode(batch, 0, bytes, at);
        if (StatusCode.isBad(status)) {
            throw new IllegalArgumentException(value + " does not fit a "
                    + address.type().text() + " at " + address.text() + ": " + StatusCode.name(status));
        }
    }

    int bitOffset(int n) {
        return codec.bitOffset(n);
    }

    @Override
    public List<DataPoint> points() {
        return List.of(DataPoint.of(address.text()));
    }

    @Override
    public DataType typeAt(int point) {
        return codec.dataType();
    }

    @Override
    public int statusAt(int point) {
        return StatusCode.GOOD;
    }

    @Override
    public void close() {}
}
