package io.taktstrom.ads.simulator.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.plc.Device;

/**
 * Many requests in one ReadWrite (InfoSys "ADS Sum Command", TwinCAT Ads.h). Guarded by the simulation's lock; reads and
 * writes allocate nothing.
 *
 * <pre>
 *  group  item of the list                     answer: per item, then        values
 *  F080   group offset length             12   error                    4    of the length asked for, zeros on error
 *  F081   group offset length, values     12   error                    4    none
 *  F082   group offset read write, values 16   error, length            8    of the length delivered
 *  F083   as F080                         12   error, length            8    of the length asked for, zeros on error
 *  F084   as F080                         12   error, length            8    of the length delivered
 *  F085   as AddDeviceNotification        40   error, handle            8    none
 *  F086   handle                           4   error                    4    none
 * </pre>
 */
final class SumCommands {

    /** Ten times what Beckhoff advises. */
    private static final int MAX_ITEMS = 5000;

    private static final int READ_ITEM = 12;
    private static final int READ_WRITE_ITEM = 16;
    private static final int ADD_ITEM = 40;

    private final Commands commands;

    SumCommands(Commands commands) {
        this.commands = commands;
    }

    /** Returns the number of bytes written at {@code at}, or the complement of an error. */
    int execute(
            Caller caller,
            int group,
            int items,
            ByteBuffer in,
            int list,
            int length,
            ByteBuffer out,
            int at,
            int room) {
        if (items < 0 || items > MAX_ITEMS) {
            return ~AdsErrorCode.INVALID_PARAMETER;
        }
        return switch (group) {
            case IndexGroup.SUM_READ -> read(caller.device(), items, in, list, length, out, at, room, 4, true);
            case IndexGroup.SUM_READ_EX -> read(caller.device(), items, in, list, length, out, at, room, 8, true);
            case IndexGroup.SUM_READ_EX2 -> read(caller.device(), items, in, list, length, out, at, room, 8, false);
            case IndexGroup.SUM_WRITE -> write(caller.device(), items, in, list, length, out, at, room);
            case IndexGroup.SUM_READ_WRITE -> readWrite(caller.device(), items, in, list, length, out, at, room);
            case IndexGroup.SUM_ADD_NOTIFICATION -> add(caller, items, in, list, length, out, at, room);
            default -> delete(caller, items, in, list, length, out, at, room);
        };
    }

    /** @param holes values keep the size that was asked for */
    private static int read(
            Device device,
            int items,
            ByteBuffer in,
            int list,
            int length,
            ByteBuffer out,
            int at,
            int room,
            int resultBytes,
            boolean holes) {
        if (length != items * READ_ITEM || valueBytes(items, in, list, READ_ITEM) + (long) items * resultBytes > room) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        int value = at + items * resultBytes;
        for (int i = 0; i < items; i++) {
            int item = list + i * READ_ITEM;
            int asked = in.getInt(item + 8);
            int read = device.read(in.getInt(item), in.getInt(item + 4), asked, out, value);
            int result = at + i * resultBytes;
            out.putInt(result, read < 0 ? itemError(~read) : AdsErrorCode.NO_ERROR);
            if (resultBytes == 8) {
                out.putInt(result + 4, Math.max(read, 0));
            }
            int end = value + Math.max(read, 0);
            value = holes ? value + asked : end;
            zero(out, end, value);
        }
        return value - at;
    }

    /** An index group that a request of its own refuses as 0x701 is 0x702 in a sum read. */
    private static int itemError(int error) {
        return error == AdsErrorCode.SERVICE_NOT_SUPPORTED ? AdsErrorCode.INVALID_INDEX_GROUP : error;
    }

    /** Sum of the lengths to read; more than any room if one of them is negative. */
    private static long valueBytes(int items, ByteBuffer in, int list, int itemBytes) {
        long bytes = 0;
        for (int i = 0; i < items; i++) {
            bytes += Integer.toUnsignedLong(in.getInt(list + i * itemBytes + 8));
        }
        return bytes;
    }

    private static void zero(ByteBuffer out, int from, int to) {
        for (int i = from; i < to; i++) {
            out.put(i, (byte) 0);
        }
    }

    private static int write(
            Device device, int items, ByteBuffer in, int list, int length, ByteBuffer out, int at, int room) {
        int value = list + items * READ_ITEM;
        if (length < items * READ_ITEM
                || valueBytes(items, in, list, READ_ITEM) != length - items * READ_ITEM
                || items * 4 > room) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        for (int i = 0; i < items; i++) {
            int item = list + i * READ_ITEM;
            int bytes = in.getInt(item + 8);
            int written = device.write(in.getInt(item), in.getInt(item + 4), in, value, bytes);
            out.putInt(at + 4 * i, written < 0 ? ~written : AdsErrorCode.NO_ERROR);
            value += bytes;
        }
        return items * 4;
    }

    private static int readWrite(
            Device device, int items, ByteBuffer in, int list, int length, ByteBuffer out, int at, int room) {
        if (length < items * READ_WRITE_ITEM
                || valueBytes(items, in, list + 4, READ_WRITE_ITEM) != length - items * READ_WRITE_ITEM
                || valueBytes(items, in, list, READ_WRITE_ITEM) + 8L * items > room) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        int written = list + items * READ_WRITE_ITEM;
        int value = at + items * 8;
        for (int i = 0; i < items; i++) {
            int item = list + i * READ_WRITE_ITEM;
            int bytes = in.getInt(item + 12);
            int read = device.readWrite(
                    in.getInt(item), in.getInt(item + 4), in, written, bytes, out, value, in.getInt(item + 8));
            out.putInt(at + 8 * i, read < 0 ? ~read : AdsErrorCode.NO_ERROR);
            out.putInt(at + 8 * i + 4, Math.max(read, 0));
            written += bytes;
            value += Math.max(read, 0);
        }
        return value - at;
    }

    private int add(Caller caller, int items, ByteBuffer in, int list, int length, ByteBuffer out, int at, int room) {
        if (length != items * ADD_ITEM || items * 8 > room) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        for (int i = 0; i < items; i++) {
            int handle = commands.addNotification(caller, in, list + i * ADD_ITEM);
            out.putInt(at + 8 * i, handle < 0 ? ~handle : AdsErrorCode.NO_ERROR);
            out.putInt(at + 8 * i + 4, Math.max(handle, 0));
        }
        return items * 8;
    }

    private int delete(
            Caller caller, int items, ByteBuffer in, int list, int length, ByteBuffer out, int at, int room) {
        if (length != items * 4 || items * 4 > room) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        for (int i = 0; i < items; i++) {
            out.putInt(at + 4 * i, commands.deleteNotification(caller, in.getInt(list + 4 * i)));
        }
        return items * 4;
    }
}
