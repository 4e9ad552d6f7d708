package io.taktstrom.s7.engine;

import java.nio.ByteBuffer;
import java.util.Objects;

import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Requests that belong together, and what becomes of their answers. Reusable; one call at a time.
 *
 * <p>{@link #put} is called by the thread that sends, {@link #answer} and {@link #refused} by the thread that reads, one
 * frame at a time; what they do is quick. After the call that sends the work has ended, well or not, none is called any more.
 */
public abstract class Work {

    /** Those in flight, in the order in which they were sent; the next to be answered at {@code answered % inFlight.length}. */
    private @Nullable S7Request[] inFlight = {};

    private int sent;
    private int answered;

    /** How many requests there are. */
    public abstract int count();

    /**
     * Writes a request as a PDU, its reference left open.
     *
     * @return size of the PDU, at most {@link Carrier#requestBytes}
     */
    public abstract int put(int request, ByteBuffer out, int pdu);

    /** Takes an answer without an error; only its header is checked. It must be copied to be kept. */
    public abstract void answer(int request, ByteBuffer in, int pdu) throws MalformedFrameException;

    /** Takes note that the device refused a request as a whole. */
    public abstract void refused(int request, int error);

    // ---- for the link: the thread that sends

    /** @param jobs the most requests in flight */
    void begin(int jobs) {
        sent = 0;
        answered = 0;
        if (inFlight.length < jobs) {
            inFlight = new @Nullable S7Request[jobs];
        }
    }

    boolean isFinished() {
        return answered == count();
    }

    /** Whether there is a request to send, and not too many are in flight. */
    boolean hasUnsent() {
        return sent < count() && sent - answered < inFlight.length;
    }

    boolean isInFlight() {
        return answered < sent;
    }

    int sent() {
        return sent;
    }

    /** The next request of the work is in flight as this one. */
    void add(S7Request request) {
        inFlight[sent % inFlight.length] = request;
        sent++;
    }

    /** The request that was sent first of those in flight. */
    S7Request next() {
        return Objects.requireNonNull(inFlight[answered % inFlight.length]);
    }

    /** It is not in flight any more. */
    S7Request takeNext() {
        S7Request request = next();
        answered++;
        return request;
    }
}
