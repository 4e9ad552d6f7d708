package io.taktstrom.ads.jna;

import com.sun.jna.Callback;
import com.sun.jna.Pointer;
import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.SampleInlet;

/**
 * What the library calls for each sample, on a thread of its own. Its parameters are numbers only, so that JNA makes no
 * objects. Hot.
 */
final class JnaCallback implements Callback {

    /** Size of {@code AdsNotificationHeader}, in both its layouts. */
    private static final int HEADER_BYTES = 16;

    /** Memory of the library, wherever it is; one for each thread that calls. */
    private static final class Peephole extends Pointer {
        Peephole() {
            super(0);
        }

        Peephole at(long address) {
            peer = address;
            return this;
        }
    }

    private final NotificationHub hub;
    private final ThreadLocal<Peephole> peepholes = ThreadLocal.withInitial(Peephole::new);

    JnaCallback(NotificationHub hub) {
        this.hub = hub;
    }

    /** {@code void callback(const AmsAddr* address, const AdsNotificationHeader* header, uint32_t hUser)}. */
    public void callback(long address, long header, int user) {
        SampleInlet inlet = hub.inlet(user);
        if (inlet != null) {
            Peephole memory = peepholes.get().at(header);
            int at = inlet.claimHeader(memory.getLong(0), memory.getLong(Long.BYTES));
            if (at >= 0) {
                memory.read(HEADER_BYTES, inlet.array(), at, inlet.size());
                inlet.publish();
            }
        }
    }
}
