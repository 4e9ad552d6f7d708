package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.DeleteNotificationCommand;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.NotificationFrame;
import io.taktstrom.ads.protocol.SumAddNotification;
import io.taktstrom.ads.protocol.SumDeleteNotification;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/** The pure-Java backend: one AMS port of ours, speaking to one AMS address over a shared {@link RouterLink}. */
final class JavaBackend implements AdsBackend {

    private static final int MOST_PER_SUM = 500;

    private final RouterLink link;
    private final Runnable onClose;
    private final AmsAddress target;
    private final AmsAddress source;
    private final NotificationListener listener;
    private final long timeoutNanos;

    private final HandleTable handles = new HandleTable();
    private final AtomicInteger adding = new AtomicInteger();
    private final NotificationFrame.Visitor deliver = this::deliverSample;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean confirmed;
    private volatile boolean sumUnsupported;

    /** @param onClose lets go of the link */
    JavaBackend(
            RouterLink link,
            AmsAddress target,
            AmsAddress source,
            NotificationListener listener,
            Duration timeout,
            Runnable onClose) {
        this.link = link;
        this.onClose = onClose;
        this.target = target;
        this.source = source;
        this.listener = listener;
        this.timeoutNanos = timeout.toNanos();
    }

    AmsAddress target() {
        return target;
    }

    AmsAddress source() {
        return source;
    }

    boolean isClosed() {
        return closed.get();
    }

    /** The target has answered once, so if it falls silent, the connection is to blame. */
    boolean isConfirmed() {
        return confirmed;
    }

    void confirm() {
        confirmed = true;
    }

    @Override
    public String toString() {
        return target + " by way of " + link;
    }

    // ---- commands

