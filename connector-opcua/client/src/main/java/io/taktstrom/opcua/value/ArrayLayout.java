package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/**
 * An array of a length that stays, as a field of a structure has it: with one dimension its count stands before the
 * elements, with more all their counts do (OPC 10000-6, 5.2.5).
 */
record ArrayLayout(Layout element, List<Integer> lengths, ArrayType type) implements Layout {

    ArrayLayout(Layout element, List<Integer> lengths) {
        this(element, List.copyOf(lengths), type(element, lengths));
    }

    /** @param lengths none for an array of any length */
    static ArrayType type(Layout element, List<Integer> lengths) {
        return new ArrayType(
                element.type(),
                lengths.stream()
                        .map(length -> new ArrayType.Bound(0, length - 1))
                        .toList());
    }

    @Override
    public int builtin() {
        return element.builtin();
    }

    @Override
    public int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        if (lengths.size() > 1 && in.i32() != lengths.size()) {
            return StatusCode.BAD_TYPE_MISMATCH;
        }
        for (int i = 0; i < lengths.size(); i++) {
            if (in.i32() != lengths.get(i)) {
                return StatusCode.BAD_TYPE_MISMATCH;
            }
        }
        return element.readMany(in, image, offset, Layout.count(lengths));
    }

    @Override
    public void write(ByteBuffer image, int offset, WireWriter out) {
        if (lengths.size() > 1) {
            out.i32(lengths.size());
        }
        for (int i = 0; i < lengths.size(); i++) {
            out.i32(lengths.get(i));
        }
        element.writeMany(image, offset, Layout.count(lengths), out);
    }
}
