package io.taktstrom.s7.engine;

import java.nio.ByteBuffer;

import io.taktstrom.kit.tcp.Request;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** One request of a work in flight: a job of the CPU. Hot; reused. */
final class S7Request extends Request {

    private final CpuLinkSettings settings;
    private @Nullable Work work;
    private int number;

    S7Request(CpuLinkSettings settings) {
        this.settings = settings;
    }

    /** Puts a request of a work into a PDU; returns its size. */
    int begin(Work newWork, int newNumber, ByteBuffer out, int pdu) {
        work = newWork;
        number = newNumber;
        int bytes = newWork.put(newNumber, out, pdu);
        S7Header.setReference(out, pdu, id());
        return bytes;
    }

    @Override
    protected boolean take(ByteBuffer in, int pdu, int bytes) throws MalformedFrameException {
        Work asked = work;
        int error = S7Header.error(in, pdu);
        if (asked != null && error == S7ErrorCode.NONE) {
            asked.answer(number, in, pdu);
        } else if (asked != null) {
            asked.refused(number, error);
        }
        return true;
    }

    @Override
    protected void clear() {
        work = null;
    }

    @Override
    public String toString() {
        return "answer of " + settings;
    }
}
