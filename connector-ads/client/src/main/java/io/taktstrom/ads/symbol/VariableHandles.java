package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsExchange;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** Has the device give handles for variables, and gives them back. A handle belongs to the variable, not to its place. */
public final class VariableHandles {

    private final AdsBackend backend;
    private final int inFlight;

    VariableHandles(AdsBackend backend, int inFlight) {
        this.backend = backend;
        this.inFlight = inFlight;
    }

    /**
     * Opens a handle for each of some variables, as many at once as may be on their way; those that the device gives none for
     * stay what they are.
     *
     * @param wanted places of points and of variables
     */
    public void open(List<DataPoint> points, List<Integer> wanted, @Nullable AdsVariable[] variables)
            throws ConnectorException {
        AdsExchange[] exchanges = new AdsExchange[wanted.size()];
        for (int i = 0; i < exchanges.length; i++) {
            String name = points.get(wanted.get(i)).address();
            exchanges[i] = new AdsExchange(IndexGroup.HANDLE_BY_NAME, 0, encoded(name), AdsBuffers.heap(Integer.BYTES));
        }
        backend.exchange(exchanges, exchanges.length, inFlight);
        for (int i = 0; i < exchanges.length; i++) {
            AdsVariable variable = variables[wanted.get(i)];
            if (variable != null
                    && exchanges[i].result() == AdsErrorCode.NO_ERROR
                    && !exchanges[i].into().hasRemaining()) {
                variables[wanted.get(i)] = variable.by(exchanges[i].into().getInt(0));
            }
        }
    }

    /** A name as it is sent; without the blanks that people put between indices. */
    public static ByteBuffer encoded(String name) {
        return ByteBuffer.wrap(AdsBuffers.zeroTerminated(name.replace(" ", "")));
    }

    /** Gives a variable's handle back, if it has one. */
    public void release(AdsVariable variable) throws ConnectorException {
        if (variable.symbolic() && variable.indexGroup() == IndexGroup.VALUE_BY_HANDLE) {
            release(variable.indexOffset());
        }
    }

    /** Gives a handle back as far as the device still answers: what came of its use counts. */
    public void releaseQuietly(int handle) {
        try {
            release(handle);
        } catch (ConnectorException e) {
            // It ends with the PLC's program.
        }
    }

    void release(int handle) throws ConnectorException {
        backend.write(
                IndexGroup.RELEASE_HANDLE, 0, AdsBuffers.heap(Integer.BYTES).putInt(0, handle));
    }
}
