package io.taktstrom.ads.adslib;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/**
 * A loaded library, as a binding presents it. It stays loaded for as long as the JVM runs.
 *
 * <p>All methods pass straight to the C function of that name; results are its return codes, of which the low 32 bits
 * count (C's {@code long} has 32 bits on Windows, 64 elsewhere, and not every build fills the upper ones). Thread-safe.
 * Who calls, and in which order, is up to {@link AdsRoutes} and {@link NativeBackend}: a binding checks nothing.
 */
public interface AdsLibrary {

    /** The file that was loaded, as precisely as is known: its absolute path, or the name the system found it by. */
    String file();

    /**
     * Whether it is its own router, as the standalone AdsLib is: with TCP connections and routes of its own, the same for
     * the whole process. If not, the three methods below are never called.
     */
    boolean hasRoutes();

    /**
     * {@code AdsAddRoute}. Connects, so it blocks for as long as the system tries.
     *
     * @param host name or IP address; the TCP port is 48898 in any case
     */
    int addRoute(AmsNetId netId, String host);

    /** {@code AdsDelRoute}. */
    void deleteRoute(AmsNetId netId);

    /** {@code AdsSetLocalAddress}. All zero: derived from the IP address of the next TCP connection. */
    void setLocalNetId(AmsNetId netId);

    /**
     * Has this process end, when it does, without the library's own clean-up, which waits for threads of its own without a
     * limit and so can keep the process from ending. Called after the library has made what it would clean up, any number
     * of times. Does nothing where the system offers no way.
     */
    default void endWithoutUnloading() {}

    /**
     * {@code AdsPortOpenEx}.
     *
     * @param target whom all requests through the port go to
     * @return null when there is none left
     */
    @Nullable
    AdsPort openPort(AmsAddress target);
}
