package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.engine.Work;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.protocol.s7.WriteVar;
import io.taktstrom.s7.value.ValueCodec;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Writes samples, one request after the other, so that they take effect in their order. Hot: reused, allocates nothing
 * once its buffers are large enough. One thread at a time.
 *
 * <p>A {@code BOOL} is written as one bit, so that its neighbours in the byte stay as they are. Of a string the current
 * length and the text are written, never the maximum length. A value that is too large for one request goes in several.
 */
public final class WriteWork extends Work {

    private final Carrier cpu;
    private final PduLimits limits;
    private final ByteBuffer pdu;
    private final ByteBuffer data;
    private final int[] samples;
    /** Of each item: where its data starts, and where it ends. */
    private final int[] starts;

    private final int[] ends;
    private final @Nullable S7Address[] addresses;
    private final @Nullable ValueCodec[] codecs;
    private ByteBuffer wire = ByteBuffer.allocate(0);

    private int[] statuses = {};
    private int items;
    private int dataEnd;
    private int requests;
    private int mostItems;
    private int sent;
    private int answered;
    private boolean takesFewer;

    /** @param addresses of the points of the group; null for one that cannot be written */
    public WriteWork(Carrier cpu, List<? extends @Nullable S7Address> addresses, PduLimits limits) {
        this.cpu = cpu;
        this.addresses = addresses.toArray(S7Address[]::new);
        codecs = new ValueCodec[this.addresses.length];
        for (int point = 0; point < codecs.length; point++) {
            S7Address address = this.addresses[point];
            codecs[point] = address == null ? null : new ValueCodec(address.type(), address.bit());
        }
        this.limits = limits;
        pdu = ByteBuffer.allocate(limits.requestBytes());
        data = ByteBuffer.allocate(limits.requestBytes());
        mostItems = mostItems(limits);
        samples = new int[mostItems];
        starts = new int[mostItems];
        ends = new int[mostItems];
    }

    private static int mostItems(PduLimits limits) {
        int byAnswer = limits.answerBytes() - ReadVar.ANSWER_BYTES;
        return Math.max(1, Math.min(Math.min(limits.items(), ReadVar.MAX_ITEMS), byAnswer));
    }

    /** Before a batch. */
    public void begin(int[] statusOut) {
        statuses = statusOut;
        items = 0;
        dataEnd = 0;
        requests = 0;
        takesFewer = false;
    }

    /** Whether the device answered fewer items than it was sent with this batch. */
    public boolean takesFewer() {
        return takesFewer;
    }

    /** The most items in one request, as far as is known by now. */
    public int mostItems() {
        return mostItems;
    }

    /** How many requests the batch took. */
    public int requests() {
        return requests;
    }

    /**
     * Writes one sample, now or with the next {@link #flush}. Its status must be Good, and becomes what it came to.
     *
     * @param room the most characters that the CPU has room for; 0 for as many as the type says
     */
    public void add(SampleBatch batch, int sample, int room) throws ConnectorException {
        S7Address address = addresses[batch.pointAt(sample)];
        ValueCodec codec = codecs[batch.pointAt(sample)];
        if (address == null || codec == null) {
            throw new IllegalArgumentException("point " + batch.pointAt(sample) + " cannot be written");
        }
        if (wire.capacity() < address.wireBytes()) {
            wire = ByteBuffer.allocate(Math.max(address.wireBytes(), 2 * wire.capacity()));
        }
        // What lies between the fields of a structure must not be what was written before.
        Arrays.fill(wire.array(), 0, address.wireBytes(), (byte) 0);
        int status = codec.encode(batch, sample, wire, 0);
        if (status == StatusCode.GOOD && room > 0 && characters(codec) > room) {
            status = StatusCode.BAD_OUT_OF_RANGE;
        }
        if (StatusCode.isBad(status)) {
            statuses[sample] = status;
        } else if (codec.bitCount() > 0) {
            addBits(address, codec, batch, sample);
        } else {
            addBytes(address, codec, sample);
        }
    }

    private int characters(ValueCodec codec) {
        int unit = codec.keptBytes();
        return unit == 0 ? 0 : codec.encodedBytes(wire, 0) / unit - 2;
    }

