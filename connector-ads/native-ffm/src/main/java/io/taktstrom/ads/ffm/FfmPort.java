package io.taktstrom.ads.ffm;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.adslib.PortMemory;
import io.taktstrom.ads.protocol.AmsAddress;

/** A port, its requests straight from {@link PortMemory}. */
final class FfmPort implements AdsPort {

    /** Where the device info has its name, behind AdsVersion. */
    private static final int NAME = 4;

    private final long port;
    private final Functions functions;
    private final PortMemory memory;

    FfmPort(int port, AmsAddress target, Functions functions) {
        this.port = port;
        this.functions = functions;
        memory = new PortMemory(target, FfmPort::address);
    }

    private static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
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
        try {
            return (int) (long) Functions.READ.invokeExact(
                    functions.read,
                    port,
                    memory.targetAt(),
                    indexGroup,
                    indexOffset,
                    length,
                    memory.inAt(),
                    memory.receivedAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        try {
            return (int) (long) Functions.WRITE.invokeExact(
                    functions.write, port, memory.targetAt(), indexGroup, indexOffset, length, memory.outAt());
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
                    memory.targetAt(),
                    indexGroup,
                    indexOffset,
                    readLength,
                    memory.inAt(),
                    writeLength,
                    memory.outAt(),
                    memory.receivedAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int received() {
        return memory.received();
    }

    @Override
    public int readState() {
        try {
            return (int) (long) Functions.READ_STATE.invokeExact(
                    functions.readState, port, memory.targetAt(), memory.inAt(), memory.inAt() + Short.BYTES);
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
                    memory.targetAt(),
                    (short) adsState,
                    (short) deviceState,
                    length,
                    memory.outAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int readDeviceInfo() {
        try {
            return (int) (long) Functions.DEVICE_INFO.invokeExact(
                    functions.deviceInfo, port, memory.targetAt(), memory.inAt() + NAME, memory.inAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        try {
            return (int) (long) Functions.ADD_NOTIFICATION.invokeExact(
                    functions.addNotification,
                    port,
                    memory.targetAt(),
                    indexGroup,
                    indexOffset,
                    memory.attributesAt(length, mode, maxDelay, cycleTime),
                    functions.callback,
                    user,
                    memory.handleAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int handle() {
        return memory.handle();
    }

    @Override
    public int deleteNotification(int handle) {
        try {
            return (int) (long) Functions.DELETE_NOTIFICATION.invokeExact(
                    functions.deleteNotification, port, memory.targetAt(), handle);
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
            long unused = (long) Functions.LOCAL_ADDRESS.invokeExact(functions.localAddress, port, memory.ownAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
        return memory.own();
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
