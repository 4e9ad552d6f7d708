package io.taktstrom.s7.simulator;

import java.nio.ByteBuffer;

import io.taktstrom.s7.protocol.s7.AreaCode;
import io.taktstrom.s7.protocol.s7.DataItem;
import io.taktstrom.s7.protocol.s7.ReadVar;
import io.taktstrom.s7.protocol.s7.ReturnCode;
import io.taktstrom.s7.protocol.s7.S7ErrorCode;
import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.s7.protocol.s7.S7Header;
import io.taktstrom.s7.protocol.s7.VarItem;
import io.taktstrom.s7.protocol.s7.WriteVar;
import org.jspecify.annotations.Nullable;

/** Reads and writes of variables. One connection's; call under the CPU's lock. */
final class VarRequests {

    private static final int ITEM_COUNT = 1;
    private static final int REAL = 0x08;
    private static final int LENGTH_OF_REAL = 0x07;

    private final Cpu cpu;

    // The item that was looked at last.
    private Cpu.@Nullable Region region;
    private int start;
    private int length;
    private int bit;

    VarRequests(Cpu cpu) {
        this.cpu = cpu;
    }

    /** Number of items, or an error code, negated: what is not a list of known addresses, or too long a list, is refused. */
    private int items(ByteBuffer in) {
        int parameters = S7Header.parameterBytes(in, 0);
        int items = parameters < 2 ? 0 : in.get(S7Header.parameters(in, 0) + ITEM_COUNT) & 0xFF;
        if (items == 0 || parameters != 2 + items * VarItem.BYTES) {
            return -S7ErrorCode.FUNCTION_NOT_SUPPORTED;
        }
        for (int i = 0; i < items; i++) {
            if (!VarItem.isAny(in, ReadVar.item(0, i))) {
                return -S7ErrorCode.FUNCTION_NOT_SUPPORTED;
            }
        }
        return items > cpu.limits.items() ? -S7ErrorCode.WRONG_PDU_SIZE : items;
    }

    /** Refuses a request as a whole. Source: captures s7-300-cpu315-everything frame 44, "S7 Read Error Response". */
    static int refuse(ByteBuffer in, ByteBuffer out, int error) {
        return refuse(S7Header.reference(in, 0), out, error);
    }

    static int refuse(int reference, ByteBuffer out, int error) {
        S7Header.writeAnswer(out, 0, S7Header.ACK, reference, 0, 0, error);
        return S7Header.ANSWER_BYTES;
    }

    int read(ByteBuffer in, ByteBuffer out, int pduBytes) {
        cpu.counters.increment(S7Counter.READS);
        int items = items(in);
        if (items < 0) {
            return refuse(in, out, -items);
        }
        cpu.counters.add(S7Counter.ITEMS, items);
        long cycle = cpu.currentCycle();
        int at = ReadVar.firstItem(0);
        for (int i = 0; i < items; i++) {
            int item = ReadVar.item(0, i);
            int code = find(in, item);
            int bytes = code == ReturnCode.OK ? length : 0;
            if (at + DataItem.HEADER_BYTES + bytes > pduBytes) {
                return refuse(in, out, S7ErrorCode.WRONG_PDU_SIZE);
            }
            readItem(out, at, code, VarItem.transport(in, item), cycle);
            at += DataItem.HEADER_BYTES + bytes;
            if ((bytes & 1) != 0 && i < items - 1) {
                out.put(at++, (byte) 0);
            }
        }
        head(in, out, S7Function.READ_VAR, items, at - ReadVar.firstItem(0));
        return at;
    }

    private static void head(ByteBuffer in, ByteBuffer out, int function, int items, int dataBytes) {
        S7Header.writeAnswer(out, 0, S7Header.ACK_DATA, S7Header.reference(in, 0), 2, dataBytes, S7ErrorCode.NONE);
        out.put(S7Header.ANSWER_BYTES, (byte) function).put(S7Header.ANSWER_BYTES + ITEM_COUNT, (byte) items);
    }

    private void readItem(ByteBuffer out, int at, int code, int transport, long cycle) {
        Cpu.Region found = region;
        if (code != ReturnCode.OK || found == null) {
            DataItem.write(out, at, code, 0, 0);
            return;
        }
        found.refresh(start, length, cycle);
        int to = at + DataItem.HEADER_BYTES;
        if (transport == VarItem.BIT) {
            DataItem.write(out, at, code, DataItem.BIT, 1);
            out.put(to, (byte) ((found.bytes.get(start) >> bit) & 1));
        } else {
            DataItem.write(out, at, code, answerTransport(transport), length);
            out.put(to, found.bytes, start, length);
        }
    }

    /** How a S7-1200 answers, capture s7-1200-cpu1212-multiread19 frame 44. */
    private static int answerTransport(int transport) {
        return switch (transport) {
            case VarItem.BYTE, 0x04, 0x06 -> DataItem.BYTE;
            case 0x05, 0x07 -> DataItem.INTEGER;
            case REAL -> LENGTH_OF_REAL;
            default -> DataItem.OCTETS;
        };
    }

