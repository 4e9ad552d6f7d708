package io.taktstrom.benchmarks.sinks;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.PayloadEncoder;
import io.taktstrom.sinks.format.PayloadFormat;
import org.jspecify.annotations.Nullable;

/** What our sink would send: payloads of some flush units, made beforehand, over and over; or encoded again each time. One thread. */
final class Payloads {

    /** Samples of a flush unit, as a pipeline gathers them unless it is told otherwise. */
    static final int UNIT = 4_096;

    private static final int UNITS = 8;

    private final List<byte[][]> messages = new ArrayList<>();
    private final List<ByteBuffer> units = new ArrayList<>();
    private final Target target;
    private final boolean encodesEach;
    private final PlantSource source = new PlantSource();
    private final SampleBatch batch = PlantSource.batchOf(UNIT);
    private @Nullable PayloadEncoder encoder;
    private int next;

    private Payloads(Target target, boolean encodesEach) {
        this.target = target;
        this.encodesEach = encodesEach;
    }

    /** Those of a target, made beforehand. */
    static Payloads of(Target target) throws SQLException {
        Payloads payloads = new Payloads(target, false);
        for (int unit = 0; unit < UNITS; unit++) {
            payloads.add(payloads.encoded());
        }
        return payloads;
    }

    /** Those of a target, encoded when they are asked for: messages only. */
    static Payloads encodedEach(Target target) {
        return new Payloads(target, true);
    }

    private byte[][] encoded() throws SQLException {
        source.fill(batch);
        return switch (target) {
            case POSTGRESQL -> {
                PostgresRows rows = new PostgresRows();
                rows.encode(batch);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                rows.copy(out::write);
                yield new byte[][] {out.toByteArray()};
            }
            case INFLUXDB -> new byte[][] {new InfluxLines().linesOf(batch)};
            default -> messages(target.format());
        };
    }

    /** A payload of each sample, or one of all. */
    private byte[][] messages(PayloadFormat format) {
        if (encoder == null) {
            encoder = format.encoder(FieldSelection.STANDARD);
        }
        int each = format.holdsMany() ? batch.size() : 1;
        byte[][] payloads = new byte[batch.size() / each][];
        for (int i = 0; i < payloads.length; i++) {
            encoder.begin();
            encoder.add(batch, i * each, (i + 1) * each);
            payloads[i] = bytes(encoder.end());
        }
        return payloads;
    }

    private static byte[] bytes(ByteBuffer payload) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        return bytes;
    }

    private void add(byte[][] unit) {
        messages.add(unit);
        int size = 0;
        for (byte[] payload : unit) {
            size += payload.length;
        }
        ByteBuffer all = ByteBuffer.allocateDirect(size);
        for (byte[] payload : unit) {
            all.put(payload);
        }
        units.add(all.flip());
    }

    /** The payloads of the next unit: of a format of one sample, those of the points in turn. */
    byte[][] nextMessages() throws SQLException {
        if (encodesEach) {
            return encoded();
        }
        next = (next + 1) % UNITS;
        return messages.get(next);
    }

    /** All payloads of the next unit in one, its position 0. */
    ByteBuffer nextUnit() {
        next = (next + 1) % UNITS;
        return units.get(next).rewind();
    }
}
