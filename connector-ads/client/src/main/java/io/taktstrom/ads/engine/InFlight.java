package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** The requests that are on their way. Bounded: who finds no room waits. */
final class InFlight {

    private final Slot[] slots = new Slot[Slot.COUNT - 1];
    private int next;

    InFlight() {
        for (int i = 0; i < slots.length; i++) {
            slots[i] = new Slot(i);
        }
    }

    /** Room for a request, or null when there is none; only with the send lock. */
    @Nullable
    Slot claim(
            LinkUser owner,
            int command,
            int first,
            int second,
            @Nullable ByteBuffer into,
            Slot.@Nullable Answered hook,
            long framesBefore) {
        for (int tries = slots.length; tries > 0; tries--) {
            Slot slot = slots[next];
            // Slots take turns, so that an invoke id comes back as late as possible.
            next = next + 1 == slots.length ? 0 : next + 1;
            if (slot.claim(owner, command, first, second, into, hook, framesBefore)) {
                return slot;
            }
        }
        return null;
    }

    /**
     * Hands an answer to its request; only with the read role. One that nobody waits for, or that came too late, ends
     * here.
     */
    void answer(ByteBuffer buffer, int frame) throws MalformedFrameException {
        int index = Slot.indexOf(AmsHeader.invokeId(buffer, frame));
        if (index < slots.length) {
            slots[index].answer(buffer, frame);
        }
    }

    /** Ends the requests of one owner, or all of them. */
    void fail(@Nullable LinkUser owner, Supplier<ConnectorException> cause) {
        for (Slot slot : slots) {
            if (slot.isPending() && (owner == null || slot.owner() == owner)) {
                slot.fail(cause.get());
            }
        }
    }

    /** Wakes a thread that waits for an answer, so that it reads by itself; returns whether there was one. */
    boolean wakeOne() {
        for (Slot slot : slots) {
            Thread waiter = slot.waiter();
            if (waiter != null && slot.isPending()) {
                LockSupport.unpark(waiter);
                return true;
            }
        }
        return false;
    }
}
