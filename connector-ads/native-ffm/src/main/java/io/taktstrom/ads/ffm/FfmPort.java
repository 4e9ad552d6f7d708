package io.taktstrom.ads.ffm;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;

/**
 * A port, with the structures of its requests in one piece of native memory:
 *
 * <pre>
 *   0        8               16         20           24
 *   target   own address     received   handle       AdsNotificationAttrib: length, mode, max delay, cycle time
 * </pre>
 */
final class FfmPort implements AdsPort {

    /** AmsAddr: six bytes net id, two bytes port. */
    private static final int TARGET = 0;

    private static final int OWN = 8;
    private static final int PORT_IN_ADDRESS = 6;
    private static final int RECEIVED = 16;
    private static final int HANDLE = 20;
    private static final int ATTRIBUTES = 24;
    private static final int ATTRIBUTE_BYTES = 16;
    /** Where the device info has its name, behind AdsVersion. */
    private static final int NAME = 4;

    private static final int FIRST_BYTES = 256;

    private final long port;
    private final Functions functions;
    private final ByteBuffer fixed = allocate(ATTRIBUTES + ATTRIBUTE_BYTES);
    private final long fixedAt = address(fixed);
    private ByteBuffer out = allocate(FIRST_BYTES);
    private long outAt = address(out);
    private ByteBuffer in = allocate(FIRST_BYTES);
    private long inAt = address(in);

    FfmPort(int port, AmsAddress target, Functions functions) {
        this.port = port;
        this.functions = functions;
        fixed.putLong(TARGET, target.netId().bits());
        fixed.putShort(TARGET + PORT_IN_ADDRESS, (short) target.port());
    }

    /** Never freed while the port can be reached; so there is no use after free. */
    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    @Override
    public ByteBuffer out(int bytes) {
        if (out.capacity() < bytes) {
            out = allocate(grown(bytes));
            outAt = address(out);
        }
        return out;
    }

    @Override
    public ByteBuffer in(int bytes) {
        if (in.capacity() < bytes) {
            in = allocate(grown(bytes));
            inAt = address(in);
        }
        return in;
    }

    private static int grown(int bytes) {
        return (int) Math.min(Integer.MAX_VALUE - 8, 2L * Integer.highestOneBit(bytes));
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        try {
            return (int) (long) Functions.READ.invokeExact(
                    functions.read, port, fixedAt + TARGET, indexGroup, indexOffset, length, inAt, fixedAt + RECEIVED);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        try {
            return (int) (long) Functions.WRITE.invokeExact(
                    functions.write, port, fixedAt + TARGET, indexGroup, indexOffset, length, outAt);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        try {
            return (int) (long) Functions.READ_WRITE.invokeExact(
                    functions.readWrite,
                    port,
                    fixedAt + TARGET,
                    indexGroup,
                    indexOffset,
                    readLength,
                    inAt,
                    writeLength,
                    outAt,
                    fixedAt + RECEIVED);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int received() {
        return fixed.getInt(RECEIVED);
    }

    @Override
    public int readState() {
        try {
            return (int) (long) Functions.READ_STATE.invokeExact(
                    functions.readState, port, fixedAt + TARGET, inAt, inAt + Short.BYTES);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        try {
            return (int) (long) Functions.WRITE_CONTROL.invokeExact(
                    functions.writeControl,
                    port,
                    fixedAt + TARGET,
                    (short) adsState,
                    (short) deviceState,
                    length,
                    outAt);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int readDeviceInfo() {
        try {
            return (int) (long)
                    Functions.DEVICE_INFO.invokeExact(functions.deviceInfo, port, fixedAt + TARGET, inAt + NAME, inAt);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        fixed.putInt(ATTRIBUTES, length);
        fixed.putInt(ATTRIBUTES + 4, mode);
        fixed.putInt(ATTRIBUTES + 8, maxDelay);
        fixed.putInt(ATTRIBUTES + 12, cycleTime);
        try {
            return (int) (long) Functions.ADD_NOTIFICATION.invokeExact(
                    functions.addNotification,
                    port,
                    fixedAt + TARGET,
                    indexGroup,
                    indexOffset,
                    fixedAt + ATTRIBUTES,
                    functions.callback,
                    user,
                    fixedAt + HANDLE);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int handle() {
        return fixed.getInt(HANDLE);
    }

    @Override
    public int deleteNotification(int handle) {
        try {
            return (int) (long) Functions.DELETE_NOTIFICATION.invokeExact(
                    functions.deleteNotification, port, fixedAt + TARGET, handle);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int setTimeout(int millis) {
        try {
            return (int) (long) Functions.SET_TIMEOUT.invokeExact(functions.setTimeout, port, millis);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public AmsAddress localAddress() {
        try {
            long unused = (long) Functions.LOCAL_ADDRESS.invokeExact(functions.localAddress, port, fixedAt + OWN);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
        return new AmsAddress(
                new AmsNetId(AmsNetId.bitsAt(fixed, OWN)), Short.toUnsignedInt(fixed.getShort(OWN + PORT_IN_ADDRESS)));
    }

    @Override
    public int close() {
        try {
            return (int) (long) Functions.CLOSE.invokeExact(functions.close, port);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }
}
