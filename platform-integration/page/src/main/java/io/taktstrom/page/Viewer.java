package io.taktstrom.page;

import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.http.HttpStream;
import io.taktstrom.page.access.Session;
import org.jspecify.annotations.Nullable;

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
    private final HttpStream stream;
    private final @Nullable Session session;
    private final long openedAt;
    private volatile View view = View.FIRST;
    private volatile boolean hasAnswered;
    private final AtomicLong dropped = new AtomicLong();

    // Of the thread that makes frames.
    private View viewSent = View.FIRST;
    private int[] found = new int[0];
    private long eventsSent;
    private int generationSent = -1;

    Viewer(String name, HttpStream stream, @Nullable Session session, EpochNanoClock clock) {
        this.name = name;
        this.stream = stream;
        this.session = session;
        openedAt = clock.nanoTime();
    }

    String name() {
        return name;
    }

    /** Whose page it is; null without users. */
    @Nullable
    Session session() {
        return session;
    }

    View view() {
        return view;
    }

    void show(View next) {
        view = next;
        hasAnswered = true;
    }

    /** Whether its page has said what it shows: then its stream is read. */
    boolean hasAnswered() {
        return hasAnswered;
    }

    long openedAt() {
        return openedAt;
    }

    boolean isClosed() {
        return stream.isClosed();
    }

    /** Whether it takes a frame now. Otherwise one is dropped. */
    boolean isReady() {
        if (!stream.isTaken()) {
            dropped.incrementAndGet();
            return false;
        }
        return !stream.isClosed();
    }

    /** PageFrames that it was too slow for. */
    long dropped() {
        return dropped.get();
    }

    /** Sends a frame. By one thread, when it {@link #isReady}. Does not block. */
    void send(byte[] frame) {
        stream.send(frame);
    }

    /** Ends the stream; a browser opens it again by itself. */
    void close() {
        stream.close();
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
