package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;

/** A port of a library in another process. */
final class IsolatedPort implements AdsPort {

    private final IsolatedLibrary library;
    private final IsolatedCall call;

    IsolatedPort(IsolatedLibrary library, IsolatedCall call) {
        this.library = library;
        this.call = call;
    }

    @Override
    public ByteBuffer out(int bytes) {
        return call.out(bytes);
    }

    @Override
    public ByteBuffer in(int bytes) {
        return call.in(bytes);
    }

    /** As {@link LibraryLane#call} takes them apart again, in the other process. */
    private int request(int command, int first, int second, int readLength, int writeLength) {
        return call.with(0, first)
                .with(1, second)
                .with(2, readLength)
                .with(3, writeLength)
                .make(command, writeLength);
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        return request(AdsCommand.READ, indexGroup, indexOffset, length, 0);
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        return request(AdsCommand.WRITE, indexGroup, indexOffset, 0, length);
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        return request(AdsCommand.READ_WRITE, indexGroup, indexOffset, readLength, writeLength);
    }

    @Override
    public int received() {
        return call.received();
    }

    @Override
    public int readState() {
        return request(AdsCommand.READ_STATE, 0, 0, LibraryLane.STATE_BYTES, 0);
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        return request(AdsCommand.WRITE_CONTROL, adsState, deviceState, 0, length);
    }

    @Override
    public int readDeviceInfo() {
        return request(AdsCommand.READ_DEVICE_INFO, 0, 0, LibraryLane.DEVICE_BYTES, 0);
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        return call.with(0, indexGroup)
                .with(1, indexOffset)
                .with(2, length)
                .with(3, mode)
                .with(4, maxDelay)
                .with(5, cycleTime)
                .with(6, user)
                .make(AdsCommand.ADD_DEVICE_NOTIFICATION);
    }

    @Override
    public int handle() {
        return call.extra();
    }

    @Override
    public int deleteNotification(int handle) {
        return call.with(0, handle).make(AdsCommand.DELETE_DEVICE_NOTIFICATION);
    }

    @Override
    public int setTimeout(int millis) {
        return call.with(0, millis).make(Wire.SET_TIMEOUT);
    }

    @Override
    public AmsAddress localAddress() {
        call.in(Long.BYTES);
        if (call.make(Wire.LOCAL_ADDRESS) == NativeBackend.NOT_SENT) {
            return new AmsAddress(new AmsNetId(0), 0);
        }
        ByteBuffer own = call.in(Long.BYTES);
        return new AmsAddress(new AmsNetId(AmsNetId.bitsAt(own, 0)), Short.toUnsignedInt(own.getShort(6)));
    }

    @Override
    public int close() {
        int code = call.make(Wire.CLOSE_PORT);
        library.free(call);
        return code;
    }
}
