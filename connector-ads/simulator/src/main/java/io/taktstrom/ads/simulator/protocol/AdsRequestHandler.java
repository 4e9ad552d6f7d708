package io.taktstrom.ads.simulator.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.plc.AmsDevice;
import io.taktstrom.ads.simulator.plc.Refused;
import io.taktstrom.ads.simulator.plc.SystemDevice;

/**
 * One connection's ADS commands: from a request's data to the answer's. Guarded by the simulation's lock; reads and writes
 * allocate nothing. A ReadWrite may be many requests in one (InfoSys "ADS Sum Command", TwinCAT Ads.h):
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
public final class AdsRequestHandler {

    private static final int NAME_BYTES = 16;
    private static final int NOTIFICATION_BYTES = 40;
    /** Ten times what Beckhoff advises. */
    private static final int MAX_ITEMS = 5000;

    private final NotificationTable notifications;
    private final Outbox outbox;
    private final int maxAnswerBytes;

    // The request: net ids and ports of client and server as numbers, its data, and where the answer's data goes.
    private long client;
    private long server;
    private AmsDevice device;
    private ByteBuffer in = ByteBuffer.allocate(0);
    private int data;
    private int length;
    private ByteBuffer out = in;
    private int at;

    public AdsRequestHandler(AmsDevice device, NotificationTable notifications, Outbox outbox, int maxAnswerBytes) {
        this.device = device;
        this.notifications = notifications;
        this.outbox = outbox;
        this.maxAnswerBytes = maxAnswerBytes;
    }

    /** Room that the answer's data may need; requests that are too short get the room of their error. */
    public int room(int command, ByteBuffer request, int start, int bytes) {
        boolean reads = command == AdsCommand.READ || command == AdsCommand.READ_WRITE;
        return reads && bytes >= 12 ? 8 + readLength(request, start + 8) : 32;
    }

    private int readLength(ByteBuffer request, int position) {
        int asked = request.getInt(position);
        return asked < 0 ? maxAnswerBytes : Math.min(asked, maxAnswerBytes);
    }

    /** Who sends the next request, and to which device. */
    public void route(long newClient, long newServer, AmsDevice newDevice) {
        client = newClient;
        server = newServer;
        device = newDevice;
        notifications.reconnect(client, outbox);
    }

    /** Answers a request with an error; returns the number of bytes written at {@code at}. */
    public static int refuse(int command, int error, ByteBuffer out, int at) {
        out.putInt(at, error);
        out.putInt(at + 4, 0);
        return command == AdsCommand.READ || command == AdsCommand.READ_WRITE ? 8 : 4;
    }

    /** Returns the number of bytes written at {@code position}. */
    public int execute(int command, ByteBuffer request, int start, int bytes, ByteBuffer response, int position) {
        in = request;
        data = start;
        length = bytes;
        out = response;
        at = position;
        return switch (command) {
            case AdsCommand.READ_DEVICE_INFO -> deviceInfo();
            case AdsCommand.READ ->
                bytesRead(
                        length == 12
                                ? device.read(
                                        in.getInt(data), in.getInt(data + 4), readLength(in, data + 8), out, at + 8)
                                : ~AdsErrorCode.INVALID_SIZE);
            case AdsCommand.WRITE -> result(write());
            case AdsCommand.READ_STATE -> state();
            case AdsCommand.WRITE_CONTROL -> result(~control());
            case AdsCommand.ADD_DEVICE_NOTIFICATION -> addNotification();
            case AdsCommand.DELETE_DEVICE_NOTIFICATION ->
                result(length == 4 ? deleteNotification(in.getInt(data)) : ~AdsErrorCode.INVALID_SIZE);
            case AdsCommand.READ_WRITE -> bytesRead(readWrite());
            default -> result(~AdsErrorCode.SERVICE_NOT_SUPPORTED);
        };
    }

    /** Puts the error, if the outcome is the complement of one. */
    private int result(int outcome) {
        out.putInt(at, outcome < 0 ? ~outcome : AdsErrorCode.NO_ERROR);
        return 4;
    }

    /** Result, number of bytes, bytes: these are written already. */
    private int bytesRead(int outcome) {
        result(outcome);
        out.putInt(at + 4, Math.max(outcome, 0));
        return 8 + Math.max(outcome, 0);
    }

    private int deviceInfo() {
        out.putInt(at, AdsErrorCode.NO_ERROR);
        out.putInt(at + 4, SystemDevice.TWINCAT_VERSION);
        String name = device.name();
        for (int i = 0; i < NAME_BYTES; i++) {
            out.put(at + 8 + i, (byte) (i < name.length() ? name.charAt(i) : 0));
        }
        return 8 + NAME_BYTES;
    }

    private int state() {
        out.putInt(at, AdsErrorCode.NO_ERROR);
        out.putShort(at + 4, (short) device.adsState());
        out.putShort(at + 6, (short) device.deviceState());
        return 8;
    }

    private int write() {
        return length < 12 || in.getInt(data + 8) != length - 12
                ? ~AdsErrorCode.INVALID_SIZE
                : device.write(in.getInt(data), in.getInt(data + 4), in, data + 12, length - 12);
    }

    private int control() {
        return length < 8 || in.getInt(data + 4) != length - 8
                ? AdsErrorCode.INVALID_SIZE
                : device.control(Short.toUnsignedInt(in.getShort(data)), Short.toUnsignedInt(in.getShort(data + 2)));
    }

    private int readWrite() {
        if (length < 16 || in.getInt(data + 12) != length - 16) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        int group = in.getInt(data);
        int offset = in.getInt(data + 4);
        int room = readLength(in, data + 8);
        return group >= IndexGroup.SUM_READ && group <= IndexGroup.SUM_DELETE_NOTIFICATION
                ? sum(group, offset, room)
                : device.readWrite(group, offset, in, data + 16, length - 16, out, at + 8, room);
    }

    private int addNotification() {
        // The 16 reserved bytes at the end are left out by some clients.
        int handle = length < NOTIFICATION_BYTES - 16 || length > NOTIFICATION_BYTES
                ? ~AdsErrorCode.INVALID_SIZE
                : addNotification(data);
        bytesRead(handle);
        return 8;
    }

    /** Returns a handle, or the complement of an error. */
    private int addNotification(int request) {
        try {
            return notifications.add(
                    outbox,
                    client,
                    server,
                    device.source(in.getInt(request), in.getInt(request + 4), in.getInt(request + 8)),
                    new NotificationTable.Timing(
                            in.getInt(request + 12),
                            Integer.toUnsignedLong(in.getInt(request + 16)),
                            Integer.toUnsignedLong(in.getInt(request + 20))));
        } catch (Refused refused) {
            return ~refused.code();
        }
    }

    private int deleteNotification(int handle) {
        return notifications.delete(outbox, client, handle) ? 0 : ~AdsErrorCode.NOTIFICATION_HANDLE_INVALID;
    }

    // ---- sum commands

    /** Returns the number of bytes written behind the answer's length, or the complement of an error. */
    private int sum(int group, int items, int room) {
        int itemBytes = switch (group) {
            case IndexGroup.SUM_READ_WRITE -> 16;
            case IndexGroup.SUM_ADD_NOTIFICATION -> NOTIFICATION_BYTES;
            case IndexGroup.SUM_DELETE_NOTIFICATION -> 4;
            default -> 12;
        };
        int resultBytes = switch (group) {
            case IndexGroup.SUM_READ, IndexGroup.SUM_WRITE, IndexGroup.SUM_DELETE_NOTIFICATION -> 4;
            default -> 8;
        };
        if (items < 0 || items > MAX_ITEMS) {
            return ~AdsErrorCode.INVALID_PARAMETER;
        }
        int list = data + 16;
        int listBytes = items * itemBytes;
        int valueBytes = length - 16 - listBytes;
        boolean holes = group == IndexGroup.SUM_READ || group == IndexGroup.SUM_READ_EX;
        boolean reads = holes || group == IndexGroup.SUM_READ_EX2 || group == IndexGroup.SUM_READ_WRITE;
        boolean fits = valueBytes >= 0
                && valueBytes == writeBytes(group, items)
                && (long) items * resultBytes + (reads ? sumOfLengths(items, list + 8, itemBytes) : 0) <= room;
        if (!fits) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        int value = list + listBytes;
        int start = at + 8;
        int target = start + items * resultBytes;
        for (int i = 0; i < items; i++) {
            int item = list + i * itemBytes;
            int outcome = item(group, item, value, target);
            int result = start + i * resultBytes;
            out.putInt(result, outcome < 0 ? ~outcome : AdsErrorCode.NO_ERROR);
            if (resultBytes == 8) {
                out.putInt(result + 4, Math.max(outcome, 0));
            }
            if (group == IndexGroup.SUM_WRITE) {
                value += in.getInt(item + 8);
            } else if (group == IndexGroup.SUM_READ_WRITE) {
                value += in.getInt(item + 12);
            }
            if (reads) {
                int end = target + Math.max(outcome, 0);
                target = holes ? target + in.getInt(item + 8) : end;
                zero(end, target);
            }
        }
        return target - start;
    }

    private long writeBytes(int group, int items) {
        return switch (group) {
            case IndexGroup.SUM_WRITE -> sumOfLengths(items, data + 24, 12);
            case IndexGroup.SUM_READ_WRITE -> sumOfLengths(items, data + 28, 16);
            default -> 0;
        };
    }

    /** More than any room if one of them is negative. */
    private long sumOfLengths(int items, int first, int itemBytes) {
        long bytes = 0;
        for (int i = 0; i < items; i++) {
            bytes += Integer.toUnsignedLong(in.getInt(first + i * itemBytes));
        }
        return bytes;
    }

    /** Returns a number of bytes, a handle, or the complement of an error. */
    private int item(int group, int item, int value, int target) {
        int first = in.getInt(item);
        return switch (group) {
            case IndexGroup.SUM_READ, IndexGroup.SUM_READ_EX, IndexGroup.SUM_READ_EX2 -> {
                int read = device.read(first, in.getInt(item + 4), in.getInt(item + 8), out, target);
                // An index group that a request of its own refuses as 0x701 is 0x702 in a sum read.
                yield read == ~AdsErrorCode.SERVICE_NOT_SUPPORTED ? ~AdsErrorCode.INVALID_INDEX_GROUP : read;
            }
            case IndexGroup.SUM_WRITE -> device.write(first, in.getInt(item + 4), in, value, in.getInt(item + 8));
            case IndexGroup.SUM_READ_WRITE ->
                device.readWrite(
                        first, in.getInt(item + 4), in, value, in.getInt(item + 12), out, target, in.getInt(item + 8));
            case IndexGroup.SUM_ADD_NOTIFICATION -> addNotification(item);
            default -> deleteNotification(first);
        };
    }

    private void zero(int from, int to) {
        for (int i = from; i < to; i++) {
            out.put(i, (byte) 0);
        }
    }
}
