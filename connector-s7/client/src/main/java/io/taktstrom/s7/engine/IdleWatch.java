package io.taktstrom.s7.engine;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.GuardedThread;
import org.jspecify.annotations.Nullable;

/**
 * Looks at idle links now and then. Nobody waits for anything there, so else nobody would see that the peer has closed
 * them. One thread for all links; there is none without links. A link that it cannot handle ends, and no other.
 */
final class IdleWatch {

    private static final System.Logger LOG = System.getLogger(IdleWatch.class.getName());
    private static final long PERIOD_NANOS = 250_000_000;

    private volatile Watched[] links = {};
    private @Nullable GuardedThread thread;

    synchronized void add(Watched link) {
        Watched[] more = Arrays.copyOf(links, links.length + 1);
        more[links.length] = link;
        links = more;
        GuardedThread current = thread;
        if (current == null || current.isOver()) {
            thread = GuardedThread.start("takt-s7-idle", this::watch, IdleWatch::report, EpochNanoClock.system());
        }
    }

    private void watch() {
        do {
            for (Watched link : links) {
                if (!link.isOver()) {
                    peek(link);
                }
            }
            LockSupport.parkNanos(this, PERIOD_NANOS);
        } while (isNeeded());
    }

    private static void peek(Watched link) {
        try {
            link.peek();
        } catch (RuntimeException | Error e) {
            link.giveUp(e);
            Fatal.rethrow(e);
        }
    }

    private static void report(Throwable failure) {
        LOG.log(System.Logger.Level.WARNING, "watching idle S7 connections failed; it begins again", failure);
    }

    private boolean isNeeded() {
        for (Watched link : links) {
            if (link.isOver()) {
                return forgetFailed();
            }
        }
        return true;
    }

    private synchronized boolean forgetFailed() {
        links = Arrays.stream(links).filter(link -> !link.isOver()).toArray(Watched[]::new);
        if (links.length == 0) {
            thread = null;
        }
        return links.length > 0;
    }
}
