package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.util.function.ToLongFunction;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;

/**
 * A port whose requests point to native memory of its own: their data, and one piece with their structures.
 *
 * <pre>
 *   0        8               16         20           24
 *   target   own address     received   handle       AdsNotificationAttrib: length, mode, max delay, cycle time
 * </pre>
 *
 * <p>Hot: allocates only when a larger buffer than ever before is asked for. It is freed with this object, so a caller that
 * hands an address to native code keeps this object reachable meanwhile. One thread at a time.
 */
public abstract class MemoryPort implements AdsPort {

    /** Where the device info has its name, behind AdsVersion. */
    protected static final int NAME = 4;

    /** AmsAddr: six bytes net id, two bytes port. */
    private static final int TARGET = 0;

    private static final int OWN = 8;
    private static final int PORT_IN_ADDRESS = 6;
    private static final int RECEIVED = 16;
    private static final int HANDLE = 20;
    private static final int ATTRIBUTES = 24;
    private static final int ATTRIBUTE_BYTES = 16;

    private static final int FIRST_BYTES = 256;

    private final ToLongFunction<ByteBuffer> addressOf;
    private final ByteBuffer fixed = AdsBuffers.direct(ATTRIBUTES + ATTRIBUTE_BYTES);
    private final long fixedAt;
    private ByteBuffer out = AdsBuffers.direct(FIRST_BYTES);
    private long outAt;
    private ByteBuffer in = AdsBuffers.direct(FIRST_BYTES);
    private long inAt;

    /** @param addressOf where a direct buffer begins; for buffers of this class only */
    protected MemoryPort(AmsAddress target, ToLongFunction<ByteBuffer> addressOf) {
        this.addressOf = addressOf;
        fixedAt = addressOf.applyAsLong(fixed);
        outAt = addressOf.applyAsLong(out);
        inAt = addressOf.applyAsLong(in);
        fixed.putLong(TARGET, target.netId().bits());
        fixed.putShort(TARGET + PORT_IN_ADDRESS, (short) target.port());
    }

    // ---- data

    @Override
    public final ByteBuffer out(int bytes) {
        if (out.capacity() < bytes) {
            out = AdsBuffers.direct(AdsBuffers.roomFor(bytes));
            outAt = addressOf.applyAsLong(out);
        }
        return out;
    }

    @Override
    public final ByteBuffer in(int bytes) {
        if (in.capacity() < bytes) {
            in = AdsBuffers.direct(AdsBuffers.roomFor(bytes));
            inAt = addressOf.applyAsLong(in);
        }
        return in;
    }

    /** Address of the buffer that {@link #out} returned last. */
    protected final long outAt() {
        return outAt;
    }

    /** Address of the buffer that {@link #in} returned last. */
    protected final long inAt() {
        return inAt;
    }

    // ---- structures

    /** Address of the target's AmsAddr. */
    protected final long targetAt() {
        return fixedAt + TARGET;
    }

    /** Address of the AmsAddr that the library is to fill with our own. */
    protected final long ownAt() {
        return fixedAt + OWN;
    }

    /** What was filled in at {@link #ownAt}. */
    protected final AmsAddress own() {
        return new AmsAddress(
                new AmsNetId(AmsNetId.bitsAt(fixed, OWN)), Short.toUnsignedInt(fixed.getShort(OWN + PORT_IN_ADDRESS)));
    }

    /** Address of the number of bytes received. */
    protected final long receivedAt() {
        return fixedAt + RECEIVED;
    }

    /** What was filled in at {@link #receivedAt}. */
    @Override
    public int received() {
        return fixed.getInt(RECEIVED);
    }

    /** Address of a new notification's handle. */
    protected final long handleAt() {
        return fixedAt + HANDLE;
    }

    /** What was filled in at {@link #handleAt}. */
    @Override
    public int handle() {
        return fixed.getInt(HANDLE);
    }

    /** Address of an AdsNotificationAttrib with these values, times in 100 ns. */
    protected final long attributesAt(int length, int mode, int maxDelay, int cycleTime) {
        fixed.putInt(ATTRIBUTES, length);
        fixed.putInt(ATTRIBUTES + 4, mode);
        fixed.putInt(ATTRIBUTES + 8, maxDelay);
        fixed.putInt(ATTRIBUTES + 12, cycleTime);
        return fixedAt + ATTRIBUTES;
    }
}
