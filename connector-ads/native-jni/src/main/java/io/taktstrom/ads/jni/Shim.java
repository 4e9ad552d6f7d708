package io.taktstrom.ads.jni;

import java.nio.ByteBuffer;

import org.jspecify.annotations.Nullable;

/**
 * The native methods, registered by the shim when it is loaded. Each passes straight to the C function of that name, and
 * checks nothing: a library is what {@link #load} gave, an address is that of a buffer which is at least as long as the
 * length beside it, and which is kept reachable.
 *
 * <p>AMS addresses are numbers: the net id's six bytes from the lowest on, then the port. A result of type {@code long}
 * is two: the return code in the lower half, in the upper half how many bytes came, or the handle.
 */
final class Shim {

    private Shim() {}

    /**
     * Loads a library.
     *
     * @param file a path, or a name for which the system knows where to look
     * @param receiver gets all samples, as long as the JVM runs
     * @param answer where to say: at 0 the path of the library, or why it cannot be loaded; at 1 the required functions
     *     that it lacks, separated by spaces, if it lacks some
     * @return 0 if it cannot be used
     */
    static native long load(String file, SampleReceiver receiver, @Nullable String[] answer);

    static native boolean hasRoutes(long library);

    static native int addRoute(long library, long netId, String host);

    static native void deleteRoute(long library, long netId);

    static native void setLocalNetId(long library, long netId);

    /** Has the process end without the clean-up of libraries that are there now; where the system offers a way. */
    static native void endWithoutUnloading();

    /** 0 when there is none left. */
    static native int openPort(long library);

    static native int closePort(long library, int port);

    static native long localAddress(long library, int port);

    static native int setTimeout(long library, int port, int millis);

    static native long addressOf(ByteBuffer direct);

    static native long read(long library, int port, long target, int group, int offset, int length, long into);

    static native int write(long library, int port, long target, int group, int offset, int length, long from);

    static native long readWrite(
            long library,
            int port,
            long target,
            int group,
            int offset,
            int readLength,
            long into,
            int writeLength,
            long from);

    /** Puts 4 bytes. */
    static native int readState(long library, int port, long target, long into);

    static native int writeControl(
            long library, int port, long target, int adsState, int deviceState, int length, long from);

    /** Puts 20 bytes. */
    static native int readDeviceInfo(long library, int port, long target, long into);

    static native long addNotification(
            long library,
            int port,
            long target,
            int group,
            int offset,
            int length,
            int mode,
            int maxDelay,
            int cycleTime,
            int user);

    static native int deleteNotification(long library, int port, long target, int handle);
}
