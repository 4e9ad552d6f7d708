package io.taktstrom.ads.jni;

import java.lang.ref.Reference;
import java.util.Objects;

import io.taktstrom.ads.adslib.MemoryPort;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;

/**
 * A port by way of the shim. Hot: a request allocates nothing, and its buffers' addresses are known. Every length is checked
 * here, since the shim cannot.
 */
final class JniPort extends MemoryPort {

    private static final int NET_ID_BITS = 48;
    private static final int STATE_BYTES = 4;
    private static final int DEVICE_BYTES = 20;

    private final long library;
    private final int port;
    private final long target;

    private int received;
    private int handle;

    JniPort(long library, int port, AmsAddress target) {
        super(target, Shim::addressOf);
        this.library = library;
        this.port = port;
        this.target = target.netId().bits() | (long) target.port() << NET_ID_BITS;
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        Objects.checkFromIndexSize(0, length, in(0).capacity());
        try {
            return answered(Shim.read(library, port, target, indexGroup, indexOffset, length, inAt()), length);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Takes both results apart. */
    private int answered(long results, int length) {
        // A library that claims to have given more than there is room for is not believed.
        received = Math.min((int) Math.min(results >>> Integer.SIZE, Integer.MAX_VALUE), length);
        return (int) results;
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        Objects.checkFromIndexSize(0, length, out(0).capacity());
        try {
            return Shim.write(library, port, target, indexGroup, indexOffset, length, outAt());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        Objects.checkFromIndexSize(0, readLength, in(0).capacity());
        Objects.checkFromIndexSize(0, writeLength, out(0).capacity());
        try {
            return answered(
                    Shim.readWrite(
                            library, port, target, indexGroup, indexOffset, readLength, inAt(), writeLength, outAt()),
                    readLength);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public int received() {
        return received;
    }

    @Override
    public int readState() {
        Objects.checkFromIndexSize(0, STATE_BYTES, in(0).capacity());
        try {
            return Shim.readState(library, port, target, inAt());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        Objects.checkFromIndexSize(0, length, out(0).capacity());
        try {
            return Shim.writeControl(library, port, target, adsState, deviceState, length, outAt());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public int readDeviceInfo() {
        Objects.checkFromIndexSize(0, DEVICE_BYTES, in(0).capacity());
        try {
            return Shim.readDeviceInfo(library, port, target, inAt());
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        long results = Shim.addNotification(
                library, port, target, indexGroup, indexOffset, length, mode, maxDelay, cycleTime, user);
        int code = (int) results;
        if (code == 0) {
            handle = (int) (results >>> Integer.SIZE);
        }
        return code;
    }

    @Override
    public int handle() {
        return handle;
    }

    @Override
    public int deleteNotification(int handle) {
        return Shim.deleteNotification(library, port, target, handle);
    }

    @Override
    public int setTimeout(int millis) {
        return Shim.setTimeout(library, port, millis);
    }

    @Override
    public AmsAddress localAddress() {
        long bits = Shim.localAddress(library, port);
        return new AmsAddress(new AmsNetId(bits & (1L << NET_ID_BITS) - 1), (int) (bits >>> NET_ID_BITS));
    }

    @Override
    public int close() {
        return Shim.closePort(library, port);
    }
}
