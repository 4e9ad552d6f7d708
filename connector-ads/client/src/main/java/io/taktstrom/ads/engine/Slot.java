package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.ReadCommand;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Room for one request on its way. Hot; reused for ever.
 *
 * <pre>
 *   FREE --claim--> PENDING --answered/failed--> FILLING --> DONE --release--> FREE (next generation)
 *                      `----------withdrawn--------^
 * </pre>
 *
 * <p>State and generation change together, in one word. The generation is part of the invoke id, so an answer that
 * comes late matches no later request: it takes 16 million uses of a slot for one to come back.
 */
final class Slot implements Goal {

    /** Called by the reading thread, before it looks at the frame behind this one. */
    interface Answered {
        void answered(Slot slot) throws MalformedFrameException;

        /** How many bytes to ask for, where there is no buffer for them yet. */
        default int most() {
            return 0;
        }

        /** A buffer for so many bytes, {@link #most} at most, now that they have come. */
        default @Nullable ByteBuffer room(int bytes) {
            return null;
        }
    }

    /** Slots of a link: what an invoke id has bits for, besides the generation. */
    static final int COUNT = 256;

    private static final int INDEX_BITS = 8;
    private static final int GENERATIONS = 1 << (Integer.SIZE - INDEX_BITS);

    private static final int FREE = 0;
    private static final int PENDING = 1;
    private static final int FILLING = 2;
    private static final int DONE = 3;
    private static final int STATE_BITS = 2;
    private static final int STATE_MASK = (1 << STATE_BITS) - 1;

    private final int index;
    /** Generation and state. */
    private final AtomicInteger word = new AtomicInteger(1 << STATE_BITS);

    private volatile @Nullable LinkUser owner;
    private int command;
    private int first;
    private int second;
    private @Nullable ByteBuffer into;
    private @Nullable Answered hook;
    private long framesBefore;
    private int result;
    private @Nullable ConnectorException failure;
    private volatile @Nullable Thread waiter;

    Slot(int index) {
        this.index = index;
    }

    /** Takes the slot for a request; only the holder of the send lock may. */
    boolean claim(
            LinkUser newOwner,
            int newCommand,
            int newFirst,
            int newSecond,
            @Nullable ByteBuffer newInto,
            @Nullable Answered newHook,
            long newFramesBefore) {
        int current = word.get();
        if ((current & STATE_MASK) != FREE) {
            return false;
        }
        owner = newOwner;
        command = newCommand;
        first = newFirst;
        second = newSecond;
        into = newInto;
        hook = newHook;
        framesBefore = newFramesBefore;
        result = 0;
        failure = null;
        word.set(current | PENDING);
        return true;
    }

    int invokeId() {
        return ((word.get() >>> STATE_BITS) << INDEX_BITS) | index;
    }

    static int indexOf(int invokeId) {
        return invokeId & (COUNT - 1);
    }

    /** Takes over an answer. False when no request is waiting for it. */
    boolean answer(ByteBuffer buffer, int frame) throws MalformedFrameException {
        int pending = ((AmsHeader.invokeId(buffer, frame) >>> INDEX_BITS) << STATE_BITS) | PENDING;
        if (!word.compareAndSet(pending, filling(pending))) {
            return false;
        }
        try {
            fill(buffer, frame);
            if (hook != null) {
                hook.answered(this);
            }
        } catch (MalformedFrameException e) {
            failure = new MalformedFrameException(toString(), e);
            throw e;
        } catch (RuntimeException | Error e) {
            // Its answer was not taken over: without this it would end as answered.
            failure = new ConnectionLostException(
                    this + ": an unexpected error while reading its answer: " + e + "; please report it", e);
            throw e;
        } finally {
            complete();
        }
        return true;
    }

    private static int filling(int word) {
        return (word & ~STATE_MASK) | FILLING;
    }

    private void fill(ByteBuffer buffer, int frame) throws MalformedFrameException {
        if (AmsHeader.command(buffer, frame) != command) {
            throw new MalformedFrameException(
                    AdsCommand.name(AmsHeader.command(buffer, frame)) + " answers " + AdsCommand.name(command),
                    AmsHeader.COMMAND);
        }
        result = AmsHeader.error(buffer, frame);
        if (result != 0) {
            return;
        }
        boolean prefixed = command == AdsCommand.READ || command == AdsCommand.READ_WRITE;
        if (prefixed) {
            result = ReadCommand.checkResponse(buffer, frame);
            if (result == 0) {
                copy(buffer, frame + ReadCommand.DATA, ReadCommand.dataLength(buffer, frame));
            }
            return;
        }
        int length = AmsHeader.dataLength(buffer, frame) - Integer.BYTES;
        if (length < 0) {
            throw new MalformedFrameException(AdsCommand.name(command) + " without a result", AmsHeader.DATA_LENGTH);
        }
        result = buffer.getInt(frame + AmsHeader.BYTES);
        if (result == 0) {
            copy(buffer, frame + AmsHeader.BYTES + Integer.BYTES, length);
        }
    }

    private void copy(ByteBuffer buffer, int position, int length) throws MalformedFrameException {
        ByteBuffer target = into;
        Answered owner = hook;
        if (target == null && owner != null && length <= owner.most()) {
            target = owner.room(length);
        }
        int room = target == null ? 0 : target.remaining();
        if (length > room) {
            throw new MalformedFrameException(
                    AdsCommand.name(command) + " gave " + length + " bytes where " + room + " were asked for",
                    AmsHeader.DATA_LENGTH);
        }
        if (target != null) {
            target.put(target.position(), buffer, position, length);
            target.position(target.position() + length);
        }
    }

    /** Ends the request without an answer; false when it was answered meanwhile. */
    boolean fail(ConnectorException cause) {
        if (!withdraw()) {
            return false;
        }
        failure = cause;
        complete();
        return true;
    }

    /** Makes sure that no answer comes any more, so that the slot can be released; false when one is there. */
    boolean withdraw() {
        int current = word.get();
        return (current & STATE_MASK) == PENDING && word.compareAndSet(current, filling(current));
    }

    private void complete() {
        // Only whoever moved the word to FILLING gets here, and nobody else changes it until it is DONE.
        word.set(word.get() | DONE);
        Thread thread = waiter;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    @Override
    public boolean reached() {
        return (word.get() & STATE_MASK) == DONE;
    }

    boolean isPending() {
        return (word.get() & STATE_MASK) == PENDING;
    }

    /** Gives the slot back, after it is done or was withdrawn. */
    void release() {
        owner = null;
        into = null;
        hook = null;
        waiter = null;
        int generation = (word.get() >>> STATE_BITS) + 1;
        word.set((generation == GENERATIONS ? 1 : generation) << STATE_BITS);
    }

    /** Whom to wake when the answer is there, or when nobody reads any more. */
    void setWaiter(@Nullable Thread thread) {
        waiter = thread;
    }

    @Nullable
    Thread waiter() {
        return waiter;
    }

    /** Whose request it is; null when it is free. */
    @Nullable
    LinkUser owner() {
        return owner;
    }

    /** How many frames had come when the request was sent. */
    long framesBefore() {
        return framesBefore;
    }

    int result() {
        return result;
    }

    @Nullable
    ConnectorException failure() {
        return failure;
    }

    /** For messages. */
    @Override
    public String toString() {
        String address = first == 0 && second == 0
                ? ""
                : " 0x" + Integer.toHexString(first) + ":0x" + Integer.toHexString(second);
        return AdsCommand.name(command) + address + " at " + (owner == null ? "?" : owner.target());
    }
}
