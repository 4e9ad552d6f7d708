package io.taktstrom.ads.adslib;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Closes what is still open when the JVM ends. The library's own threads go on until its file is unloaded, and what they
 * do then depends on luck: one that calls back into a JVM that has ended waits for ever, and so does the process.
 */
final class NativeShutdownHook {

    private static final long MAX_NANOS = 2_000_000_000;

    private static final Set<NativeBackend> OPEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(NativeShutdownHook::closeAll, "takt-adslib-shutdown"));
    }

    private NativeShutdownHook() {}

    static void expect(NativeBackend backend) {
        OPEN.add(backend);
    }

    static void forget(NativeBackend backend) {
        OPEN.remove(backend);
    }

    private static void closeAll() {
        long deadline = System.nanoTime() + MAX_NANOS;
        OPEN.forEach(NativeBackend::beginClose);
        for (NativeBackend backend : OPEN) {
            backend.watch().awaitEnd(Math.max(1, deadline - System.nanoTime()));
        }
    }
}
