package io.taktstrom.ads.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Reads idle links now and then. Nobody waits for anything there, so else nobody would see that the peer has closed them.
 * One thread for all links; there is none without links.
 */
final class IdleWatch implements Runnable {

    private static final long PERIOD_NANOS = 250_000_000;

    private final List<RouterLink> links = new ArrayList<>();
    private @Nullable Thread thread;

    synchronized void add(RouterLink link) {
        links.add(link);
        if (thread == null) {
            thread = new Thread(this, "takt-ads-idle");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        List<RouterLink> current = current();
        while (!current.isEmpty()) {
            current.forEach(link -> link.reading().peek());
            LockSupport.parkNanos(this, PERIOD_NANOS);
            current = current();
        }
    }

    private synchronized List<RouterLink> current() {
        links.removeIf(link -> link.failure() != null);
        if (links.isEmpty()) {
            thread = null;
        }
        return List.copyOf(links);
    }
}
