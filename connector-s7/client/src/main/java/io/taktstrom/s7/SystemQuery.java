package io.taktstrom.s7;

import java.nio.ByteBuffer;

import io.taktstrom.s7.engine.CpuSession;
import io.taktstrom.s7.engine.Exchange;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.Szl;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;

/** Asks a CPU for one of its system status lists, in as many PDUs as it takes. */
final class SystemQuery extends Exchange {

    /** The longest list of any CPU has some hundred records; whoever sends more means no good. */
    private static final int MOST_BYTES = 64 * 1024;

    private final int id;
    private ByteBuffer list = ByteBuffer.allocate(0);
    private boolean following;
    private int sequence;
    private boolean more;
    private int error;

    private SystemQuery(int id) {
        this.id = id;
    }

    /** The list from its first byte; empty when the CPU does not have it, or does not give it. */
    static ByteBuffer read(CpuSession cpu, int id) throws ConnectorException {
        SystemQuery query = new SystemQuery(id);
        do {
            cpu.run(query);
            query.following = true;
        } while (query.more);
        if (query.error != S7ErrorCode.NONE) {
            return ByteBuffer.allocate(0);
        }
        Szl.check(query.list, query.list.capacity(), id);
        return query.list;
    }

    @Override
    protected int count() {
        return 1;
    }

    @Override
    protected int put(int request, ByteBuffer out, int pdu) {
        return following
                ? UserData.writeFollowing(out, pdu, 0, UserData.GROUP_CPU, Szl.SUBFUNCTION, sequence)
                : Szl.writeRequest(out, pdu, 0, id, 0);
    }

    @Override
    protected void answer(int request, ByteBuffer in, int pdu) throws MalformedFrameException {
        UserData.checkAnswer(in, pdu, UserData.GROUP_CPU, Szl.SUBFUNCTION);
        more = false;
        error = UserData.error(in, pdu);
        if (error != S7ErrorCode.NONE || UserData.code(in, pdu) != ReturnCode.OK) {
            error = error == S7ErrorCode.NONE ? S7ErrorCode.SZL_ID_UNKNOWN : error;
            return;
        }
        int bytes = UserData.payloadBytes(in, pdu);
        more = UserData.hasMore(in, pdu);
        if (list.capacity() + bytes > MOST_BYTES || (more && bytes == 0)) {
            throw new MalformedFrameException("a system status list that does not end", UserData.PAYLOAD);
        }
        sequence = UserData.sequence(in, pdu);
        list = ByteBuffer.allocate(list.capacity() + bytes)
                .put(0, list, 0, list.capacity())
                .put(list.capacity(), in, pdu + UserData.PAYLOAD, bytes);
    }

    @Override
    protected void refused(int request, int code) {
        more = false;
        error = code;
    }
}
