package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.engine.CpuSession;
import io.taktstrom.s7.engine.Exchange;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.protocol.s7.WriteVar;
import io.taktstrom.s7.type.ValueCodec;
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
public final class WriteWork extends Exchange {

    private final CpuSession cpu;
    private final PduLimits limits;
    private final ByteBuffer pdu;
    private final ByteBuffer data;
    private final int[] samples;
    private final @Nullable S7Address[] addresses;
    private final @Nullable ValueCodec[] codecs;
    private ByteBuffer wire = ByteBuffer.allocate(0);

    private int[] statuses = {};
    private int items;
    private int dataEnd;
    private int requests;

    /** @param addresses of the points of the group; null for one that cannot be written */
    public WriteWork(CpuSession cpu, List<? extends @Nullable S7Address> addresses, PduLimits limits) {
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
        samples = new int[mostItems()];
    }

    private int mostItems() {
        int byAnswer = limits.answerBytes() - ReadVar.ANSWER_BYTES;
        return Math.max(1, Math.min(Math.min(limits.items(), ReadVar.MOST_ITEMS), byAnswer));
    }

    /** Before a batch. */
    public void begin(int[] statusOut) {
        statuses = statusOut;
        items = 0;
        dataEnd = 0;
        requests = 0;
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
        if (items == samples.length
                || WriteVar.data(0, items + 1) + at + DataItem.HEADER_BYTES + bytes > limits.requestBytes()) {
            flush();
            at = 0;
        } else if (at > dataEnd) {
            data.put(dataEnd, (byte) 0);
        }
        samples[items] = sample;
        items++;
        dataEnd = at + DataItem.HEADER_BYTES + bytes;
        return at;
    }

    /** Sends what has been added and takes note of what became of it. */
    public void flush() throws ConnectorException {
        if (items > 0) {
            requests++;
            cpu.run(this);
            items = 0;
            dataEnd = 0;
        }
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public int put(int request, ByteBuffer out, int at) {
        int start = WriteVar.data(0, items);
        WriteVar.writeRequest(pdu, 0, 0, items, dataEnd);
        out.put(at, pdu, 0, start);
        out.put(at + start, data, 0, dataEnd);
        return start + dataEnd;
    }

    @Override
    public void answer(int request, ByteBuffer in, int at) throws MalformedFrameException {
        WriteVar.checkAnswer(in, at, items);
        for (int i = 0; i < items; i++) {
            int code = WriteVar.code(in, at, i);
            if (code != ReturnCode.OK && statuses[samples[i]] == StatusCode.GOOD) {
                statuses[samples[i]] = S7Status.of(code);
            }
        }
    }

    @Override
    public void refused(int request, int error) {
        int status = S7Status.ofError(error);
        for (int i = 0; i < items; i++) {
            statuses[samples[i]] = status;
        }
    }
}
