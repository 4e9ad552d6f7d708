package io.taktstrom.ads.jni;

import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.ads.adslib.UnusableLibraryException;

/** Has this process end without the clean-up of native libraries, which may wait for threads that wait for the JVM. */
public final class ProcessEnd {

    private static final AtomicBoolean SAID = new AtomicBoolean();

    private ProcessEnd() {}

    /**
     * Any number of times. What is loaded afterwards and has clean-up of its own has it run first.
     *
     * @throws UnusableLibraryException when there is no shim that could do it
     */
    public static void withoutUnloading() throws UnusableLibraryException {
        ShimFile.load();
        if (SAID.compareAndSet(false, true)) {
            Shim.endWithoutUnloading();
        }
    }
}
