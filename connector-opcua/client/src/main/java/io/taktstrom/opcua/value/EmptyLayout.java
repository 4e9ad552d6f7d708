package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/** An array or a ByteString without elements inside a structure, whose image it takes no part of. */
record EmptyLayout(int builtin, int dimensions) implements Layout {

    /** Of what has no size. */
    static final DataType NOTHING = new ArrayType(ScalarType.BYTE, List.of());

    @Override
    public DataType type() {
        return NOTHING;
    }

    @Override
    public int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        if (dimensions > 1 && in.i32() != dimensions) {
            return StatusCode.BAD_TYPE_MISMATCH;
        }
        boolean empty = false;
        for (int i = 0; i < dimensions; i++) {
            empty |= in.i32() < 1;
        }
        return empty ? StatusCode.GOOD : StatusCode.BAD_TYPE_MISMATCH;
    }

    @Override
    public void write(ByteBuffer image, int offset, WireWriter out) {
        if (dimensions > 1) {
            out.i32(dimensions);
        }
        for (int i = 0; i < dimensions; i++) {
            out.i32(0);
        }
    }
}
