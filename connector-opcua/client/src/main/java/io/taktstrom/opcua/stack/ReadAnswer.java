package io.taktstrom.opcua.stack;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

import io.netty.buffer.Unpooled;
import io.taktstrom.opcua.protocol.WireWriter;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.encoding.UaDecoder;
import org.eclipse.milo.opcua.stack.core.encoding.binary.OpcUaBinaryDecoder;
import org.eclipse.milo.opcua.stack.core.types.builtin.DataValue;
import org.eclipse.milo.opcua.stack.core.types.structured.ReadResponse;
import org.eclipse.milo.opcua.stack.core.types.structured.ResponseHeader;

/** A ReadResponse, the values of which are still the bytes that came. Immutable. */
final class ReadAnswer extends OwnAnswer {

    private final byte[] bytes;
    /** Behind each value. */
    private final int[] ends;

    private ReadAnswer(ResponseHeader header, byte[] bytes, int[] ends) {
        super(header, ReadResponse.TYPE_ID);
        this.bytes = bytes;
        this.ends = ends;
    }

    /** Number of values. */
    int size() {
        return ends.length;
    }

    /** All values, little-endian. */
    ByteBuffer values() {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Where a value begins. */
    int start(int i) {
        return i == 0 ? 0 : ends[i - 1];
    }

    /** Where it ends. */
    int end(int i) {
        return ends[i];
    }

    /** The values as Milo's objects; one that is malformed is Bad_DecodingError, and the others are not affected. */
    DataValue[] decoded(EncodingContext context) {
        DataValue[] values = new DataValue[size()];
        for (int i = 0; i < values.length; i++) {
            OpcUaBinaryDecoder decoder = new OpcUaBinaryDecoder(context)
                    .setBuffer(Unpooled.wrappedBuffer(bytes, start(i), end(i) - start(i)));
            try {
                values[i] = decoder.decodeDataValue();
            } catch (RuntimeException e) {
                // Milo does not check lengths: the type of the exception says nothing.
                values[i] = new DataValue(StatusCodes.Bad_DecodingError);
            }
        }
        return values;
    }

    static ReadAnswer read(EncodingContext context, UaDecoder decoder) {
        ResponseHeader header = header(decoder);
        WireWriter bytes = new WireWriter();
        ValueCopy copy =
                new ValueCopy(decoder, bytes, context.getEncodingLimits().getMaxRecursionDepth());
        int count = Math.max(0, decoder.decodeInt32("Results"));
        // Not for all at once: the count has yet to be shown to be true.
        int[] ends = new int[Math.min(count, 1000)];
        for (int i = 0; i < count; i++) {
            copy.dataValue();
            if (i == ends.length) {
                ends = Arrays.copyOf(ends, (int) Math.min(count, 2L * i));
            }
            ends[i] = bytes.size();
        }
        return new ReadAnswer(header, bytes.toByteArray(), ends);
    }
}
