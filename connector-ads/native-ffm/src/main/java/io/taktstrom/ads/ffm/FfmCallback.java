package io.taktstrom.ads.ffm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.SampleInlet;

/**
 * What the library calls for each sample, on a thread of its own, which stays attached to the JVM as a daemon from its
 * first call on. Hot.
 */
final class FfmCallback {

    /** Size of {@code AdsNotificationHeader}, in both its layouts. */
    private static final int HEADER_BYTES = 16;

    /** All memory, so that no sample needs a segment of its own. */
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private final NotificationHub hub;

    FfmCallback(NotificationHub hub) {
        this.hub = hub;
    }

    MethodHandle handle() {
        try {
            return MethodHandles.lookup()
                    .findVirtual(
                            FfmCallback.class,
                            "onSample",
                            MethodType.methodType(void.class, long.class, long.class, int.class))
                    .bindTo(this);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** {@code void callback(const AmsAddr* address, const AdsNotificationHeader* header, uint32_t hUser)}. */
    @SuppressWarnings({"unused", "UnusedMethod"}) // Called by its handle; the address is of no interest.
    private void onSample(long address, long header, int user) {
        SampleInlet inlet = hub.inlet(user);
        if (inlet == null) {
            return;
        }
        int at = inlet.claimHeader(
                MEMORY.get(ValueLayout.JAVA_LONG_UNALIGNED, header),
                MEMORY.get(ValueLayout.JAVA_LONG_UNALIGNED, header + Long.BYTES));
        if (at >= 0) {
            MemorySegment.copy(MEMORY, ValueLayout.JAVA_BYTE, header + HEADER_BYTES, inlet.array(), at, inlet.size());
            inlet.publish();
        }
    }
}
