package io.taktstrom.opcua.subscribe;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

import io.taktstrom.opcua.protocol.ItemNotification;
import io.taktstrom.opcua.protocol.WireReader;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be delivered to a sink, and what a sink is marks. Outlives the connection: what was not taken when that was
 * given up is for its successor.
 *
 * <pre>
 *   add --> [ ... waiting ... ] --take--> in hand --done--> the sink has taken all of it
 *                                            '--not done: the next one to take gets it again, from where it was taken
 * </pre>
 *
 * <p>Bounded: when it is full, the oldest message goes, and each point that it had values of is remembered. Thread-safe; what
 * is in hand, and what is marks, belongs to the holder of the {@linkplain #lock lock}.
 */
final class Backlog {

    private static final int MAX_MESSAGES = 4096;
    private static final long MAX_BYTES = 64L * 1024 * 1024;

    /** Something that a subscription is told. */
    sealed interface Arrival {}

    /** Values, or events. */
    static final class Change implements Arrival {
        final ItemNotification content;
        /** So many of its values, or events, the sink has taken. */
        int taken;

        Change(ItemNotification content) {
            this.content = content;
        }
    }

    /** Messages are lost: the values may be others by now. */
    record Gap() implements Arrival {}

    /** Values of all points are lost, and what follows will say what they are now. */
    record Missed() implements Arrival {}

    /** What the server had kept of a subscription that was taken over has come. */
    record CaughtUp() implements Arrival {}

    /** The points that the server does not push. */
    record Refused() implements Arrival {}

    /** The server has ended the subscription. */
    record Ended(int status) implements Arrival {}

    /** The connection is lost. */
    record Lost() implements Arrival {}

    private final int points;
    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private final BitSet dropped = new BitSet();
    private final WireReader droppedReader = new WireReader();
    private final ReentrantLock delivery = new ReentrantLock();
    private final PendingMarks marks;
    private @Nullable Arrival inHand;
    private long bytes;
    private int changes;

    /** @param points of the group */
    Backlog(int points) {
        this.points = points;
        this.marks = new PendingMarks(points);
    }

    /** Held while something is delivered, so that a successor begins when its predecessor has ended. */
    ReentrantLock lock() {
        return delivery;
    }

    PendingMarks marks() {
        return marks;
    }

    synchronized void add(Arrival arrival) {
        waiting.add(arrival);
        if (arrival instanceof Change change) {
            changes++;
            bytes += change.content.size();
            dropOldest();
        }
    }

    /** The next one, or null; the same again until it is {@link #done}. */
    synchronized @Nullable Arrival take() {
        if (inHand == null) {
            inHand = waiting.poll();
            marks.missed.or(dropped);
            dropped.clear();
            if (inHand instanceof Change change) {
                forget(change);
            }
        }
        return inHand;
    }

    /** What was taken is over and done with. */
    synchronized void done() {
        inHand = null;
    }

    /** How much waits. */
    synchronized int size() {
        return waiting.size() + (inHand == null ? 0 : 1);
    }

    /** How many bytes of messages wait. */
    synchronized long bytes() {
        return bytes;
    }

    /**
     * The connection is lost: what it has said of itself means nothing to its successor.
     *
     * @param readable whether the successor can read what waits; otherwise that is lost, too
     */
    synchronized void comeOver(boolean readable) {
        if (inHand != null) {
            waiting.addFirst(inHand);
        }
        List<Arrival> all = List.copyOf(waiting);
        inHand = null;
        waiting.clear();
        bytes = 0;
        changes = 0;
        for (Arrival each : all) {
            if (each instanceof Change change && readable) {
                changes++;
                bytes += change.content.size();
                waiting.add(change);
            } else if (each instanceof Change
                    || each instanceof Gap
                    || each instanceof Missed
                    || each instanceof Ended) {
                waiting.add(new Missed());
            }
        }
    }

    /** Whether the server has ended the subscription, as far as is known here. */
    synchronized boolean hasEnded() {
        return inHand instanceof Ended || waiting.stream().anyMatch(Ended.class::isInstance);
    }

    /** What the sink is too slow for. The newest message always stays, and so does what is not a message. */
    private void dropOldest() {
        Iterator<Arrival> oldest = waiting.iterator();
        while (changes > 1 && (changes > MAX_MESSAGES || bytes > MAX_BYTES)) {
            if (oldest.next() instanceof Change change) {
                oldest.remove();
                forget(change);
                change.content.handles(droppedReader, handle -> {
                    if (handle >= 0 && handle < points) {
                        dropped.set(handle);
                    }
                });
            }
        }
    }

    private void forget(Change change) {
        changes--;
        bytes -= change.content.size();
    }
}
