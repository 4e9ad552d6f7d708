package io.taktstrom.ads.jna;

import java.nio.ByteBuffer;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.adslib.PortMemory;
import io.taktstrom.ads.protocol.AmsAddress;

/** A port, its requests straight from {@link PortMemory}. */
final class JnaPort implements AdsPort {

    /** Where the device info has its name, behind AdsVersion. */
    private static final int NAME = 4;

    private final long port;
    private final NotificationCallback callback;
    private final PortMemory memory;

    JnaPort(int port, AmsAddress target, NotificationCallback callback) {
        this.port = port;
        this.callback = callback;
        memory = new PortMemory(target, JnaPort::address);
    }

    private static long address(ByteBuffer buffer) {
        return Pointer.nativeValue(Native.getDirectBufferPointer(buffer));
    }

    @Override
    public ByteBuffer out(int bytes) {
        return memory.out(bytes);
    }

    @Override
    public ByteBuffer in(int bytes) {
        return memory.in(bytes);
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        return (int) AdsFunctions.AdsSyncReadReqEx2(
                port, memory.targetAt(), indexGroup, indexOffset, length, memory.inAt(), memory.receivedAt());
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        return (int) AdsFunctions.AdsSyncWriteReqEx(
                port, memory.targetAt(), indexGroup, indexOffset, length, memory.outAt());
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        return (int) AdsFunctions.AdsSyncReadWriteReqEx2(
                port,
                memory.targetAt(),
                indexGroup,
                indexOffset,
                readLength,
                memory.inAt(),
                writeLength,
                memory.outAt(),
                memory.receivedAt());
    }

    @Override
    public int received() {
        return memory.received();
    }

    @Override
    public int readState() {
        return (int)
                AdsFunctions.AdsSyncReadStateReqEx(port, memory.targetAt(), memory.inAt(), memory.inAt() + Short.BYTES);
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        return (int) AdsFunctions.AdsSyncWriteControlReqEx(
                port, memory.targetAt(), (short) adsState, (short) deviceState, length, memory.outAt());
    }

    @Override
    public int readDeviceInfo() {
        return (int)
                AdsFunctions.AdsSyncReadDeviceInfoReqEx(port, memory.targetAt(), memory.inAt() + NAME, memory.inAt());
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        return (int) AdsFunctions.AdsSyncAddDeviceNotificationReqEx(
                port,
                memory.targetAt(),
                indexGroup,
                indexOffset,
                memory.attributesAt(length, mode, maxDelay, cycleTime),
                callback,
                user,
                memory.handleAt());
    }

    @Override
    public int handle() {
        return memory.handle();
    }

    @Override
    public int deleteNotification(int handle) {
        return (int) AdsFunctions.AdsSyncDelDeviceNotificationReqEx(port, memory.targetAt(), handle);
    }

    @Override
    public int setTimeout(int millis) {
        return (int) AdsFunctions.AdsSyncSetTimeoutEx(port, millis);
    }

    @Override
    public AmsAddress localAddress() {
        AdsFunctions.AdsGetLocalAddressEx(port, memory.ownAt());
        return memory.own();
    }

    @Override
    public int close() {
        return (int) AdsFunctions.AdsPortCloseEx(port);
    }
}
