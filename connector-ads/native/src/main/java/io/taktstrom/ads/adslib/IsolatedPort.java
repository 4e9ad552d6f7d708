package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;

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

    private IsolatedCall to(int a, int b, int c) {
        return call.with(0, a).with(1, b).with(2, c);
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        return to(indexGroup, indexOffset, length).make(Wire.READ);
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        return to(indexGroup, indexOffset, length).make(Wire.WRITE, length);
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        return to(indexGroup, indexOffset, readLength).with(3, writeLength).make(Wire.READ_WRITE, writeLength);
    }

    @Override
    public int received() {
        return call.received();
    }

    @Override
    public int readState() {
        return call.make(Wire.READ_STATE);
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        return to(adsState, deviceState, length).make(Wire.WRITE_CONTROL, length);
    }

    @Override
    public int readDeviceInfo() {
        return call.make(Wire.READ_DEVICE_INFO);
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        return to(indexGroup, indexOffset, length)
                .with(3, mode)
                .with(4, maxDelay)
                .with(5, cycleTime)
                .with(6, user)
                .make(Wire.ADD_NOTIFICATION);
    }

    @Override
    public int handle() {
        return call.extra();
    }

    @Override
    public int deleteNotification(int handle) {
        return call.with(0, handle).make(Wire.DELETE_NOTIFICATION);
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
