package io.taktstrom.oktoflow;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.taktstrom.stream.source.ConnectionState;

/** Waits for the first connect of a connection that tries until it works. States come from any thread. */
final class FirstConnect {

    private ConnectionState state = ConnectionState.CONNECTING;

    synchronized void onState(ConnectionState now) {
        state = now;
        notifyAll();
    }

    /**
     * Waits, and for an attempt that runs when the time is over also until that has ended.
     *
     * @param patience for all attempts
     * @param work for the attempt that runs then: the device has begun to answer it
     * @return whether the device is connected
     */
    synchronized boolean await(Duration patience, Duration work) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        while (state != ConnectionState.CONNECTED && pause(end)) {}
        end += work.toNanos();
        while (state == ConnectionState.CONNECTING && pause(end)) {}
        return state == ConnectionState.CONNECTED;
    }

    /** False when the time is over. */
    private boolean pause(long end) throws InterruptedException {
        long left = end - System.nanoTime();
        if (left > 0) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return left > 0;
    }
}
