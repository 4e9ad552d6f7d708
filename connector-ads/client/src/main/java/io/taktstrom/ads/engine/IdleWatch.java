package io.taktstrom.ads.engine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.kit.Fatal;
import io.taktstrom.spi.ConnectionLostException;
import org.jspecify.annotations.Nullable;

/**
 * Reads idle links now and then. Nobody waits for anything there, so else nobody would see that the peer has closed
 * them. One thread for all links; there is none without links. What goes wrong with one ends that one, and no other.
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
        boolean needed = true;
        try {
            while (needed) {
                for (RouterLink link : links) {
                    look(link);
                }
                LockSupport.parkNanos(this, PERIOD_NANOS);
                needed = isNeeded();
            }
        } finally {
            if (needed) {
                forgetThread();
            }
        }
    }

    private static void look(RouterLink link) {
        try {
            link.reading().peek();
        } catch (Throwable e) {
            Fatal.rethrow(e);
            link.fail(new ConnectionLostException("connection to " + link + ": reading it failed: " + e, e));
        }
    }

    /** Something fatal ends this thread; should the process go on, the next link starts another. */
    private synchronized void forgetThread() {
        thread = null;
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
