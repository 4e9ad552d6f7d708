package io.taktstrom.sinks.message;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.ThreadFactory;

/** Threads of sinks: those that they make, and what an interrupt of one that publishes means. */
public final class SinkThreads {

    private SinkThreads() {}

    /** Makes daemons of this name: none of them keeps a process from ending. */
    public static ThreadFactory named(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /**
     * What a call throws that was interrupted; the thread stays interrupted.
     *
     * @param what was being done, and where
     */
    public static IOException interrupted(String what, Exception cause) {
        Thread.currentThread().interrupt();
        return (IOException) new InterruptedIOException(what + ": interrupted").initCause(cause);
    }
}
