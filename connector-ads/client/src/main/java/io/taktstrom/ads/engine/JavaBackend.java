package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.AdsExchange;
import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.kit.session.ConnectionEnd;
import io.taktstrom.kit.tcp.LinkUser;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/** The pure-Java backend: one AMS port of ours, speaking to one AMS address over a shared {@link RouterLink}. */
final class JavaBackend extends LinkUser implements AdsBackend {

    private final RouterLink link;
    private final AmsAddress target;
    private final AmsAddress source;
    private final Runnable onClose;
    private final NotificationListener listener;
    private final long timeoutNanos;

    private final DeviceNotifications notifications;
    private final ConnectionEnd end;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile boolean confirmed;

    /**
     * @param source our own address, unique on the link
     * @param onClose lets go of the link
     */
    JavaBackend(
            RouterLink link,
            AmsAddress target,
            AmsAddress source,
            NotificationListener listener,
            Duration timeout,
            Runnable onClose) {
        this.link = link;
        this.target = target;
        this.source = source;
        this.onClose = onClose;
        this.listener = listener;
        this.timeoutNanos = timeout.toNanos();
        this.notifications = new DeviceNotifications(this, link, listener);
        this.end = new ConnectionEnd(toString());
    }

    @Override
    public String toString() {
        return target + " by way of " + link;
    }

    AmsAddress target() {
        return target;
    }

    AmsAddress source() {
        return source;
    }

    DeviceNotifications notifications() {
        return notifications;
    }

    /** The target has answered once, so if it falls silent, the connection is to blame. */
    boolean isConfirmed() {
        return confirmed;
    }

    void confirm() {
        confirmed = true;
    }

    // ---- commands

    @Override
    public int read(int indexGroup, int indexOffset, ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ, indexGroup, indexOffset, null, into, null, timeoutNanos);
    }

    @Override
    public int write(int indexGroup, int indexOffset, ByteBuffer from) throws ConnectorException {
        return request(AdsCommand.WRITE, indexGroup, indexOffset, from, null, null, timeoutNanos);
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, ByteBuffer from, ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ_WRITE, indexGroup, indexOffset, from, into, null, timeoutNanos);
    }

    @Override
    public int readState(ByteBuffer into) throws ConnectorException {
        return readState(into, timeoutNanos);
    }

    int readState(ByteBuffer into, long withinNanos) throws ConnectorException {
        return request(AdsCommand.READ_STATE, 0, 0, null, into, null, withinNanos);
    }

    @Override
    public int writeControl(int adsState, int deviceState, ByteBuffer from) throws ConnectorException {
        return request(AdsCommand.WRITE_CONTROL, adsState, deviceState, from, null, null, timeoutNanos);
    }

    @Override
    public int readDeviceInfo(ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ_DEVICE_INFO, 0, 0, null, into, null, timeoutNanos);
    }

    @Override
    public Whole readWhole(int indexGroup, int indexOffset, int most) throws ConnectorException {
        Arrival arrival = new Arrival(most);
        int result = request(AdsCommand.READ, indexGroup, indexOffset, null, null, arrival);
        return new Whole(result, arrival.value.flip());
    }

    /** Memory for an answer, once it is there. */
    private static final class Arrival implements AdsRequest.Answered {
        private final int most;
        private ByteBuffer value = ByteBuffer.allocate(0);

        Arrival(int most) {
            this.most = most;
        }

        @Override
        public int most() {
            return most;
        }

        @Override
        public ByteBuffer room(int bytes) {
            value = AdsBuffers.heap(bytes);
            return value;
        }

        @Override
        public void answered(AdsRequest request) {
            // All is done by the room.
        }
    }

    /** @param hook looks at the answer before anything behind it is looked at */
    int request(
            int command,
            int first,
            int second,
            @Nullable ByteBuffer from,
            @Nullable ByteBuffer into,
            AdsRequest.@Nullable Answered hook)
            throws ConnectorException {
        return request(command, first, second, from, into, hook, timeoutNanos);
    }

    private int request(
            int command,
            int first,
            int second,
            @Nullable ByteBuffer from,
            @Nullable ByteBuffer into,
            AdsRequest.@Nullable Answered hook,
            long withinNanos)
            throws ConnectorException {
        long deadline = System.nanoTime() + withinNanos;
        return link.await(link.send(this, command, first, second, from, into, hook, deadline), this, deadline);
    }

    @Override
    public void exchange(AdsExchange[] exchanges, int count, int inFlight) throws ConnectorException {
        int sent = 0;
        int answered = 0;
        try {
            while (answered < count) {
                int last = Math.min(count, answered + inFlight);
                if (sent < last) {
                    sent = link.send(this, exchanges, sent, last, System.nanoTime() + timeoutNanos);
                }
                // All that have come with the first answer make room for the same number of requests in one write.
                do {
                    await(exchanges[answered]);
                    answered++;
                } while (answered < sent && isAnswered(exchanges[answered]));
            }
        } catch (ConnectorException e) {
            for (int i = answered; i < count; i++) {
                abandon(exchanges[i], e);
            }
            throw e;
        }
    }

    private static boolean isAnswered(AdsExchange exchange) {
        return exchange.request() instanceof AdsRequest request && request.isDone();
    }

    private void await(AdsExchange exchange) throws ConnectorException {
        if (exchange.request() instanceof AdsRequest request) {
            exchange.forget();
            exchange.end(link.await(request, this, exchange.deadline()));
        }
    }

    /** Waits for an answer, if one can come, that is of no use any more: until then its buffer is not the caller's. */
    private void abandon(AdsExchange exchange, ConnectorException because) {
        try {
            await(exchange);
        } catch (ConnectorException e) {
            if (e != because) {
                because.addSuppressed(e);
            }
        }
    }

    // ---- notifications

    @Override
    public void addNotifications(List<AdsNotification> added) throws ConnectorException {
        notifications.add(added);
    }

    @Override
    public void deleteNotifications(List<AdsNotification> deleted) throws ConnectorException {
        notifications.delete(deleted);
    }

    @Override
    public void callLater(long delayNanos, Runnable call) throws ConnectorException {
        link.callLater(System.nanoTime() + delayNanos, () -> {
            if (!isClosed()) {
                call.run();
            }
        });
    }

    /** As {@link #linkFailed}, behind the last frame; called by the receiver. */
    void tellLost(ConnectorException cause) {
        if (!isClosed()) {
            listener.lost(cause);
        }
    }

    // ---- life

    @Override
    public boolean isClosed() {
        return closed.get();
    }

    @Override
    protected void linkFailed(ConnectorException cause) {
        end(cause);
    }

    @Override
    public void requireOpen() throws ConnectionLostException {
        link.requireOpen();
        if (isClosed()) {
            throw new ConnectionLostException("connection to " + this + " was closed");
        }
    }

    @Override
    public CompletionStage<Void> closed() {
        return end.closed();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            ConnectorException failure = link.failure();
            link.detach(this);
            onClose.run();
            end(failure);
        }
    }

    private void end(@Nullable ConnectorException cause) {
        if (end.begin(cause)) {
            end.complete();
        }
    }
}
