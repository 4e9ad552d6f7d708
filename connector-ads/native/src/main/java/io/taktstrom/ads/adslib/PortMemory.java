package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.ToLongFunction;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;

/**
 * What a port's requests point to, in native memory: their data, and one piece with their structures.
 *
 * <pre>
 *   0        8               16         20           24
 *   target   own address     received   handle       AdsNotificationAttrib: length, mode, max delay, cycle time
 * </pre>
 *
 * <p>Hot: allocates only when a larger buffer than ever before is asked for. It is freed with this object, so whoever
 * hands an address to native code keeps this object reachable meanwhile. One thread at a time.
 */
public final class PortMemory {

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
    private final ByteBuffer fixed = allocate(ATTRIBUTES + ATTRIBUTE_BYTES);
    private final long fixedAt;
    private ByteBuffer out = allocate(FIRST_BYTES);
    private long outAt;
    private ByteBuffer in = allocate(FIRST_BYTES);
    private long inAt;

    /** @param addressOf where a direct buffer begins; for buffers of this class only */
    public PortMemory(AmsAddress target, ToLongFunction<ByteBuffer> addressOf) {
        this.addressOf = addressOf;
        fixedAt = addressOf.applyAsLong(fixed);
        outAt = addressOf.applyAsLong(out);
        inAt = addressOf.applyAsLong(in);
        fixed.putLong(TARGET, target.netId().bits());
        fixed.putShort(TARGET + PORT_IN_ADDRESS, (short) target.port());
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static ByteBuffer larger(int bytes) {
        return allocate((int) Math.min(Integer.MAX_VALUE - 8, 2L * Integer.highestOneBit(bytes)));
    }

    // ---- data

    /** Room for what is sent, as {@link AdsPort#out}. */
    public ByteBuffer out(int bytes) {
        if (out.capacity() < bytes) {
            out = larger(bytes);
            outAt = addressOf.applyAsLong(out);
        }
        return out;
    }

    /** Room for what is received, as {@link AdsPort#in}. */
    public ByteBuffer in(int bytes) {
        if (in.capacity() < bytes) {
            in = larger(bytes);
            inAt = addressOf.applyAsLong(in);
        }
        return in;
    }

    /** Address of the buffer that {@link #out} returned last. */
    public long outAt() {
        return outAt;
    }

    /** Address of the buffer that {@link #in} returned last. */
    public long inAt() {
        return inAt;
    }

    // ---- structures

    /** Address of the target's AmsAddr. */
    public long targetAt() {
        return fixedAt + TARGET;
    }

    /** Address of the AmsAddr that the library is to fill with our own. */
    public long ownAt() {
        return fixedAt + OWN;
    }

    /** What was filled in at {@link #ownAt}. */
    public AmsAddress own() {
        return new AmsAddress(
                new AmsNetId(AmsNetId.bitsAt(fixed, OWN)), Short.toUnsignedInt(fixed.getShort(OWN + PORT_IN_ADDRESS)));
    }

    /** Address of the number of bytes received. */
    public long receivedAt() {
        return fixedAt + RECEIVED;
    }

    /** What was filled in at {@link #receivedAt}. */
    public int received() {
        return fixed.getInt(RECEIVED);
    }

    /** Address of a new notification's handle. */
    public long handleAt() {
        return fixedAt + HANDLE;
    }

    /** What was filled in at {@link #handleAt}. */
    public int handle() {
        return fixed.getInt(HANDLE);
    }

    /** Address of an AdsNotificationAttrib with these values, times in 100 ns. */
    public long attributesAt(int length, int mode, int maxDelay, int cycleTime) {
        fixed.putInt(ATTRIBUTES, length);
        fixed.putInt(ATTRIBUTES + 4, mode);
        fixed.putInt(ATTRIBUTES + 8, maxDelay);
        fixed.putInt(ATTRIBUTES + 12, cycleTime);
        return fixedAt + ATTRIBUTES;
    }
}
