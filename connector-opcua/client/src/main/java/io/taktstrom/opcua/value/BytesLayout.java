package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.protocol.WireWriter;
import io.taktstrom.spi.MalformedFrameException;

/** A ByteString of one length, where it is part of something with a size: an array or a structure. */
record BytesLayout(ArrayType type) implements Layout {

    BytesLayout(int length) {
        this(ArrayType.of(ScalarType.BYTE, length));
    }

    @Override
    public int builtin() {
        return Builtin.BYTE_STRING;
    }

    @Override
    public int read(WireReader in, ByteBuffer image, int offset) throws MalformedFrameException {
        int length = Math.max(0, in.length());
        int at = in.position();
        in.skip(length);
        if (length != type.count()) {
            return StatusCode.BAD_TYPE_MISMATCH;
        }
        image.put(offset, in.buffer(), at, length);
        return StatusCode.GOOD;
    }

    @Override
    public void write(ByteBuffer image, int offset, WireWriter out) {
        out.i32(type.count()).bytes(image, offset, type.count());
    }
}
