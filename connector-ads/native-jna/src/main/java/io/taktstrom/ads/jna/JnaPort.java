package io.taktstrom.ads.jna;

import java.nio.ByteBuffer;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.taktstrom.ads.adslib.MemoryPort;
import io.taktstrom.ads.protocol.AmsAddress;

/** A port, its requests straight from its memory. */
final class JnaPort extends MemoryPort {

    private final long port;
    private final JnaCallback callback;

    JnaPort(int port, AmsAddress target, JnaCallback callback) {
        super(target, JnaPort::address);
        this.port = port;
        this.callback = callback;
    }

    private static long address(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        return (int)
                AdsFunctions.AdsSyncReadReqEx2(port, targetAt(), indexGroup, indexOffset, length, inAt(), receivedAt());
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        return (int) AdsFunctions.AdsSyncWriteReqEx(port, targetAt(), indexGroup, indexOffset, length, outAt());
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        return (int) AdsFunctions.AdsSyncReadWriteReqEx2(
                port, targetAt(), indexGroup, indexOffset, readLength, inAt(), writeLength, outAt(), receivedAt());
    }

    @Override
    public int readState() {
        return (int) AdsFunctions.AdsSyncReadStateReqEx(port, targetAt(), inAt(), inAt() + Short.BYTES);
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        return (int) AdsFunctions.AdsSyncWriteControlReqEx(
                port, targetAt(), (short) adsState, (short) deviceState, length, outAt());
    }

    @Override
    public int readDeviceInfo() {
        return (int) AdsFunctions.AdsSyncReadDeviceInfoReqEx(port, targetAt(), inAt() + NAME, inAt());
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        return (int) AdsFunctions.AdsSyncAddDeviceNotificationReqEx(
                port,
                targetAt(),
                indexGroup,
                indexOffset,
                attributesAt(length, mode, maxDelay, cycleTime),
                callback,
                user,
                handleAt());
    }

    @Override
    public int deleteNotification(int handle) {
        return (int) AdsFunctions.AdsSyncDelDeviceNotificationReqEx(port, targetAt(), handle);
    }

    @Override
    public int setTimeout(int millis) {
        return (int) AdsFunctions.AdsSyncSetTimeoutEx(port, millis);
    }

    @Override
    public AmsAddress localAddress() {
        AdsFunctions.AdsGetLocalAddressEx(port, ownAt());
        return own();
    }

    @Override
    public int close() {
        return (int) AdsFunctions.AdsPortCloseEx(port);
    }
}