    private void addBits(S7Address address, ValueCodec codec, SampleBatch batch, int sample) throws ConnectorException {
        for (int n = 0; n < codec.bitCount(); n++) {
            int at = room(1, sample);
            int bit = Byte.SIZE * address.offset() + codec.bitOffset(n);
            VarItem.write(
                    pdu,
                    WriteVar.item(0, items - 1),
                    VarItem.BIT,
                    1,
                    address.dbNumber(),
                    Areas.number(address.area()),
                    bit);
            DataItem.write(data, at, 0, DataItem.BIT, 1);
            data.put(at + DataItem.HEADER_BYTES, (byte) codec.bitAt(batch, sample, n));
        }
    }

    private void addBytes(S7Address address, ValueCodec codec, int sample) throws ConnectorException {
        int unit = Areas.unitBytes(address.area());
        int most = limits.mostWriteBytes() / 2 * 2;
        int end = codec.encodedBytes(wire, 0);
        for (int from = codec.keptBytes(); from < end; from += most) {
            int bytes = Math.min(most, end - from);
            int at = room(bytes, sample);
            VarItem.write(
                    pdu,
                    WriteVar.item(0, items - 1),
                    Areas.transport(address.area()),
                    bytes / unit,
                    address.dbNumber(),
                    Areas.number(address.area()),
                    Areas.pointer(address.area(), address.offset() + from / unit));
            DataItem.write(data, at, 0, address.area().isNumbered() ? DataItem.OCTETS : DataItem.BYTE, bytes);
            data.put(at + DataItem.HEADER_BYTES, wire, from, bytes);
        }
    }

    /** Makes room for one more item with that many bytes; returns where its data goes. */
    private int room(int bytes, int sample) throws ConnectorException {
        int at = DataItem.padded(dataEnd);
        if (items == mostItems
                || WriteVar.data(0, items + 1) + at + DataItem.HEADER_BYTES + bytes > limits.requestBytes()) {
            flush();
            at = 0;
        } else if (at > dataEnd) {
            data.put(dataEnd, (byte) 0);
        }
        samples[items] = sample;
        starts[items] = at;
        ends[items] = at + DataItem.HEADER_BYTES + bytes;
        items++;
        dataEnd = at + DataItem.HEADER_BYTES + bytes;
        return at;
    }

    /**
     * Sends what has been added and takes note of what became of it. What a device does not answer it is sent again, in
     * requests of as many items as it did answer: a value that is written twice is the same value.
     */
    public void flush() throws ConnectorException {
        while (items > 0) {
            requests++;
            sent = Math.min(items, mostItems);
            cpu.run(this);
            if (answered < sent) {
                mostItems = answered;
                takesFewer = true;
            }
            keepFrom(answered);
        }
        dataEnd = 0;
    }

    /** Moves the items that are not answered to the front. */
    private void keepFrom(int first) {
        int rest = items - first;
        if (rest > 0) {
            pdu.put(WriteVar.item(0, 0), pdu, WriteVar.item(0, first), rest * VarItem.BYTES);
            int moved = starts[first];
            data.put(0, data, moved, dataEnd - moved);
            dataEnd -= moved;
            for (int i = 0; i < rest; i++) {
                samples[i] = samples[first + i];
                starts[i] = starts[first + i] - moved;
                ends[i] = ends[first + i] - moved;
            }
        }
        items = rest;
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public int put(int request, ByteBuffer out, int at) {
        int start = WriteVar.data(0, sent);
        int bytes = ends[sent - 1];
        WriteVar.writeRequest(pdu, 0, 0, sent, bytes);
        out.put(at, pdu, 0, start);
        out.put(at + start, data, 0, bytes);
        return start + bytes;
    }

    @Override
    public void answer(int request, ByteBuffer in, int at) throws MalformedFrameException {
        answered = WriteVar.checkAnswer(in, at, sent);
        for (int i = 0; i < answered; i++) {
            int code = WriteVar.code(in, at, i);
            if (code != ReturnCode.OK && statuses[samples[i]] == StatusCode.GOOD) {
                statuses[samples[i]] = S7Status.of(code);
            }
        }
    }

    @Override
    public void refused(int request, int error) {
        answered = sent;
        int status = S7Status.ofError(error);
        for (int i = 0; i < sent; i++) {
            statuses[samples[i]] = status;
        }
    }
}
