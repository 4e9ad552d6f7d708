package io.taktstrom.sinks.format;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;

/**
 * JSON Lines: one object per sample, its keys always in this order.
 *
 * <pre>{@code
 * {"point":"press1.temp","value":21.5,"status":"Good","sourceTime":"2026-11-21T07:05:09.000000001Z","receivedAt":"..."}
 * }</pre>
 *
 * <p>{@code value} is {@code null} when the status is Bad; {@code sourceTime} when the device gave none. Hot.
 */
public final class JsonFormat implements SampleFormat {

    private static final String BEGIN = "{\"point\":";

    private final Rfc3339 sourceTime = new Rfc3339();
    private final Rfc3339 receivedAt = new Rfc3339();

    @Override
    public String begin() {
        return BEGIN;
    }

    @Override
    public void writeHeader(TextBuffer out) {
        // JSON Lines has none.
    }

    @Override
    public void write(SampleBatch batch, int i, TextBuffer out) {
        int status = batch.statusAt(i);
        out.ascii(BEGIN);
        out.jsonString(batch.group().points().get(batch.pointAt(i)).name());
        out.ascii(",\"value\":");
        if (StatusCode.isBad(status)) {
            out.ascii("null");
        } else {
            ValueText.json(batch, i, out);
        }
        out.ascii(",\"status\":\"");
        out.ascii(StatusCode.name(status));
        out.ascii("\",\"sourceTime\":");
        time(sourceTime, batch.sourceTimeAt(i), out);
        out.ascii(",\"receivedAt\":");
        time(receivedAt, batch.receivedAt(), out);
        out.ascii("}\n");
    }

    private static void time(Rfc3339 format, long nanos, TextBuffer out) {
        if (nanos == SampleBatch.NO_TIME) {
            out.ascii("null");
        } else {
            out.put('"');
            format.write(nanos, out);
            out.put('"');
        }
    }
}
