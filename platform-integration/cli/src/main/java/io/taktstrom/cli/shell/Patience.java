package io.taktstrom.cli.shell;

import java.time.Duration;

/** For what may wait for ever, such as writing to somebody who does not read. */
public final class Patience {

    private Patience() {}

    /** Does it on a daemon thread; false when it is not done in time, and goes on without us. */
    public static boolean within(Duration limit, Runnable work) {
        Thread thread = new Thread(work, "takt-patience");
        thread.setDaemon(true);
        thread.start();
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }
}
