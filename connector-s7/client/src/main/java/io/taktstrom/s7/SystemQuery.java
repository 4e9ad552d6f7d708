package io.taktstrom.s7;

import java.nio.ByteBuffer;

import io.taktstrom.s7.engine.CpuSession;
import io.taktstrom.s7.engine.Exchange;
import io.taktstrom.s7.protocol.s7.BlockList;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.Szl;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;

/** Asks a CPU for one of its lists, in as many PDUs as it takes. */
final class SystemQuery extends Exchange {

    /** The longest list of any CPU has some thousand records; whoever sends more means no good. */
    private static final int MOST_BYTES = 256 * 1024;

    /** Writes the question; returns the size of its PDU. */
    @FunctionalInterface
    private interface Question {
        int write(ByteBuffer out, int pdu);
    }

    private final int group;
    private final int subfunction;
    private final Question question;
    private ByteBuffer list = ByteBuffer.allocate(0);
    private boolean following;
    private int sequence;
    private boolean more;
    private int error;

    private SystemQuery(int group, int subfunction, Question question) {
        this.group = group;
        this.subfunction = subfunction;
        this.question = question;
    }

    /** A system status list from its first byte; empty when the CPU does not have it, or does not give it. */
    static ByteBuffer statusList(CpuSession cpu, int id) throws ConnectorException {
        SystemQuery query = new SystemQuery(
                UserData.GROUP_CPU, Szl.SUBFUNCTION, (out, pdu) -> Szl.writeRequest(out, pdu, 0, id, 0));
        query.run(cpu);
        if (query.error != S7ErrorCode.NONE) {
            return ByteBuffer.allocate(0);
        }
        Szl.check(query.list, query.list.capacity(), id);
        return query.list;
    }

    /**
     * The data blocks of a CPU, see {@link BlockList#number}; empty when there are none.
     *
     * @throws DeviceErrorException when the CPU does not say, as an S7-1200 or S7-1500
     */
    static ByteBuffer dataBlocks(CpuSession cpu) throws ConnectorException {
        SystemQuery query = new SystemQuery(
                UserData.GROUP_BLOCK, BlockList.LIST_OF_TYPE, (out, pdu) -> BlockList.writeDataBlocks(out, pdu, 0));
        query.run(cpu);
        if (query.error != S7ErrorCode.NONE && query.error != S7ErrorCode.BLOCK_NOT_FOUND) {
            throw Resolving.refused(
                    "browse at " + cpu
                            + ": the CPU does not list its blocks; name the files of its project in the option"
                            + " symbols",
                    query.error);
        }
        return query.list;
    }

    /** Bytes of data in a block; 0 when the CPU does not say. */
    static int dataBytes(CpuSession cpu, int db) throws ConnectorException {
        SystemQuery query = new SystemQuery(
                UserData.GROUP_BLOCK, BlockList.INFO, (out, pdu) -> BlockList.writeInfo(out, pdu, 0, db));
        query.run(cpu);
        boolean known = query.error == S7ErrorCode.NONE && query.list.capacity() >= BlockList.LEAST_INFO_BYTES;
        return known ? BlockList.dataBytes(query.list) : 0;
    }

    private void run(CpuSession cpu) throws ConnectorException {
        do {
            cpu.run(this);
            following = true;
        } while (more);
    }

    @Override
    public int count() {
        return 1;
    }

    @Override
    public int put(int request, ByteBuffer out, int pdu) {
        return following
                ? UserData.writeFollowing(out, pdu, 0, group, subfunction, sequence)
                : question.write(out, pdu);
    }

    @Override
    public void answer(int request, ByteBuffer in, int pdu) throws MalformedFrameException {
        UserData.checkAnswer(in, pdu, group, subfunction);
        more = false;
        error = UserData.error(in, pdu);
        if (error != S7ErrorCode.NONE || UserData.code(in, pdu) != ReturnCode.OK) {
            error = error == S7ErrorCode.NONE ? S7ErrorCode.SZL_ID_UNKNOWN : error;
            return;
        }
        int bytes = UserData.payloadBytes(in, pdu);
        more = UserData.hasMore(in, pdu);
        if (list.capacity() + bytes > MOST_BYTES || (more && bytes == 0)) {
            throw new MalformedFrameException("a list that does not end", UserData.PAYLOAD);
        }
        sequence = UserData.sequence(in, pdu);
        list = ByteBuffer.allocate(list.capacity() + bytes)
                .put(0, list, 0, list.capacity())
                .put(list.capacity(), in, pdu + UserData.PAYLOAD, bytes);
    }

    @Override
    public void refused(int request, int code) {
        more = false;
        error = code;
    }
}
