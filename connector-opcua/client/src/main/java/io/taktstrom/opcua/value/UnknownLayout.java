package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;

/** A field that no value had yet, and whose type does not tell its size. A value that has it does not fit. */
final class UnknownLayout extends Layout {

    private static final DataType NOTHING = new ArrayType(ScalarType.BYTE, List.of());

    @Override
    DataType type() {
        return NOTHING;
    }

    @Override
    int builtin() {
        return Builtin.VARIANT;
    }

    @Override
    int read(WireReader in, ByteBuffer image, int offset) {
        return StatusCode.BAD_TYPE_MISMATCH;
    }

    @Override
    void write(ByteBuffer image, int offset, WireWriter out) {
        throw new IllegalArgumentException("the size of a field is not known, as no value had it yet");
    }
}
