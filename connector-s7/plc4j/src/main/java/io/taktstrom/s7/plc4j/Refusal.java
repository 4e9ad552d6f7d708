package io.taktstrom.s7.plc4j;

import java.nio.ByteBuffer;
import java.time.Duration;

import io.taktstrom.s7.engine.CpuSession;
import io.taktstrom.s7.engine.Exchange;
import io.taktstrom.s7.engine.LinkSettings;
import io.taktstrom.s7.engine.S7Backend;
import io.taktstrom.s7.protocol.s7.Area;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.spi.ConnectorException;

/**
 * Why a CPU refuses everything. A refusal that leaves the reference out, as that of PUT/GET does, never reaches plc4j's future,
 * and of others plc4j keeps the code to itself. So the engine asks once more, for one byte, over a connection of its own.
 */
final class Refusal extends Exchange {

    private int error = S7ErrorCode.NONE;

    private Refusal() {}

    /** The error, see {@link S7ErrorCode}; none when the CPU answers, or gives no connection. Blocks for so long at most. */
    static int of(LinkSettings settings, Duration limit) {
        try (CpuSession engine = S7Backend.open("engine", settings, limit, limit)) {
            Refusal refusal = new Refusal();
            engine.run(refusal);
            return refusal.error;
        } catch (ConnectorException e) {
            // Then what plc4j said is all there is to say.
            return S7ErrorCode.NONE;
        }
    }

    /** A read of the first byte of the bit memory, which every CPU has. */
    static int writeProbe(ByteBuffer out, int pdu) {
        ReadVar.writeRequest(out, pdu, 0, 1);
        VarItem.write(out, ReadVar.item(pdu, 0), VarItem.BYTE, 1, 0, Area.MEMORY, 0);
        return ReadVar.REQUEST_BYTES + VarItem.BYTES;
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public int put(int request, ByteBuffer out, int pdu) {
        return writeProbe(out, pdu);
    }

    @Override
    public void answer(int request, ByteBuffer in, int pdu) {
        // The CPU lets its variables be read.
    }

    @Override
    public void refused(int request, int code) {
        error = code;
    }
}
