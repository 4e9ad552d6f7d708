package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;

/** A field that no value had yet, and whose type does not tell its size. A value that has it does not fit. */
record UnknownLayout() implements Layout {

    @Override
    public DataType type() {
        return EmptyLayout.NOTHING;
    }

    @Override
    public int builtin() {
        return Builtin.VARIANT;
    }

    @Override
    public int read(WireReader in, ByteBuffer image, int offset) {
        return StatusCode.BAD_TYPE_MISMATCH;
    }

    @Override
    public void write(ByteBuffer image, int offset, WireWriter out) {
        throw new IllegalArgumentException("the size of a field is not known, as no value had it yet");
    }
}
