package io.taktstrom.opcua;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.Iterator;

import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.opcua.value.Decoding;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * What waits to be delivered to a sink. Bounded: when it is full, the oldest message goes, and each point that it had
 * values of is remembered. Thread-safe.
 */
final class Inbox {

    private static final int MOST_MESSAGES = 4096;
    private static final long MOST_BYTES = 64L * 1024 * 1024;

    /** Something that a subscription is told. */
    sealed interface Arrival {}

    /** A DataChangeNotification, or an EventNotificationList. */
    static final class Change implements Arrival {
        private final byte[] body;
        private final boolean events;

        Change(byte[] body, boolean events) {
            this.body = body;
            this.events = events;
        }

        boolean isEvents() {
            return events;
        }

        /** Sets a reader to its first byte; returns the reader. */
        WireReader read(Decoding decoding) {
            return decoding.in().reset(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN), 0, body.length);
        }
    }

    /** Messages are lost: the values may be others by now. */
    record Gap() implements Arrival {}

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
    private final Decoding droppedDecoding = new Decoding();
    private long bytes;
    private int changes;

    /** @param points of the group */
    Inbox(int points) {
        this.points = points;
    }

    synchronized void add(Arrival arrival) {
        waiting.add(arrival);
        if (arrival instanceof Change change) {
            changes++;
            bytes += change.body.length;
            dropOldest();
        }
    }

    /**
     * The next one, or null.
     *
     * @param missed gets the points of which values were dropped
     */
    synchronized @Nullable Arrival poll(BitSet missed) {
        Arrival next = waiting.poll();
        missed.or(dropped);
        dropped.clear();
        if (next instanceof Change change) {
            forget(change);
        }
        return next;
    }

    synchronized boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** What the sink is too slow for. The newest message always stays, and so does whatever is no message. */
    private void dropOldest() {
        Iterator<Arrival> oldest = waiting.iterator();
        while (changes > 1 && (changes > MOST_MESSAGES || bytes > MOST_BYTES)) {
            if (oldest.next() instanceof Change change) {
                oldest.remove();
                forget(change);
                markDropped(change);
            }
        }
    }

    private void forget(Change change) {
        changes--;
        bytes -= change.body.length;
    }

    private void markDropped(Change change) {
        try {
            WireReader in = change.read(droppedDecoding);
            for (int items = in.i32(); items > 0; items--) {
                int handle = in.i32();
                if (change.events) {
                    in.skipValues(Builtin.VARIANT, Math.max(0, in.count(1)));
                } else {
                    droppedDecoding.next();
                }
                if (handle >= 0 && handle < points) {
                    dropped.set(handle);
                }
            }
        } catch (MalformedFrameException e) {
            dropped.set(0, points);
        }
    }
}
