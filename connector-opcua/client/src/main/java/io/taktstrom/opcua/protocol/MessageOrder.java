package io.taktstrom.opcua.protocol;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/**
 * Puts the notification messages of one subscription in their order (OPC 10000-4, 5.14.1.4): numbered from 1, without
 * gaps, and 1 again after 2^32 - 1. A message that overtook others waits for them; whether they are lost is for the
 * caller to decide, who asks for {@link #missing} ones again or {@linkplain #skip gives them up}. Not thread-safe.
 *
 * <pre>
 *   next = 4:   arrives 4 -> delivered        arrives 6 -> held, 5 missing        arrives 3 -> a duplicate, dropped
 * </pre>
 *
 * @param <M> a message
 */
public final class MessageOrder<M> {

    /** Of the numbers, 0 is not one. */
    private static final long LAST = 0xFFFF_FFFFL;

    /** Whatever is further behind or ahead than this is taken for behind. */
    private static final long HALF = LAST / 2;

    private final Consumer<M> delivery;
    private final LongConsumer delivered;
    private final Map<Long, M> held = new HashMap<>();
    private long next;
    private long furthest;

    /**
     * @param next the number of the first message to deliver
     * @param delivery gets the messages in order
     * @param delivered gets the number of each after it was delivered
     */
    public MessageOrder(long next, Consumer<M> delivery, LongConsumer delivered) {
        this.next = next;
        this.furthest = next;
        this.delivery = delivery;
        this.delivered = delivered;
    }

    private static long after(long number) {
        return number == LAST ? 1 : number + 1;
    }

    /** How many messages there are from one number to another; negative for one that is behind. */
    private static long distance(long from, long to) {
        long distance = to - from;
        if (distance > HALF) {
            return distance - LAST;
        }
        return distance < -HALF ? distance + LAST : distance;
    }

    /** Whether the message of this number has been delivered, or given up. */
    public boolean isBehind(long number) {
        return distance(next, number) < 0;
    }

    /** Takes a message; false for one that was there already. */
    public boolean accept(long number, M message) {
        if (isBehind(number) || held.containsKey(number)) {
            return false;
        }
        held.put(number, message);
        if (distance(furthest, number) >= 0) {
            furthest = after(number);
        }
        drain();
        return true;
    }

    private void drain() {
        M message = held.remove(next);
        while (message != null) {
            long number = next;
            next = after(number);
            delivery.accept(message);
            delivered.accept(number);
            message = held.remove(next);
        }
    }

    /** A message without content says which number comes next: all before it have been sent. */
    public void announce(long number) {
        if (distance(furthest, number) > 0) {
            furthest = number;
        }
    }

    /** Whether a message is known to exist that has not come, though later ones have. */
    public boolean hasGap() {
        return next != furthest;
    }

    /** The first number that has not come. */
    public long missing() {
        return next;
    }

    /** Gives the first missing message up, and delivers what waited for it. */
    public void skip() {
        if (hasGap()) {
            next = after(next);
            drain();
        }
    }

    /** How many messages lie between what was delivered and the furthest that is known of. */
    public long behind() {
        return distance(next, furthest);
    }

    /** Gives up all that is missing up to the first message that waits, or that was announced. */
    public void jump() {
        long to = furthest;
        for (long number : held.keySet()) {
            to = distance(number, to) > 0 ? number : to;
        }
        next = to;
        drain();
    }
}
