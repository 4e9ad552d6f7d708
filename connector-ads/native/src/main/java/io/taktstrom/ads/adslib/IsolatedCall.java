package io.taktstrom.ads.adslib;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsBuffers;
import org.jspecify.annotations.Nullable;

/**
 * A lane of the {@link Wire}: one call at a time, of one thread. It ends with its answer, or {@link NativeBackend#NOT_SENT}
 * once the other process has ended; whoever may not wait that long has the process ended. Hot: allocates nothing.
 */
final class IsolatedCall {

    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);
    private static final int FIRST_BYTES = 256;

    private final Wire wire;
    private final int lane;
    private final int[] arguments = new int[Wire.ARGUMENTS];
    private ByteBuffer out = AdsBuffers.heap(FIRST_BYTES);
    private ByteBuffer in = AdsBuffers.heap(FIRST_BYTES);
    private int result;
    private int extra;
    private int received;
    private volatile boolean pending;
    private volatile boolean over;
    private volatile @Nullable Thread caller;

    IsolatedCall(Wire wire, int lane) {
        this.wire = wire;
        this.lane = lane;
    }

    ByteBuffer out(int bytes) {
        if (out.capacity() < bytes) {
            out = AdsBuffers.heap(AdsBuffers.roomFor(bytes));
        }
        return out;
    }

    ByteBuffer in(int bytes) {
        if (in.capacity() < bytes) {
            in = AdsBuffers.heap(AdsBuffers.roomFor(bytes));
        }
        return in;
    }

    int lane() {
        return lane;
    }

    IsolatedCall with(int index, int argument) {
        arguments[index] = argument;
        return this;
    }

    IsolatedCall withLong(int index, long argument) {
        arguments[index] = (int) argument;
        arguments[index + 1] = (int) (argument >>> Integer.SIZE);
        return this;
    }

    int make(int operation) {
        return make(operation, 0);
    }

    /** @param bytes of {@link #out} that go with it */
    int make(int operation, int bytes) {
        caller = Thread.currentThread();
        pending = true;
        try {
            wire.send(lane, operation, arguments, bytes == 0 ? NOTHING : out, bytes);
        } catch (IOException e) {
            over = true;
        }
        boolean interrupted = false;
        while (pending && !over) {
            LockSupport.park(this);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return pending ? NativeBackend.NOT_SENT : result;
    }

    /** Second number of the answer. */
    int extra() {
        return extra;
    }

    /** Bytes of the answer, in {@link #in}. */
    int received() {
        return received;
    }

    // ---- the receiving thread

    /** The frame that was just received is the answer. */
    void answered() {
        if (pending) {
            result = wire.argument(0);
            extra = wire.argument(1);
            // As in any port: what does not fit was not asked for.
            received = Math.min(wire.dataBytes(), in.capacity());
            wire.copyData(in, received);
            pending = false;
            LockSupport.unpark(caller);
        }
    }

    void end() {
        over = true;
        LockSupport.unpark(caller);
    }
}
