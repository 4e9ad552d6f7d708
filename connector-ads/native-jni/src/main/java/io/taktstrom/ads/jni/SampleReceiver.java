package io.taktstrom.ads.jni;

import java.nio.ByteBuffer;

/** What the shim calls for each sample of a library. */
interface SampleReceiver {

    /**
     * Called by threads of the library, one at a time for each port. Throws nothing.
     *
     * @param value starts with the value, if {@code second} has a size that was asked for; valid during the call only
     * @param user the number that the notification was added with
     * @param first bytes 0 to 7 of the {@code AdsNotificationHeader}, little-endian
     * @param second bytes 8 to 15; the upper four are the size
     */
    void sample(ByteBuffer value, int user, long first, long second);
}
