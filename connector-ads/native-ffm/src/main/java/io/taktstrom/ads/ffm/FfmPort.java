package io.taktstrom.ads.ffm;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import io.taktstrom.ads.adslib.MemoryPort;
import io.taktstrom.ads.protocol.AmsAddress;

/** A port, its requests straight from its memory. */
final class FfmPort extends MemoryPort {

    private final long port;
    private final Functions functions;

    FfmPort(int port, AmsAddress target, Functions functions) {
        super(target, FfmPort::address);
        this.port = port;
        this.functions = functions;
    }

    private static long address(ByteBuffer buffer) {
        return MemorySegment.ofBuffer(buffer).address();
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        try {
            return (int) (long) Functions.READ.invokeExact(
                    functions.read, port, targetAt(), indexGroup, indexOffset, length, inAt(), receivedAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        try {
            return (int) (long) Functions.WRITE.invokeExact(
                    functions.write, port, targetAt(), indexGroup, indexOffset, length, outAt());
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
                    targetAt(),
                    indexGroup,
                    indexOffset,
                    readLength,
                    inAt(),
                    writeLength,
                    outAt(),
                    receivedAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int readState() {
        try {
            return (int) (long) Functions.READ_STATE.invokeExact(
                    functions.readState, port, targetAt(), inAt(), inAt() + Short.BYTES);
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        try {
            return (int) (long) Functions.WRITE_CONTROL.invokeExact(
                    functions.writeControl, port, targetAt(), (short) adsState, (short) deviceState, length, outAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int readDeviceInfo() {
        try {
            return (int) (long)
                    Functions.DEVICE_INFO.invokeExact(functions.deviceInfo, port, targetAt(), inAt() + NAME, inAt());
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
                    targetAt(),
                    indexGroup,
                    indexOffset,
                    attributesAt(length, mode, maxDelay, cycleTime),
                    functions.callback,
                    user,
                    handleAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
    }

    @Override
    public int deleteNotification(int handle) {
        try {
            return (int) (long)
                    Functions.DELETE_NOTIFICATION.invokeExact(functions.deleteNotification, port, targetAt(), handle);
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
            long unused = (long) Functions.LOCAL_ADDRESS.invokeExact(functions.localAddress, port, ownAt());
        } catch (Throwable e) {
            throw Functions.unexpected(e);
        }
        return own();
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
