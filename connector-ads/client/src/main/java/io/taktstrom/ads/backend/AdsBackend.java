package io.taktstrom.ads.backend;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/**
 * The ADS commands, whatever carries them: our own TCP engine, or a native library with the C interface of AdsLib. One
 * backend speaks to one AMS address.
 *
 * <p>Buffers are little-endian. Of a buffer to send, the bytes between position and limit are sent and neither changes.
 * A buffer to receive is filled between position and limit, and its position moves behind what came.
 *
 * <p>Each command returns an {@linkplain AdsErrorCode ADS return code}: that of the router if it could not deliver,
 * else that of the device. It throws only when there is no answer that can be trusted. Thread-safe; no buffer may be in
 * use by two calls. Commands allocate nothing, except for those about notifications.
 */
public interface AdsBackend extends AutoCloseable {

    /** Bytes of notifications that have come, and wait to be handed to the listener. */
    default long waitingBytes() {
        return 0;
    }

    /** Command 2. */
    int read(int indexGroup, int indexOffset, ByteBuffer into) throws ConnectorException;

    /** Command 3. */
    int write(int indexGroup, int indexOffset, ByteBuffer from) throws ConnectorException;

    /** Command 9: sends {@code from}, receives {@code into}. */
    int readWrite(int indexGroup, int indexOffset, ByteBuffer from, ByteBuffer into) throws ConnectorException;

    /** Command 4: the ADS state and the device state, 2 bytes each. */
    int readState(ByteBuffer into) throws ConnectorException;

    /** Command 5. */
    int writeControl(int adsState, int deviceState, ByteBuffer from) throws ConnectorException;

    /** Command 1: major and minor version, 1 byte each, build, 2 bytes, and the name, up to 16 bytes. */
    int readDeviceInfo(ByteBuffer into) throws ConnectorException;

    /**
     * Performs the first {@code count} exchanges, several at once on their way if the backend can. Each gets its own
     * return code. They may reach the device in order, but no effect of one may depend on another.
     *
     * @param inFlight most that may be on their way at once, at least 1
     */
    default void exchange(AdsExchange[] exchanges, int count, int inFlight) throws ConnectorException {
        for (int i = 0; i < count; i++) {
            AdsExchange exchange = exchanges[i];
            ByteBuffer from = exchange.from();
            exchange.end(
                    from == null
                            ? read(exchange.indexGroup(), exchange.indexOffset(), exchange.into())
                            : readWrite(exchange.indexGroup(), exchange.indexOffset(), from, exchange.into()));
        }
    }

    /**
     * Command 6, for each of the notifications; sets their results and handles. Samples go to the listener that the
     * backend was opened with, and none is lost that arrives before this method returns.
     */
    void addNotifications(List<AdsNotification> notifications) throws ConnectorException;

    /** Command 7, for each of the notifications that has a handle. A device that does not know one is not an error. */
    void deleteNotifications(List<AdsNotification> notifications) throws ConnectorException;

    /** What came of a read: its return code, and what was read, from position to limit. */
    record Whole(int result, ByteBuffer value) {}

    /**
     * As {@link #read}, of a size that only the device vouches for: as far as the backend can, memory is taken as the bytes
     * arrive.
     *
     * @param most bytes to ask for
     */
    default Whole readWhole(int indexGroup, int indexOffset, int most) throws ConnectorException {
        ByteBuffer into = AdsBuffers.heap(most);
        int result = read(indexGroup, indexOffset, into);
        return new Whole(result, into.flip());
    }

    /**
     * Has something done by the thread that calls the listener, between two calls of it.
     *
     * @param delayNanos not before that much time has passed
     * @param call not made any more once the backend is closed or its connection lost
     */
    void callLater(long delayNanos, Runnable call) throws ConnectorException;

    /** How long a sample may be on its way, beyond the delay that was asked for, and beyond a later answer. */
    default long onItsWayNanos() {
        return 100_000_000;
    }

    /** Fails once the backend can carry no more commands. */
    void requireOpen() throws ConnectionLostException;

    /**
     * Completes when the backend can carry no more commands: normally after {@link #close}, else with the cause. For its session
     * only, which shows others a view.
     */
    CompletionStage<Void> closed();

    /** Cuts off calls in progress, which fail. Idempotent. */
    @Override
    void close();
}
