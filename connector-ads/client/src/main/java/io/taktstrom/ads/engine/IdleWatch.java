package io.taktstrom.ads.engine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Reads idle links now and then. Nobody waits for anything there, so else nobody would see that the peer has closed
 * them. One thread for all links; there is none without links.
 */
final class IdleWatch implements Runnable {

    private static final long PERIOD_NANOS = 250_000_000;

    private volatile RouterLink[] links = {};
    private @Nullable Thread thread;

    synchronized void add(RouterLink link) {
        RouterLink[] more = Arrays.copyOf(links, links.length + 1);
        more[links.length] = link;
        links = more;
        if (thread == null) {
            thread = new Thread(this, "takt-ads-idle");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        do {
            for (RouterLink link : links) {
                link.reading().peek();
            }
            LockSupport.parkNanos(this, PERIOD_NANOS);
        } while (isNeeded());
    }

    private boolean isNeeded() {
        for (RouterLink link : links) {
            if (link.failure() != null) {
                return forgetFailed();
            }
        }
        return true;
    }

    private synchronized boolean forgetFailed() {
        links = Arrays.stream(links).filter(link -> link.failure() == null).toArray(RouterLink[]::new);
        if (links.length == 0) {
            thread = null;
        }
        return links.length > 0;
    }
}