    int write(ByteBuffer in, ByteBuffer out) {
        cpu.counters.increment(S7Counter.WRITES);
        int items = items(in);
        if (items < 0) {
            return refuse(in, out, -items);
        }
        cpu.counters.add(S7Counter.ITEMS, items);
        long cycle = cpu.currentCycle();
        int end = S7Header.data(in, 0) + S7Header.dataBytes(in, 0);
        int data = WriteVar.data(0, items);
        int codes = S7Header.ANSWER_BYTES + 2;
        for (int i = 0; i < items; i++) {
            int bytes = end - data < DataItem.HEADER_BYTES ? -1 : bytes(in, data);
            if (bytes < 0 || bytes > end - data - DataItem.HEADER_BYTES) {
                return refuse(in, out, S7ErrorCode.WRONG_PDU_SIZE);
            }
            out.put(codes + i, (byte) writeItem(in, WriteVar.item(0, i), data + DataItem.HEADER_BYTES, bytes, cycle));
            data += DataItem.HEADER_BYTES + DataItem.padded(bytes);
        }
        head(in, out, S7Function.WRITE_VAR, items, items);
        return codes + items;
    }

    /** Bytes of an item to write; its return code may be anything. */
    private static int bytes(ByteBuffer in, int at) {
        int transport = in.get(at + 1) & 0xFF;
        int stated = Short.toUnsignedInt(in.getShort(at + 2));
        boolean bits = transport == DataItem.BIT || transport == DataItem.BYTE || transport == DataItem.INTEGER;
        return bits ? (stated + 7) / 8 : stated;
    }

    private int writeItem(ByteBuffer in, int item, int data, int bytes, long cycle) {
        int code = find(in, item);
        Cpu.Region found = region;
        if (code != ReturnCode.OK || found == null) {
            return code;
        }
        if (bytes != length) {
            return ReturnCode.TYPE_INCONSISTENT;
        }
        found.refresh(start, length, cycle);
        if (VarItem.transport(in, item) == VarItem.BIT) {
            int mask = 1 << bit;
            int old = found.bytes.get(start);
            found.bytes.put(start, (byte) ((in.get(data) & 1) == 0 ? old & ~mask : old | mask));
        } else {
            found.bytes.put(start, in, data, bytes);
        }
        return ReturnCode.OK;
    }

    /** Looks up an item; returns what is wrong with it. */
    private int find(ByteBuffer in, int item) {
        int transport = VarItem.transport(in, item);
        int area = VarItem.area(in, item);
        int address = VarItem.address(in, item);
        int unit = unitBytes(transport);
        boolean numbered = area == AreaCode.TIMER || area == AreaCode.COUNTER;
        if (unit == 0 || numbered != (transport == VarItem.TIMER || transport == VarItem.COUNTER)) {
            return ReturnCode.TYPE_NOT_SUPPORTED;
        }
        if (transport == VarItem.BIT && VarItem.count(in, item) != 1) {
            return ReturnCode.TYPE_NOT_SUPPORTED;
        }
        region = cpu.region(area, VarItem.db(in, item));
        if (region == null || region.optimized) {
            return area == AreaCode.DATA_BLOCK ? ReturnCode.NOT_AVAILABLE : ReturnCode.INVALID_ADDRESS;
        }
        int fault = area == AreaCode.DATA_BLOCK ? faultOf(region.number) : ReturnCode.OK;
        if (fault != ReturnCode.OK) {
            return fault;
        }
        start = numbered ? 2 * address : address >> 3;
        bit = numbered ? 0 : address & 7;
        length = unit * VarItem.count(in, item);
        boolean inside = length > 0 && start + length <= region.size();
        return inside && (bit == 0 || transport == VarItem.BIT) ? ReturnCode.OK : ReturnCode.INVALID_ADDRESS;
    }

    private int faultOf(int block) {
        return cpu.faults
                .of(S7Fault.RefuseBlock.class)
                .filter(fault -> fault.dbNumber() == block)
                .mapToInt(S7Fault.RefuseBlock::code)
                .findFirst()
                .orElse(ReturnCode.OK);
    }

    /** Bytes of one element, or 0 for a size that no CPU knows. Names of the codes after Wireshark's dissection. */
    private static int unitBytes(int transport) {
        return switch (transport) {
            // Bit, byte, char; the S7-1200's date-like 0x13 is a WCHAR.
            case 0x01, 0x02, 0x03 -> 1;
            case 0x04, 0x05, 0x09, 0x0C, 0x13, VarItem.COUNTER, VarItem.TIMER -> 2;
            case 0x06, 0x07, REAL, 0x0A, 0x0B -> 4;
            case 0x0F -> 8;
            default -> 0;
        };
    }
}
