package io.taktstrom.s7.engine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * Looks at idle links now and then. Nobody waits for anything there, so else nobody would see that the peer has closed
 * them. One thread for all links; there is none without links.
 */
final class IdleWatch implements Runnable {

    private static final long PERIOD_NANOS = 250_000_000;

    private volatile CpuLink[] links = {};
    private @Nullable Thread thread;

    synchronized void add(CpuLink link) {
        CpuLink[] more = Arrays.copyOf(links, links.length + 1);
        more[links.length] = link;
        links = more;
        if (thread == null) {
            thread = new Thread(this, "takt-s7-idle");
            thread.setDaemon(true);
            thread.start();
        }
    }

    @Override
    public void run() {
        do {
            for (CpuLink link : links) {
                link.peek();
            }
            LockSupport.parkNanos(this, PERIOD_NANOS);
        } while (isNeeded());
    }

    private boolean isNeeded() {
        for (CpuLink link : links) {
            if (link.failure() != null) {
                return forgetFailed();
            }
        }
        return true;
    }

    private synchronized boolean forgetFailed() {
        links = Arrays.stream(links).filter(link -> link.failure() == null).toArray(CpuLink[]::new);
        if (links.length == 0) {
            thread = null;
        }
        return links.length > 0;
    }
}
