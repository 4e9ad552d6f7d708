package io.taktstrom.example.line;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;

/** Points with their types; knows the request that reads them all, and turns answers into samples. */
final class LineGroup implements PointGroup, LineLink.Lines {

    private final LineConnection connection;
    private final List<DataPoint> points;
    private final DataType[] types;
    private final int[] statuses;
    private final byte[][] names;
    private final byte[] request;
    private final ByteBuffer image;
    private final int arenaBytes;
    private SampleBatch reading;
    private int next;
    private volatile boolean closed;

    LineGroup(LineConnection connection, List<DataPoint> points, DataType[] types, int[] statuses) {
        this.connection = connection;
        this.points = List.copyOf(points);
        this.types = types;
        this.statuses = statuses;
        names = new byte[types.length][];
        StringBuilder gets = new StringBuilder();
        int largest = 0;
        for (int point = 0; point < types.length; point++) {
            String name = points.get(point).address();
            names[point] = name.getBytes(StandardCharsets.US_ASCII);
            largest = Math.max(largest, types[point].imageBytes());
            if (StatusCode.isGood(statuses[point])) {
                gets.append("GET ").append(name).append('\n');
            }
        }
        request = gets.toString().getBytes(StandardCharsets.US_ASCII);
        image = ByteBuffer.allocate(largest).order(ByteOrder.LITTLE_ENDIAN);
        reading = newBatch();
        arenaBytes = reading.arenaCapacity();
    }

    boolean isUsableBy(LineConnection user) {
        return connection == user && !closed;
    }

    /** Prepares for the answers to {@link #readRequest}; under the link's monitor, as one request at a time is. */
    void startRead(SampleBatch into, long now) {
        into.reset(this, now, 0);
        reading = into;
        next = 0;
        addUnusable();
    }

    int arenaBytes() {
        return arenaBytes;
    }

    byte[] readRequest() {
        return request;
    }

    @Override
    public boolean take(byte[] line, int from, int to) throws ConnectorException {
        byte[] name = names[next];
        int mark = from + name.length;
        if (mark >= to || !Arrays.equals(name, 0, name.length, line, from, mark)) {
            throw new MalformedFrameException(
                    "an answer is not for " + points.get(next).address(), from);
        }
        if (line[mark] == '=') {
            addValue(reading, next, StatusCode.GOOD, line, mark + 1, to);
        } else {
            reading.addBad(next, SampleBatch.NO_TIME, StatusCode.BAD_NOT_READABLE);
        }
        next++;
        addUnusable();
        return next == types.length;
    }

    private void addUnusable() {
        for (; next < types.length && !StatusCode.isGood(statuses[next]); next++) {
            reading.addBad(next, SampleBatch.NO_TIME, statuses[next]);
        }
    }

    /** Adds a value in hexadecimal as a sample. On the receiving thread only; allocates nothing. */
    void addValue(SampleBatch into, int point, int status, byte[] line, int from, int to)
            throws MalformedFrameException {
        DataType type = types[point];
        int bytes = type.imageBytes();
        if (to - from != 2 * bytes) {
            throw new MalformedFrameException(
                    points.get(point).address() + " has " + bytes + " bytes, its value " + (to - from) + " digits",
                    from);
        }
        for (int i = 0; i < bytes; i++) {
            image.put(i, (byte) (digit(line, from + 2 * i) << 4 | digit(line, from + 2 * i + 1)));
        }
        if (type instanceof ScalarType scalar) {
            into.add(point, SampleBatch.NO_TIME, status, scalar.bits(image, 0));
        } else if (type instanceof StringType string) {
            into.addString(point, SampleBatch.NO_TIME, status, string, image, 0, bytes);
        } else {
            into.addBytes(point, SampleBatch.NO_TIME, status, image, 0, bytes);
        }
    }

    private static int digit(byte[] line, int at) throws MalformedFrameException {
        if (!HexFormat.isHexDigit(line[at])) {
            throw new MalformedFrameException("0x%02X is no hexadecimal digit".formatted(line[at]), at);
        }
        return HexFormat.fromHexDigit(line[at]);
    }

    @Override
    public List<DataPoint> points() {
        return points;
    }

    @Override
    public DataType typeAt(int point) {
        return types[point];
    }

    @Override
    public int statusAt(int point) {
        return statuses[point];
    }

    @Override
    public void close() {
        closed = true;
    }
}
