package io.taktstrom.kit.tcp;

import java.util.Arrays;

import io.taktstrom.kit.Fatal;
import io.taktstrom.kit.ScheduledTask;

/**
 * Checks links regularly. No thread reads from an idle link, so otherwise it would go unnoticed that the peer has closed it or
 * has fallen silent. One task for all links; none without links. A link that it cannot handle ends, and no other. Thread-safe.
 */
public final class SilenceWatch {

    /** A link. */
    public interface Watched {

        /** One step: takes what has arrived, checks the heartbeat; four times a second, and quick. */
        void peek();

        /** Whether it need not be checked any more. */
        boolean isOver();

        /** Ends it because of an unexpected error. */
        void giveUp(Throwable cause);
    }

    private static final System.Logger LOG = System.getLogger(SilenceWatch.class.getName());
    private static final long PERIOD_NANOS = 250_000_000;

    private final String name;
    private volatile Watched[] links = {};
    private boolean running;

    /** @param name of the task, for example {@code takt-s7-silence} */
    public SilenceWatch(String name) {
        this.name = name;
    }

    /** Checks this one, too, until it is over. */
    public synchronized void add(Watched link) {
        Watched[] more = Arrays.copyOf(links, links.length + 1);
        more[links.length] = link;
        links = more;
        if (!running) {
            running = true;
            ScheduledTask.pooled(name, this::doWork, () -> {}, this::report).begin();
        }
    }

    private long doWork() {
        boolean complete = true;
        for (Watched link : links) {
            if (!link.isOver()) {
                peek(link);
            }
            complete &= !link.isOver();
        }
        return complete || removeOver() ? PERIOD_NANOS : ScheduledTask.OVER;
    }

    private void peek(Watched link) {
        try {
            link.peek();
        } catch (RuntimeException | Error e) {
            link.giveUp(e);
            endIfFatal(e);
            Fatal.rethrow(e);
        }
    }

    /** A fatal error ends the task; the next link begins another one. */
    private void endIfFatal(Throwable e) {
        if (Fatal.is(e)) {
            end();
        }
    }

    private void report(Throwable failure) {
        LOG.log(System.Logger.Level.WARNING, name + " failed and is repeated", failure);
    }

    private synchronized void end() {
        running = false;
    }

    private synchronized boolean removeOver() {
        links = Arrays.stream(links).filter(link -> !link.isOver()).toArray(Watched[]::new);
        running = links.length > 0;
        return running;
    }
}
