package io.taktstrom.page;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;

/**
 * One open page: a stream of server-sent events that takes one frame at a time. While a browser has not taken a frame, it gets no
 * other; what it misses it does not need, for each frame says how things are. What it does need, it gets with the next.
 *
 * <pre>
 *   frame --offer--&gt; idle? --write--&gt; taken --&gt; idle
 *                     '-- no: dropped
 * </pre>
 */
final class Viewer {

    private final String name;
    private final Content.Sink out;
    private final Callback end;
    private final EpochNanoClock clock;
    private final long openedAt;
    /** From the beginning: the first frame says hello, and is sent by who opens it. */
    private final AtomicBoolean busy = new AtomicBoolean(true);

    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile View view = View.FIRST;
    private volatile boolean hasAnswered;
    private volatile long frameBegan;
    private final AtomicLong dropped = new AtomicLong();

    // Of the thread that makes frames.
    private View viewSent = View.FIRST;
    private int[] found = new int[0];
    private long eventsSent;
    private int generationSent = -1;

    /** @param end is told once when it is over */
    Viewer(String name, Content.Sink out, Callback end, EpochNanoClock clock) {
        this.name = name;
        this.out = out;
        this.end = end;
        this.clock = clock;
        openedAt = clock.nanoTime();
        frameBegan = openedAt;
    }

    String name() {
        return name;
    }

    View view() {
        return view;
    }

    void show(View next) {
        view = next;
        hasAnswered = true;
    }

    /** Whether its page has said what it shows: then somebody reads the stream. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    long openedAt() {
        return openedAt;
    }

    /** Ends the stream when its browser has not taken a frame within a time. */
    void closeIfStalled(Duration limit) {
        if (busy.get() && clock.nanoTime() - frameBegan >= limit.toNanos()) {
            fail(new IOException("the browser has not taken a frame for " + limit.toSeconds() + " s"));
        }
    }

    boolean isClosed() {
        return closed.get();
    }

    /** Whether it takes a frame now. Otherwise one is dropped. */
    boolean isReady() {
        if (busy.get()) {
            dropped.incrementAndGet();
            return false;
        }
        return !closed.get();
    }

    /** Frames that it was too slow for. */
    long dropped() {
        return dropped.get();
    }

    /** Sends a frame. By one thread, when it {@link #isReady}. Waits for nobody. */
    void send(byte[] frame) {
        frameBegan = clock.nanoTime();
        busy.set(true);
        try {
            out.write(false, ByteBuffer.wrap(frame), Callback.from(() -> busy.set(false), this::fail));
        } catch (RuntimeException e) {
            // Its browser has gone at this very moment.
            fail(e);
        }
    }

    /** Ends the stream at once; a browser opens it again by itself. */
    void fail(Throwable cause) {
        if (closed.compareAndSet(false, true)) {
            end.failed(cause);
        }
    }

    /** Ends the stream, after what is being sent if that is anything. */
    void close() {
        if (closed.compareAndSet(false, true)) {
            if (busy.get()) {
                end.failed(new IOException("the page ends while a frame is being sent"));
            } else {
                end.succeeded();
            }
        }
    }

    /** Whether it is new, or shows something else than what was sent last. */
    boolean isNews() {
        return generationSent < 0 || !view.equals(viewSent);
    }

    /** What the last frame was for. */
    View viewSent() {
        return viewSent;
    }

    /** What its search found last, as places in the table. */
    int[] found() {
        return found;
    }

    long eventsSent() {
        return eventsSent;
    }

    int generationSent() {
        return generationSent;
    }

    void sent(View of, int[] places, long lastEvent, int generation) {
        viewSent = of;
        found = places;
        eventsSent = lastEvent;
        generationSent = generation;
    }
}
