package io.taktstrom.kit.tcp;

import org.jspecify.annotations.Nullable;

/** Asks a peer that has been silent for a sign of life; stepped by one thread, a few times a second. */
final class SilenceProbe<R extends Request> {

    private final RequestEngine<R> engine;
    private final RequestTable table;
    private final long intervalNanos;
    private long framesSeen;
    private long heardAt = System.nanoTime();
    private long deadline;
    private @Nullable R request;

    /** @param intervalNanos of silence before it asks; 0 for never */
    SilenceProbe(RequestEngine<R> engine, RequestTable table, long intervalNanos) {
        this.engine = engine;
        this.table = table;
        this.intervalNanos = intervalNanos;
    }

    void step() {
        if (intervalNanos == 0 || engine.isOver()) {
            return;
        }
        long now = System.nanoTime();
        if (engine.framesReceived() != framesSeen) {
            framesSeen = engine.framesReceived();
            heardAt = now;
        }
        R current = request;
        if (current == null) {
            if (table.isIdle() && now - heardAt >= intervalNanos) {
                deadline = now + engine.heartbeatTimeoutNanos();
                request = engine.sendHeartbeat(deadline);
            }
        } else if (current.isDone()) {
            engine.release(current);
            request = null;
        } else if (now - deadline >= 0) {
            engine.fail(engine.heartbeatLost());
        }
    }
}
