package io.taktstrom.ads.jna;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
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
final class JnaPort implements AdsPort {

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
    private final NotificationCallback callback;
    private final ByteBuffer fixed = allocate(ATTRIBUTES + ATTRIBUTE_BYTES);
    private final long fixedAt = address(fixed);
    private ByteBuffer out = allocate(FIRST_BYTES);
    private long outAt = address(out);
    private ByteBuffer in = allocate(FIRST_BYTES);
    private long inAt = address(in);

    JnaPort(int port, AmsAddress target, NotificationCallback callback) {
        this.port = port;
        this.callback = callback;
        fixed.putLong(TARGET, target.netId().bits());
        fixed.putShort(TARGET + PORT_IN_ADDRESS, (short) target.port());
    }

    /** Never freed while the port can be reached; so there is no use after free. */
    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long address(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
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
        return (int) AdsFunctions.AdsSyncReadReqEx2(
                port, fixedAt + TARGET, indexGroup, indexOffset, length, inAt, fixedAt + RECEIVED);
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        return (int) AdsFunctions.AdsSyncWriteReqEx(port, fixedAt + TARGET, indexGroup, indexOffset, length, outAt);
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        return (int) AdsFunctions.AdsSyncReadWriteReqEx2(
                port,
                fixedAt + TARGET,
                indexGroup,
                indexOffset,
                readLength,
                inAt,
                writeLength,
                outAt,
                fixedAt + RECEIVED);
    }

    @Override
    public int received() {
        return fixed.getInt(RECEIVED);
    }

    @Override
    public int readState() {
        return (int) AdsFunctions.AdsSyncReadStateReqEx(port, fixedAt + TARGET, inAt, inAt + Short.BYTES);
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        return (int) AdsFunctions.AdsSyncWriteControlReqEx(
                port, fixedAt + TARGET, (short) adsState, (short) deviceState, length, outAt);
    }

    @Override
    public int readDeviceInfo() {
        return (int) AdsFunctions.AdsSyncReadDeviceInfoReqEx(port, fixedAt + TARGET, inAt + NAME, inAt);
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        fixed.putInt(ATTRIBUTES, length);
        fixed.putInt(ATTRIBUTES + 4, mode);
        fixed.putInt(ATTRIBUTES + 8, maxDelay);
        fixed.putInt(ATTRIBUTES + 12, cycleTime);
        return (int) AdsFunctions.AdsSyncAddDeviceNotificationReqEx(
                port,
                fixedAt + TARGET,
                indexGroup,
                indexOffset,
                fixedAt + ATTRIBUTES,
                callback,
                user,
                fixedAt + HANDLE);
    }

    @Override
    public int handle() {
        return fixed.getInt(HANDLE);
    }

    @Override
    public int deleteNotification(int handle) {
        return (int) AdsFunctions.AdsSyncDelDeviceNotificationReqEx(port, fixedAt + TARGET, handle);
    }

    @Override
    public int setTimeout(int millis) {
        return (int) AdsFunctions.AdsSyncSetTimeoutEx(port, millis);
    }

    @Override
    public AmsAddress localAddress() {
        AdsFunctions.AdsGetLocalAddressEx(port, fixedAt + OWN);
        return new AmsAddress(
                new AmsNetId(AmsNetId.bitsAt(fixed, OWN)), Short.toUnsignedInt(fixed.getShort(OWN + PORT_IN_ADDRESS)));
    }

    @Override
    public int close() {
        return (int) AdsFunctions.AdsPortCloseEx(port);
    }
}
