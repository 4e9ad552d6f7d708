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
import io.taktstrom.sinks.influx.InfluxLines;
import io.taktstrom.sinks.sql.PostgresRows;

/** What our sink would send, made beforehand: payloads of some flush units, over and over. One thread. */
final class Payloads {

    /** Samples of a flush unit, as a pipeline gathers them unless it is told otherwise. */
    static final int UNIT = 4_096;

    private static final int UNITS = 8;

    private final List<byte[][]> messages = new ArrayList<>();
    private final List<ByteBuffer> units = new ArrayList<>();
    private int next;

    private Payloads() {}

    /** Those of a target. */
    static Payloads of(Target target) throws SQLException {
        Payloads payloads = new Payloads();
        PlantSource source = new PlantSource();
        SampleBatch batch = PlantSource.batchOf(UNIT);
        for (int unit = 0; unit < UNITS; unit++) {
            source.fill(batch);
            payloads.add(encoded(target, batch));
        }
        return payloads;
    }

    private static byte[][] encoded(Target target, SampleBatch batch) throws SQLException {
        return switch (target) {
            case POSTGRESQL -> {
                PostgresRows rows = new PostgresRows();
                rows.encode(batch);
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                rows.copy(out::write);
                yield new byte[][] {out.toByteArray()};
            }
            case INFLUXDB -> new byte[][] {new InfluxLines().linesOf(batch)};
            default -> encoded(target.format(), batch);
        };
    }

    /** A payload of each sample, or one of all. */
    private static byte[][] encoded(PayloadFormat format, SampleBatch batch) {
        PayloadEncoder encoder = format.encoder(FieldSelection.STANDARD);
        byte[][] payloads = new byte[format.holdsMany() ? 1 : batch.size()][];
        encoder.begin();
        for (int i = 0; i < batch.size(); i++) {
            encoder.add(batch, i);
            if (!format.holdsMany()) {
                payloads[i] = bytes(encoder.end());
                encoder.begin();
            }
        }
        if (format.holdsMany()) {
            payloads[0] = bytes(encoder.end());
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
    byte[][] nextMessages() {
        next = (next + 1) % UNITS;
        return messages.get(next);
    }

    /** All payloads of the next unit in one, its position 0. */
    ByteBuffer nextUnit() {
        next = (next + 1) % UNITS;
        return units.get(next).rewind();
    }
}