    @Override
    public int read(int indexGroup, int indexOffset, ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ, indexGroup, indexOffset, null, into, timeoutNanos);
    }

    @Override
    public int write(int indexGroup, int indexOffset, ByteBuffer from) throws ConnectorException {
        return request(AdsCommand.WRITE, indexGroup, indexOffset, from, null, timeoutNanos);
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, ByteBuffer from, ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ_WRITE, indexGroup, indexOffset, from, into, timeoutNanos);
    }

    @Override
    public int readState(ByteBuffer into) throws ConnectorException {
        return readState(into, timeoutNanos);
    }

    int readState(ByteBuffer into, long withinNanos) throws ConnectorException {
        return request(AdsCommand.READ_STATE, 0, 0, null, into, withinNanos);
    }

    @Override
    public int writeControl(int adsState, int deviceState, ByteBuffer from) throws ConnectorException {
        return request(AdsCommand.WRITE_CONTROL, adsState, deviceState, from, null, timeoutNanos);
    }

    @Override
    public int readDeviceInfo(ByteBuffer into) throws ConnectorException {
        return request(AdsCommand.READ_DEVICE_INFO, 0, 0, null, into, timeoutNanos);
    }

    private int request(
            int command, int first, int second, @Nullable ByteBuffer from, @Nullable ByteBuffer into, long withinNanos)
            throws ConnectorException {
        long deadline = System.nanoTime() + withinNanos;
        return link.await(link.send(this, command, first, second, from, into, null, deadline), deadline);
    }

    @Override
    public void exchange(Exchange[] exchanges, int count, int inFlight) throws ConnectorException {
        int sent = 0;
        int answered = 0;
        try {
            while (answered < count) {
                if (sent < count && sent - answered < inFlight) {
                    send(exchanges[sent]);
                    sent++;
                } else {
                    answered++;
                    await(exchanges[answered - 1]);
                }
            }
        } catch (ConnectorException e) {
            for (int i = answered; i < sent; i++) {
                abandon(exchanges[i], e);
            }
            throw e;
        }
    }

    private void send(Exchange exchange) throws ConnectorException {
        int command = exchange.from == null ? AdsCommand.READ : AdsCommand.READ_WRITE;
        exchange.deadline = System.nanoTime() + timeoutNanos;
        exchange.slot = link.send(
                this,
                command,
                exchange.indexGroup,
                exchange.indexOffset,
                exchange.from,
                exchange.into,
                null,
                exchange.deadline);
    }

    private void await(Exchange exchange) throws ConnectorException {
        Slot slot = exchange.slot;
        if (slot != null) {
            exchange.slot = null;
            exchange.result = link.await(slot, exchange.deadline);
        }
    }

    /** Waits for an answer that is of no use any more: until then its buffer is not the caller's. */
    private void abandon(Exchange exchange, ConnectorException because) {
        try {
            await(exchange);
        } catch (ConnectorException e) {
            because.addSuppressed(e);
        }
    }

    // ---- notifications

    @Override
    public void addNotifications(List<Notification> notifications) throws ConnectorException {
        for (Notification notification : notifications) {
            link.expectNotification(notification.length);
        }
        int watched = notifications.size();
        link.watch(watched);
        adding.incrementAndGet();
        try {
            for (int first = 0; first < notifications.size(); first += MOST_PER_SUM) {
                add(notifications.subList(first, Math.min(first + MOST_PER_SUM, notifications.size())));
            }
        } finally {
            adding.decrementAndGet();
            link.unwatch((int) notifications.stream().filter(one -> !one.active).count());
        }
    }

    private void add(List<Notification> notifications) throws ConnectorException {
        if (notifications.size() > 1 && !sumUnsupported) {
            int result = addTogether(notifications);
            if (result == AdsErrorCode.NO_ERROR) {
                return;
            }
            if (!lacksService(result)) {
                throw AdsStatus.refused("AddNotification at " + target, result);
            }
            sumUnsupported = true;
        }
        for (Notification notification : notifications) {
            addAlone(notification);
        }
    }

    private static boolean lacksService(int result) {
        return result == AdsErrorCode.SERVICE_NOT_SUPPORTED
                || result == AdsErrorCode.INVALID_INDEX_GROUP
                || result == AdsErrorCode.INVALID_INDEX_OFFSET;
    }

    private int addTogether(List<Notification> notifications) throws ConnectorException {
        int count = notifications.size();
        ByteBuffer from = allocate(count * SumAddNotification.ITEM_BYTES);
        for (int i = 0; i < count; i++) {
            putItem(from, i, notifications.get(i));
        }
        ByteBuffer into = allocate(count * SumAddNotification.RESULT_BYTES);
        return request(AdsCommand.READ_WRITE, IndexGroup.SUM_ADD_NOTIFICATION, count, from, into, () -> {
            SumAddNotification.checkResponse(into.position(), count);
            for (int i = 0; i < count; i++) {
                activate(
                        notifications.get(i),
                        SumAddNotification.result(into, 0, i),
                        SumAddNotification.handle(into, 0, i));
            }
            handles.add(notifications);
        });
    }

    private void addAlone(Notification notification) throws ConnectorException {
        ByteBuffer from = allocate(SumAddNotification.ITEM_BYTES);
        putItem(from, 0, notification);
        ByteBuffer into = allocate(Integer.BYTES);
        notification.result = request(AdsCommand.ADD_DEVICE_NOTIFICATION, 0, 0, from, into, () -> {
            if (into.hasRemaining()) {
                throw new MalformedFrameException("AddNotification without a handle", AmsHeader.DATA_LENGTH);
            }
            activate(notification, AdsErrorCode.NO_ERROR, into.getInt(0));
            handles.add(List.of(notification));
        });
    }

    /** What to do with a good answer before the frame behind it is looked at: it may have the first samples. */
    private interface Taking {
        void take() throws MalformedFrameException;
    }

    private int request(int command, int first, int second, ByteBuffer from, ByteBuffer into, Taking taking)
            throws ConnectorException {
        long deadline = System.nanoTime() + timeoutNanos;
        Slot.Answered hook = slot -> {
            if (slot.result() == AdsErrorCode.NO_ERROR) {
                taking.take();
            }
        };
        return link.await(link.send(this, command, first, second, from, into, hook, deadline), deadline);
    }

    private static void activate(Notification notification, int result, int handle) {
        notification.result = result;
        notification.handle = handle;
        notification.active = result == AdsErrorCode.NO_ERROR;
    }

    private static void putItem(ByteBuffer list, int index, Notification notification) {
        SumAddNotification.putItem(
                list,
                0,
                index,
                notification.indexGroup,
                notification.indexOffset,
                notification.length,
                notification.mode,
                notification.maxDelay,
                notification.cycleTime);
    }

    private static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void deleteNotifications(List<Notification> notifications) throws ConnectorException {
        List<Notification> active = new ArrayList<>();
        for (Notification notification : notifications) {
            if (notification.active) {
                active.add(notification);
            }
        }
        try {
            for (int first = 0; first < active.size(); first += MOST_PER_SUM) {
                delete(active.subList(first, Math.min(first + MOST_PER_SUM, active.size())));
            }
        } finally {
            handles.remove(active);
            active.forEach(notification -> notification.active = false);
            link.unwatch(active.size());
        }
    }

    private void delete(List<Notification> notifications) throws ConnectorException {
        if (notifications.size() > 1 && !sumUnsupported) {
            int count = notifications.size();
            ByteBuffer from = allocate(count * SumDeleteNotification.ITEM_BYTES);
            for (int i = 0; i < count; i++) {
                SumDeleteNotification.putItem(from, 0, i, notifications.get(i).handle);
            }
            ByteBuffer into = allocate(count * Integer.BYTES);
            if (readWrite(IndexGroup.SUM_DELETE_NOTIFICATION, count, from, into) == AdsErrorCode.NO_ERROR) {
                return;
            }
        }
        for (Notification notification : notifications) {
            ByteBuffer from = allocate(DeleteNotificationCommand.REQUEST_BYTES);
            from.putInt(0, notification.handle);
            request(AdsCommand.DELETE_DEVICE_NOTIFICATION, 0, 0, from, null, timeoutNanos);
        }
    }

    @Override
    public void callLater(long delayNanos, Runnable call) throws ConnectorException {
        link.callLater(System.nanoTime() + delayNanos, () -> {
            if (!closed.get()) {
                call.run();
            }
        });
    }

    /** Whether a frame has handles that may be about to become known; called by the receiver. */
    boolean mustHold(ByteBuffer buffer, int frame) {
        if (adding.get() == 0) {
            return false;
        }
        boolean[] unknown = {false};
        NotificationFrame.forEach(
                buffer,
                frame,
                (fileTime, handle, value, position, size) -> unknown[0] |= handles.key(handle) == HandleTable.UNKNOWN);
        return unknown[0];
    }

    /** Hands the samples of a checked frame to the listener; called by the receiver. */
    void deliver(ByteBuffer buffer, int frame) {
        if (!closed.get()) {
            NotificationFrame.forEach(buffer, frame, deliver);
            listener.endOfFrame();
        }
    }

    private void deliverSample(long fileTime, int handle, ByteBuffer buffer, int position, int size) {
        int key = handles.key(handle);
        if (key == HandleTable.UNKNOWN) {
            link.foundStale(target, source, handle);
        } else {
            listener.sample(key, fileTime, buffer, position, size);
        }
    }

    /** A frame was dropped because the queue is full; called by the reading thread. */
    void dropped(ByteBuffer buffer, int frame, NotificationQueue queue) {
        NotificationFrame.forEach(buffer, frame, (fileTime, handle, value, position, size) -> {
            int key = handles.key(handle);
            if (key != HandleTable.UNKNOWN) {
                queue.addGap(new NotificationQueue.Gap(this, key));
            }
        });
    }

    /** Called by the receiver. */
    void overflow(int key) {
        listener.overflow(key);
    }

    /** Called by the receiver, last. */
    void tellLost(ConnectorException cause) {
        if (!closed.get()) {
            listener.lost(cause);
        }
    }

    // ---- life

    void linkFailed(ConnectorException cause) {
        // Whoever listens to the end must not keep the thread that reads.
        ForkJoinPool.commonPool().execute(() -> end.completeExceptionally(cause));
    }

    @Override
    public CompletionStage<Void> closed() {
        return end.minimalCompletionStage();
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            link.detach(this);
            onClose.run();
            end.complete(null);
        }
    }
}
