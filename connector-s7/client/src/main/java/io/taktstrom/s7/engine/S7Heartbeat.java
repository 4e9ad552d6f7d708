package io.taktstrom.s7.engine;

import java.nio.ByteBuffer;

import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.VarItem;

/**
 * The cheapest question that every CPU answers, if only with a refusal: one byte of the bit memory. A system status list
 * would not do: LOGO! and S7-200 end the connection when asked for one.
 */
public final class S7Heartbeat extends Work {

    private int error = S7ErrorCode.NONE;

    /** Why the CPU refused it, see {@link S7ErrorCode}; none if it did not. */
    public int error() {
        return error;
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public int put(int request, ByteBuffer out, int pdu) {
        ReadVar.writeRequest(out, pdu, 0, 1);
        VarItem.write(out, ReadVar.item(pdu, 0), VarItem.BYTE, 1, 0, AreaCode.MEMORY, 0);
        return ReadVar.REQUEST_BYTES + VarItem.BYTES;
    }

    @Override
    public void answer(int request, ByteBuffer in, int pdu) {
        // Any answer will do.
    }

    @Override
    public void refused(int request, int code) {
        // This, too, is an answer.
        error = code;
    }
}
