package io.taktstrom.ads.simulator.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.simulator.plc.Device;
import io.taktstrom.ads.simulator.plc.Refused;
import io.taktstrom.ads.simulator.plc.Watch;

/**
 * The nine ADS commands: from a request's data to the answer's. Guarded by the simulation's lock; reads and writes
 * allocate nothing.
 */
public final class Commands {

    private static final int NAME_BYTES = 16;
    private static final int NOTIFICATION_BYTES = 40;

    private final Notifications notifications;
    private final SumCommands sums;
    private final int maxAnswerBytes;
    private int notificationLimit;

    public Commands(Notifications notifications, int notificationLimit, int maxAnswerBytes) {
        this.notifications = notifications;
        this.maxAnswerBytes = maxAnswerBytes;
        this.notificationLimit = notificationLimit;
        this.sums = new SumCommands(this);
    }

    public void setNotificationLimit(int limit) {
        notificationLimit = limit;
    }

    /** Room that the answer's data may need; requests that are too short get the room of their error. */
    public int room(int command, ByteBuffer in, int data, int length) {
        boolean reads = command == AdsCommand.READ || command == AdsCommand.READ_WRITE;
        return reads && length >= 12 ? 8 + readLength(in, data + 8) : 32;
    }

    private int readLength(ByteBuffer in, int at) {
        int length = in.getInt(at);
        return length < 0 ? maxAnswerBytes : Math.min(length, maxAnswerBytes);
    }

    /** Returns the number of bytes written at {@code at}. */
    public int execute(Caller caller, int command, ByteBuffer in, int data, int length, ByteBuffer out, int at) {
        return switch (command) {
            case AdsCommand.READ_DEVICE_INFO -> deviceInfo(caller.device(), out, at);
            case AdsCommand.READ -> read(caller.device(), in, data, length, out, at);
            case AdsCommand.WRITE -> result(write(caller.device(), in, data, length), out, at);
            case AdsCommand.READ_STATE -> state(caller.device(), out, at);
            case AdsCommand.WRITE_CONTROL -> result(control(caller.device(), in, data, length), out, at);
            case AdsCommand.ADD_DEVICE_NOTIFICATION -> addNotification(caller, in, data, length, out, at);
            case AdsCommand.DELETE_DEVICE_NOTIFICATION ->
                result(length == 4 ? deleteNotification(caller, in.getInt(data)) : AdsErrorCode.INVALID_SIZE, out, at);
            case AdsCommand.READ_WRITE -> readWrite(caller, in, data, length, out, at);
            default -> result(AdsErrorCode.SERVICE_NOT_SUPPORTED, out, at);
        };
    }

    public static int result(int error, ByteBuffer out, int at) {
        out.putInt(at, error);
        return 4;
    }

    /** Result, number of bytes, bytes: they stand behind already, {@code read} tells how many or what error. */
    public static int bytesRead(int read, ByteBuffer out, int at) {
        out.putInt(at, read < 0 ? ~read : AdsErrorCode.NO_ERROR);
        out.putInt(at + 4, Math.max(read, 0));
        return 8 + Math.max(read, 0);
    }

    private static int deviceInfo(Device device, ByteBuffer out, int at) {
        out.putInt(at, AdsErrorCode.NO_ERROR);
        out.putInt(at + 4, device.version());
        String name = device.name();
        for (int i = 0; i < NAME_BYTES; i++) {
            out.put(at + 8 + i, (byte) (i < name.length() ? name.charAt(i) : 0));
        }
        return 8 + NAME_BYTES;
    }

    private static int state(Device device, ByteBuffer out, int at) {
        out.putInt(at, AdsErrorCode.NO_ERROR);
        out.putShort(at + 4, (short) device.adsState());
        out.putShort(at + 6, (short) device.deviceState());
        return 8;
    }

    private int read(Device device, ByteBuffer in, int data, int length, ByteBuffer out, int at) {
        int read = length == 12
                ? device.read(in.getInt(data), in.getInt(data + 4), readLength(in, data + 8), out, at + 8)
                : ~AdsErrorCode.INVALID_SIZE;
        return bytesRead(read, out, at);
    }

    private static int write(Device device, ByteBuffer in, int data, int length) {
        if (length < 12 || in.getInt(data + 8) != length - 12) {
            return AdsErrorCode.INVALID_SIZE;
        }
        int written = device.write(in.getInt(data), in.getInt(data + 4), in, data + 12, length - 12);
        return written < 0 ? ~written : AdsErrorCode.NO_ERROR;
    }

    private static int control(Device device, ByteBuffer in, int data, int length) {
        return length < 8 || in.getInt(data + 4) != length - 8
                ? AdsErrorCode.INVALID_SIZE
                : device.control(AmsWire.unsignedShort(in, data), AmsWire.unsignedShort(in, data + 2));
    }

    private int readWrite(Caller caller, ByteBuffer in, int data, int length, ByteBuffer out, int at) {
        if (length < 16 || in.getInt(data + 12) != length - 16) {
            return bytesRead(~AdsErrorCode.INVALID_SIZE, out, at);
        }
        int group = in.getInt(data);
        int offset = in.getInt(data + 4);
        int readLength = readLength(in, data + 8);
        int read = group >= IndexGroup.SUM_READ && group <= IndexGroup.SUM_DELETE_NOTIFICATION
                ? sums.execute(caller, group, offset, in, data + 16, length - 16, out, at + 8, readLength)
                : caller.device().readWrite(group, offset, in, data + 16, length - 16, out, at + 8, readLength);
        return bytesRead(read, out, at);
    }

    private int addNotification(Caller caller, ByteBuffer in, int data, int length, ByteBuffer out, int at) {
        // The 16 reserved bytes at the end are left out by some clients.
        int handle = length < NOTIFICATION_BYTES - 16 || length > NOTIFICATION_BYTES
                ? ~AdsErrorCode.INVALID_SIZE
                : addNotification(caller, in, data);
        out.putInt(at, handle < 0 ? ~handle : AdsErrorCode.NO_ERROR);
        out.putInt(at + 4, Math.max(handle, 0));
        return 8;
    }

    /** Returns a handle, or the complement of an error. */
    public int addNotification(Caller caller, ByteBuffer in, int data) {
        try {
            Watch watch = caller.device().watch(in.getInt(data), in.getInt(data + 4), in.getInt(data + 8));
            return notifications.add(
                    caller,
                    watch,
                    new Notifications.Timing(
                            in.getInt(data + 12),
                            Integer.toUnsignedLong(in.getInt(data + 16)),
                            Integer.toUnsignedLong(in.getInt(data + 20))),
                    notificationLimit);
        } catch (Refused refused) {
            return ~refused.code();
        }
    }

    public int deleteNotification(Caller caller, int handle) {
        return notifications.delete(caller, handle) ? AdsErrorCode.NO_ERROR : AdsErrorCode.NOTIFICATION_HANDLE_INVALID;
    }
}
