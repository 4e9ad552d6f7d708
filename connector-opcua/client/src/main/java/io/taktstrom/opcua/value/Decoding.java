package io.taktstrom.opcua.value;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.opcua.protocol.DataValueFrame;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.MalformedFrameException;

/** What decoding needs besides the bytes, reused for ever. Belongs to one thread at a time. */
public final class Decoding {

    private final WireReader in = new WireReader();
    private final DataValueFrame frame = new DataValueFrame();
    private ByteBuffer scratch = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    /** The reader, to be set to what arrived. */
    public WireReader in() {
        return in;
    }

    /** The DataValue that {@link #next} has read. */
    public DataValueFrame frame() {
        return frame;
    }

    /** Reads the one DataValue from one position of a little-endian buffer to another. */
    public void read(ByteBuffer bytes, int from, int to) throws MalformedFrameException {
        in.reset(bytes, from, to);
        next();
    }

    /** Reads the DataValue at the reader's position. */
    public void next() throws MalformedFrameException {
        frame.read(in);
    }

    /** Room for a memory image; what was in it may be gone. */
    ByteBuffer scratch(int bytes) {
        if (scratch.capacity() < bytes) {
            scratch = ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
        }
        return scratch;
    }
}
