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
final class ArrayLayout extends Layout {

    private final Layout element;
    private final List<Integer> lengths;
    private final ArrayType type;

    ArrayLayout(Layout element, List<Integer> lengths) {
        this.element = element;
        this.type = new ArrayType(
                element.type(),
                lengths.stream()
                        .map(length -> new ArrayType.Bound(0, length - 1))
                        .toList());
        this.lengths = List.copyOf(lengths);
    }

    Layout element() {
        return element;
    }

    List<Integer> lengths() {
        return lengths;
    }

    @Override
    ArrayType type() {
        return type;
    }

    @Override
    int builtin() {
        return element.builtin();
    }

    int count() {
        int count = 1;
        // Hot: by index, as an iterator would be an object.
        for (int i = 0; i < lengths.size(); i++) {
            count *= lengths.get(i);
        }
        return count;
    }

    @Override
    int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        if (lengths.size() > 1 && in.i32() != lengths.size()) {
            return StatusCode.BAD_TYPE_MISMATCH;
        }
        for (int i = 0; i < lengths.size(); i++) {
            if (in.i32() != lengths.get(i)) {
                return StatusCode.BAD_TYPE_MISMATCH;
            }
        }
        return readElements(in, image, offset);
    }

    int readElements(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        int count = count();
        int stride = element.type().imageBytes();
        int status = StatusCode.GOOD;
        for (int i = 0; i < count; i++) {
            status = worse(status, element.read(in, image, offset + i * stride));
            if (StatusCode.isBad(status)) {
                return status;
            }
        }
        return status;
    }

    @Override
    void write(ByteBuffer image, int offset, WireWriter out) {
        if (lengths.size() > 1) {
            out.i32(lengths.size());
        }
        for (int i = 0; i < lengths.size(); i++) {
            out.i32(lengths.get(i));
        }
        writeElements(image, offset, out);
    }

    void writeElements(ByteBuffer image, int offset, WireWriter out) {
        int count = count();
        int stride = element.type().imageBytes();
        for (int i = 0; i < count; i++) {
            element.write(image, offset + i * stride, out);
        }
    }
}
