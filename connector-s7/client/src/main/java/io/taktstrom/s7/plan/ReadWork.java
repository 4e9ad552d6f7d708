package io.taktstrom.s7.plan;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.kit.plan.SpanPlan;
import io.taktstrom.s7.address.S7Address;
import io.taktstrom.s7.engine.Work;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.value.ValueCodec;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** One read of all points of a plan: its working memory. Hot: reused, allocates nothing. One thread at a time. */
public final class ReadWork extends Work {

    private final S7ReadPlan plan;
    private final SpanPlan spans;
    private final ByteBuffer image;
    private final @Nullable ValueCodec[] codecs;
    /** Of each block: {@link ReturnCode#OK}, or the first other code of its items. */
    private final int[] codes;

    private int error;

    public ReadWork(S7ReadPlan plan) {
        this.plan = plan;
        spans = plan.spans();
        image = ByteBuffer.allocate(spans.imageBytes());
        codecs = new ValueCodec[plan.points()];
        for (int point = 0; point < codecs.length; point++) {
            S7Address address = plan.addressAt(point);
            codecs[point] = address == null ? null : new ValueCodec(address.type(), address.bit());
        }
        codes = new int[spans.blocks()];
        reset();
    }

    /** Before each read. */
    public void reset() {
        Arrays.fill(codes, ReturnCode.OK);
        error = S7ErrorCode.NONE;
    }

    @Override
    public int count() {
        return plan.requests();
    }

    @Override
    public int put(int request, ByteBuffer out, int pdu) {
        ByteBuffer bytes = plan.request(request).pdu();
        out.put(pdu, bytes, 0, bytes.capacity());
        return bytes.capacity();
    }

    @Override
    public void answer(int request, ByteBuffer in, int pdu) throws MalformedFrameException {
        List<S7ReadPlan.Item> items = plan.request(request).items();
        ReadVar.checkAnswer(in, pdu, items.size());
        int at = ReadVar.firstItem(pdu);
        for (int i = 0; i < items.size(); i++) {
            S7ReadPlan.Item item = items.get(i);
            int bytes = DataItem.bytes(in, at);
            int code = DataItem.code(in, at);
            // An item of another length is no value, but those behind it are where the check found them.
            if (code == ReturnCode.OK && bytes != item.bytes()) {
                code = ReturnCode.WRONG_LENGTH;
            }
            if (code == ReturnCode.OK) {
                image.put(item.piece().imageAt(), in, at + DataItem.HEADER_BYTES, bytes);
            } else {
                int block = item.piece().block();
                codes[block] = codes[block] == ReturnCode.OK ? code : codes[block];
            }
            at = ReadVar.next(in, at);
        }
    }

    @Override
    public void refused(int request, int code) {
        error = error == S7ErrorCode.NONE ? code : error;
    }

    /** Why a request as a whole was refused, see {@link S7ErrorCode}; 0 if none was. */
    public int error() {
        return error;
    }

    /** The plan to use from now on: the same one, or another if the error of one point hides the values of others. */
    public S7ReadPlan better() {
        BitSet refused = new BitSet();
        for (int block = 0; block < codes.length; block++) {
            refused.set(block, codes[block] != ReturnCode.OK);
        }
        return hidesValues() ? plan.apart(refused) : plan;
    }

    /** Whether {@link #better} would be another plan. Allocates nothing. */
    public boolean hidesValues() {
        for (int block = 0; block < codes.length; block++) {
            if (codes[block] != ReturnCode.OK && spans.isShared(block)) {
                return true;
            }
        }
        return false;
    }

    /** Return code of a point that is read. */
    public int codeAt(int point) {
        return codes[spans.blockOf(point)];
    }

    /** The maximum length that a string has in the CPU; 0 for what is no string or has no value. */
    public int stringRoom(int point) {
        ValueCodec codec = codecs[point];
        if (codec == null || codeAt(point) != ReturnCode.OK) {
            return 0;
        }
        return switch (codec.keptBytes()) {
            case 1 -> image.get(spans.imageAt(point)) & 0xFF;
            case 2 -> Short.toUnsignedInt(image.getShort(spans.imageAt(point)));
            default -> 0;
        };
    }

    /**
     * Adds a sample of each point.
     *
     * @param statuses of the points that are not read
     */
    public void addTo(SampleBatch batch, int[] statuses) {
        for (int point = 0; point < codecs.length; point++) {
            ValueCodec codec = codecs[point];
            if (codec == null) {
                batch.addBad(point, SampleBatch.NO_TIME, statuses[point]);
            } else if (codeAt(point) == ReturnCode.OK) {
                codec.decode(batch, point, SampleBatch.NO_TIME, StatusCode.GOOD, image, spans.imageAt(point));
            } else {
                batch.addBad(point, SampleBatch.NO_TIME, S7Status.of(codeAt(point)));
            }
        }
    }
}
