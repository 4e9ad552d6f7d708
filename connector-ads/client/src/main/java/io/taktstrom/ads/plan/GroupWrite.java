package io.taktstrom.ads.plan;

import java.nio.ByteBuffer;
import java.util.Arrays;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.CommandData;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.SumCommand;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.ads.value.TimeRange;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.value.Images;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * Writes the samples of a batch, one request after the other, so that they take effect in their order. Hot: reused,
 * allocates nothing once its buffers are large enough. One thread at a time.
 */
public final class GroupWrite {

    private static final int FIRST_BYTES = 4096;
    private static final int FIRST_ITEMS = 64;

    private ByteBuffer values = AdsBuffers.heap(FIRST_BYTES);
    private ByteBuffer request = AdsBuffers.heap(FIRST_BYTES);
    private ByteBuffer results = AdsBuffers.heap(FIRST_ITEMS * SumCommand.RESULT_BYTES);
    private @Nullable AdsVariable[] variables = new AdsVariable[FIRST_ITEMS];
    private int[] samples = new int[FIRST_ITEMS];
    private int items;
    private int roundTrips;
    private boolean noSums;
    private boolean stale;

    /** Writes what may be written, the samples whose status is Good, and sets the status of each. */
    public void write(AdsBackend backend, GroupPlan plan, RequestLimits limits, SampleBatch batch, int[] statusOut)
            throws ConnectorException {
        noSums = !limits.hasSums();
        stale = false;
        roundTrips = 0;
        items = 0;
        values.clear();
        int movable = plan.writes().prepare(batch);
        for (int i = 0; i < batch.size(); i++) {
            AdsVariable variable = plan.writes().target(batch.pointAt(i));
            if (variable == null) {
                statusOut[i] = plan.status(batch.pointAt(i));
            } else if (!variable.writable()) {
                statusOut[i] = StatusCode.BAD_NOT_WRITABLE;
            }
            if (statusOut[i] == StatusCode.GOOD && variable != null && variable.symbolic()) {
                statusOut[i] = movable;
            }
            if (variable != null && statusOut[i] == StatusCode.GOOD) {
                if (items > 0 && (variable.isSharedBit() || !fits(variable, limits))) {
                    flush(backend, statusOut);
                }
                statusOut[i] = add(variable, batch, i);
            }
            if (variable != null && statusOut[i] == StatusCode.GOOD && variable.isSharedBit()) {
                // Alone, and in its turn: one before it may be of the same byte.
                flush(backend, statusOut);
            }
        }
        flush(backend, statusOut);
    }

    private boolean fits(AdsVariable variable, RequestLimits limits) {
        long bytes = CommandData.READ_WRITE_DATA
                + (items + 1L) * SumCommand.ITEM_BYTES
                + values.position()
                + variable.bytes();
        return items < limits.sumCommands() && bytes <= limits.frameBytes();
    }

    private int add(AdsVariable variable, SampleBatch batch, int i) {
        int at = values.position();
        values = withRoom(values, at + variable.bytes());
        int status = Images.put(batch, i, variable.type(), values, at);
        if (status == StatusCode.GOOD && variable.timed() && !TimeRange.holds(variable.type(), values, at)) {
            status = StatusCode.BAD_OUT_OF_RANGE;
        }
        if (status == StatusCode.GOOD) {
            values.position(at + variable.bytes());
            if (items == samples.length) {
                samples = Arrays.copyOf(samples, 2 * items);
                variables = Arrays.copyOf(variables, 2 * items);
            }
            samples[items] = i;
            variables[items] = variable;
            items++;
        }
        return status;
    }

    private static ByteBuffer withRoom(ByteBuffer buffer, int bytes) {
        return bytes <= buffer.capacity()
                ? buffer
                : AdsBuffers.heap(Math.max(bytes, 2 * buffer.capacity())).put(buffer.flip());
    }

    private void flush(AdsBackend backend, int[] statusOut) throws ConnectorException {
        if (items > 1 && !noSums) {
            writeTogether(backend, statusOut);
        }
        if (items == 1 && variable(0).isSharedBit()) {
            writeBit(backend, statusOut);
        } else if (items > 0) {
            writeAlone(backend, statusOut);
        }
        items = 0;
        values.clear();
    }

    /** Leaves the items to be written alone if the device knows no sum commands. */
    private void writeTogether(AdsBackend backend, int[] statusOut) throws ConnectorException {
        int list = items * SumCommand.ITEM_BYTES;
        request = withRoom(request.clear(), list + values.position());
        for (int i = 0; i < items; i++) {
            AdsVariable variable = variable(i);
            SumCommand.putItem(request, 0, i, variable.indexGroup(), variable.indexOffset(), variable.bytes());
        }
        request.put(list, values, 0, values.position());
        request.limit(list + values.position()).position(0);
        results = withRoom(results.clear(), items * SumCommand.RESULT_BYTES);
        results.limit(items * SumCommand.RESULT_BYTES);
        int code = backend.readWrite(IndexGroup.SUM_WRITE, items, request, results);
        roundTrips++;
        if (AdsStatus.lacksSums(code)) {
            noSums = true;
            return;
        }
        if (code == AdsErrorCode.NO_ERROR) {
            SumCommand.checkSize(results.position(), items, SumCommand.RESULT_BYTES);
        }
        for (int i = 0; i < items; i++) {
            written(i, code == AdsErrorCode.NO_ERROR ? results.getInt(i * SumCommand.RESULT_BYTES) : code, statusOut);
        }
        items = 0;
    }

    /** A bit of a byte, which the device gave no handle for: the others are written as they were just before. */
    private void writeBit(AdsBackend backend, int[] statusOut) throws ConnectorException {
        AdsVariable variable = variable(0);
        int wanted = values.get(0) << variable.bit();
        values.limit(1).position(0);
        int code = backend.read(variable.indexGroup(), variable.indexOffset(), values);
        roundTrips++;
        if (code == AdsErrorCode.NO_ERROR && values.hasRemaining()) {
            statusOut[samples[0]] = StatusCode.BAD_DECODING_ERROR;
            return;
        }
        if (code == AdsErrorCode.NO_ERROR) {
            values.put(0, (byte) ((values.get(0) & ~(1 << variable.bit())) | wanted))
                    .position(0);
            code = backend.write(variable.indexGroup(), variable.indexOffset(), values);
            roundTrips++;
        }
        written(0, code, statusOut);
    }

    private void writeAlone(AdsBackend backend, int[] statusOut) throws ConnectorException {
        int at = 0;
        for (int i = 0; i < items; i++) {
            AdsVariable variable = variable(i);
            values.limit(at + variable.bytes()).position(at);
            written(i, backend.write(variable.indexGroup(), variable.indexOffset(), values), statusOut);
            values.clear();
            roundTrips++;
            at += variable.bytes();
        }
    }

    private AdsVariable variable(int item) {
        AdsVariable variable = variables[item];
        if (variable == null) {
            throw new IllegalStateException("item " + item + " of " + items);
        }
        return variable;
    }

    private void written(int item, int code, int[] statusOut) {
        int status = AdsStatus.ofWrite(code);
        statusOut[samples[item]] = status;
        stale |= variable(item).isVoid(code);
    }

    /** Whether the device turned out to know no sum commands. */
    public boolean noSums() {
        return noSums;
    }

    /** Whether a variable may have moved. */
    public boolean stale() {
        return stale;
    }

    public int roundTrips() {
        return roundTrips;
    }
}
