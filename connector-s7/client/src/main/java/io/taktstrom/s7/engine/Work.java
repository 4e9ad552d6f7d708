package io.taktstrom.s7.engine;

import java.nio.ByteBuffer;

import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Requests that belong together, and what becomes of their answers. Reusable; one call at a time.
 *
 * <p>The methods are called while the link is locked, one at a time, by the thread that sends or by whichever thread
 * reads; what they do is quick. After the call that sends the work has ended, well or not, none is called any more.
 */
public abstract class Work {

    // All guarded by the link.
    int sent;
    int answered;

    @Nullable
    ConnectionEnd owner;

    long timeoutNanos;
    long deadline;

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

    boolean isFinished() {
        return answered == count();
    }

    boolean hasUnsent() {
        return sent < count();
    }
}
