package io.taktstrom.alarm;

import java.io.IOException;
import java.time.Duration;

/** A way to reach people. Sends one message at a time, on a thread that may wait; {@link #close} may come meanwhile. */
public interface AlarmReceiver extends AutoCloseable {

    /** Most notices of one message. */
    int maxNotices();

    /** Whether notices beyond {@link #maxNotices} are only counted, as people want it; otherwise they come in further messages. */
    boolean summarizes();

    /** How often a raised alarm is sent again though acknowledged, because the receiver forgets it otherwise; zero for never. */
    default Duration refresh() {
        return Duration.ZERO;
    }

    /**
     * Sends a message, and waits until the receiver has it, as long as the options let it and no longer.
     *
     * @return why the receiver will never take this message; empty when it has it
     * @throws IOException when it does not have it: what, where and what to do. The message is sent again
     */
    String send(AlarmMessage message) throws IOException;

    /** Breaks off what is going on. Idempotent. */
    @Override
    void close();
}
