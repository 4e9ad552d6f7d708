package io.taktstrom.s7.device;

import java.nio.ByteBuffer;

import io.taktstrom.kit.Deadline;
import io.taktstrom.kit.MemoryBudget;
import io.taktstrom.s7.engine.Carrier;
import io.taktstrom.s7.plan.S7Status;
import io.taktstrom.s7.protocol.s7.BlockList;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.Szl;
import io.taktstrom.s7.protocol.s7.UserData;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceErrorException;
import io.taktstrom.spi.MalformedFrameException;

/**
 * Questions to a CPU about itself that belong together: they have one deadline, and what they hold is granted, until this
 * is closed. One thread.
 */
public final class Inquiry implements AutoCloseable {

    private final Carrier cpu;
    private final MemoryBudget memory;
    private final Deadline deadline;
    private final String what;
    private long held;

    /** @param what is being asked for and where, for messages */
    public Inquiry(Carrier cpu, MemoryBudget memory, Deadline deadline, String what) {
        this.cpu = cpu;
        this.memory = memory;
        this.deadline = deadline;
        this.what = what;
    }

    Carrier cpu() {
        return cpu;
    }

    /** A system status list from its first byte; empty when the CPU does not have it, or does not give it. */
    ByteBuffer statusList(int id) throws ConnectorException {
        SystemQuery query = new SystemQuery(
                UserData.GROUP_CPU, Szl.SUBFUNCTION, (out, pdu) -> Szl.writeRequest(out, pdu, 0, id, 0));
        run(query);
        if (query.error() != S7ErrorCode.NONE) {
            return ByteBuffer.allocate(0);
        }
        try {
            Szl.check(query.list(), query.list().capacity(), id);
        } catch (MalformedFrameException e) {
            throw new MalformedFrameException(what, e);
        }
        return query.list();
    }

    /**
     * The data blocks of a CPU, see {@link BlockList#number}; empty if the CPU has none.
     *
     * @throws DeviceErrorException when the CPU does not say, as an S7-1200 or S7-1500
     */
    ByteBuffer dataBlocks() throws ConnectorException {
        SystemQuery query = new SystemQuery(
                UserData.GROUP_BLOCK, BlockList.LIST_OF_TYPE, (out, pdu) -> BlockList.writeDataBlocks(out, pdu, 0));
        run(query);
        if (query.error() != S7ErrorCode.NONE && query.error() != S7ErrorCode.BLOCK_NOT_FOUND) {
            throw S7Status.refused(
                    what + ": the CPU does not list its blocks; name the files of its project in the option symbols",
                    query.error());
        }
        return query.list();
    }

    /** Bytes of data in a block; 0 when the CPU does not say. */
    int dataBytes(int db) throws ConnectorException {
        SystemQuery query = new SystemQuery(
                UserData.GROUP_BLOCK, BlockList.INFO, (out, pdu) -> BlockList.writeInfo(out, pdu, 0, db));
        long before = held;
        run(query);
        int bytes = query.error() == S7ErrorCode.NONE && query.list().capacity() >= BlockList.MIN_INFO_BYTES
                ? BlockList.dataBytes(query.list())
                : 0;
        giveBack(held - before);
        return bytes;
    }

    /** One PDU after the other; each may take as long as a request may, all together as long as a browse may. */
    private void run(SystemQuery query) throws ConnectorException {
        long before = held;
        try {
            do {
                deadline.check(what);
                long most = Math.max(held - before, query.mostBytes(cpu.answerBytes()));
                memory.take(most - (held - before), what);
                held = before + most;
                cpu.run(query);
            } while (query.follow());
        } catch (ConnectorException e) {
            giveBack(held - before);
            throw e;
        }
    }

    private void giveBack(long bytes) {
        memory.giveBack(bytes);
        held -= bytes;
    }

    /** Gives back what was granted. Idempotent. */
    @Override
    public void close() {
        giveBack(held);
    }
}
