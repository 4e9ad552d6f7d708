package io.taktstrom.kit.tcp;

import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.RestartingThread;
import org.jspecify.annotations.Nullable;

/**
 * Checks links regularly. No thread reads from an idle link, so otherwise it would go unnoticed that the peer has closed
 * it or has fallen silent. One thread for all links; there is none without links. A link that it cannot handle ends, and no
 * other. Thread-safe.
 */
public final class SilenceWatch {

    /** What is looked at. */
    public interface Watched {

        /** Looks, four times a second; quick. */
        void peek();

        /** Whether it need not be looked at any more. */
        boolean isOver();

        /** Ends it because of an unexpected error. */
        void giveUp(Throwable cause);
    }

    private static final System.Logger LOG = System.getLogger(SilenceWatch.class.getName());
    private static final long PERIOD_NANOS = 250_000_000;

    private final String threadName;
    private volatile Watched[] links = {};
    private @Nullable RestartingThread thread;

    /** @param threadName for example {@code takt-s7-silence} */
    public SilenceWatch(String threadName) {
        this.threadName = threadName;
    }

    /** Looks at this one, too, until it is over. */
    public synchronized void add(Watched link) {
        Watched[] more = Arrays.copyOf(links, links.length + 1);
        more[links.length] = link;
        links = more;
        RestartingThread current = thread;
        if (current == null || current.isOver()) {
            thread = RestartingThread.start(threadName, this::watch, this::report, EpochNanoClock.system());
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

    private void report(Throwable failure) {
        LOG.log(System.Logger.Level.WARNING, threadName + " failed; it begins again", failure);
    }

    private boolean isNeeded() {
        for (Watched link : links) {
            if (link.isOver()) {
                return forgetOver();
            }
        }
        return true;
    }

    private synchronized boolean forgetOver() {
        links = Arrays.stream(links).filter(link -> !link.isOver()).toArray(Watched[]::new);
        if (links.length == 0) {
            thread = null;
        }
        return links.length > 0;
    }
}
