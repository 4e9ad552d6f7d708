package io.taktstrom.ads.engine;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.ads.backend.AdsNotification;
import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.NotificationFrame;
import io.taktstrom.ads.protocol.SumCommand;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;

/**
 * The notifications of one backend: adds and deletes them, and hands their samples to the listener.
 *
 * <p>Handles become known while the answer is taken from the stream, before anything behind it is looked at. A device
 * may even send samples before that answer; while one is awaited, frames with unknown handles are held back.
 */
final class DeviceNotifications implements LinkNotifications.FrameTarget {

    /** What Beckhoff recommends at most (InfoSys "ADS Sum Command"). */
    private static final int MAX_PER_SUM = 500;

    private final JavaBackend backend;
    private final RouterLink link;
    private final NotificationListener listener;
    private final HandleTable handles = new HandleTable();
    private final AtomicInteger adding = new AtomicInteger();
    private final NotificationFrame.Visitor deliver = this::deliverSample;
    private volatile boolean sumUnsupported;

    DeviceNotifications(JavaBackend backend, RouterLink link, NotificationListener listener) {
        this.backend = backend;
        this.link = link;
        this.listener = listener;
    }

    void add(List<AdsNotification> notifications) throws ConnectorException {
        for (AdsNotification notification : notifications) {
            link.expectNotification(notification.length());
        }
        link.watch(notifications.size());
        adding.incrementAndGet();
        try {
            for (int first = 0; first < notifications.size(); first += MAX_PER_SUM) {
                addSome(notifications.subList(first, Math.min(first + MAX_PER_SUM, notifications.size())));
            }
        } finally {
            adding.decrementAndGet();
            link.unwatch(
                    (int) notifications.stream().filter(one -> !one.active()).count());
        }
    }

    private void addSome(List<AdsNotification> notifications) throws ConnectorException {
        if (notifications.size() > 1 && !sumUnsupported) {
            int result = addTogether(notifications);
            if (result == AdsErrorCode.NO_ERROR) {
                return;
            }
            if (!AdsStatus.lacksSums(result)) {
                notifications.forEach(one -> one.added(result, 0));
                return;
            }
            sumUnsupported = true;
        }
        for (AdsNotification notification : notifications) {
            addAlone(notification);
        }
    }

    private int addTogether(List<AdsNotification> notifications) throws ConnectorException {
        int count = notifications.size();
        ByteBuffer from = AdsBuffers.heap(count * SumCommand.ADD_BYTES);
        for (int i = 0; i < count; i++) {
            putItem(from, i, notifications.get(i));
        }
        ByteBuffer into = AdsBuffers.heap(count * SumCommand.ADDED_BYTES);
        return backend.request(AdsCommand.READ_WRITE, IndexGroup.SUM_ADD_NOTIFICATION, count, from, into, request -> {
            if (request.result() == AdsErrorCode.NO_ERROR) {
                SumCommand.checkSize(into.position(), count, SumCommand.ADDED_BYTES);
                for (int i = 0; i < count; i++) {
                    int at = i * SumCommand.ADDED_BYTES;
                    notifications.get(i).added(into.getInt(at), into.getInt(at + SumCommand.RESULT_BYTES));
                }
                handles.add(notifications);
            }
        });
    }

    private void addAlone(AdsNotification notification) throws ConnectorException {
        ByteBuffer from = AdsBuffers.heap(SumCommand.ADD_BYTES);
        putItem(from, 0, notification);
        ByteBuffer into = AdsBuffers.heap(Integer.BYTES);
        int result = backend.request(AdsCommand.ADD_DEVICE_NOTIFICATION, 0, 0, from, into, request -> {
            if (request.result() == AdsErrorCode.NO_ERROR) {
                if (into.hasRemaining()) {
                    throw new MalformedFrameException("AddNotification without a handle", AmsHeader.DATA_LENGTH);
                }
                notification.added(AdsErrorCode.NO_ERROR, into.getInt(0));
                handles.add(List.of(notification));
            }
        });
        if (result != AdsErrorCode.NO_ERROR) {
            notification.added(result, 0);
        }
    }

    private static void putItem(ByteBuffer list, int index, AdsNotification notification) {
        SumCommand.putNotification(
                list,
                0,
                index,
                notification.indexGroup(),
                notification.indexOffset(),
                notification.length(),
                notification.mode(),
                notification.maxDelay(),
                notification.cycleTime());
    }

    void delete(List<AdsNotification> notifications) throws ConnectorException {
        List<AdsNotification> active = new ArrayList<>(notifications);
        active.removeIf(notification -> !notification.active());
        try {
            for (int first = 0; first < active.size(); first += MAX_PER_SUM) {
                deleteSome(active.subList(first, Math.min(first + MAX_PER_SUM, active.size())));
            }
        } finally {
            handles.remove(active);
            active.forEach(AdsNotification::deleted);
            link.unwatch(active.size());
        }
    }

    private void deleteSome(List<AdsNotification> notifications) throws ConnectorException {
        if (notifications.size() > 1 && !sumUnsupported) {
            int count = notifications.size();
            ByteBuffer from = AdsBuffers.heap(count * Integer.BYTES);
            for (int i = 0; i < count; i++) {
                from.putInt(i * Integer.BYTES, notifications.get(i).handle());
            }
            ByteBuffer into = AdsBuffers.heap(count * Integer.BYTES);
            int result = backend.readWrite(IndexGroup.SUM_DELETE_NOTIFICATION, count, from, into);
            if (result == AdsErrorCode.NO_ERROR) {
                return;
            }
        }
        for (AdsNotification notification : notifications) {
            ByteBuffer from = AdsBuffers.heap(Integer.BYTES).putInt(0, notification.handle());
            backend.request(AdsCommand.DELETE_DEVICE_NOTIFICATION, 0, 0, from, null, null);
        }
    }

    /** Whether the handle is ours, or may be in a moment. */
    boolean mayKnow(int handle) {
        return adding.get() > 0 || handles.key(handle) != HandleTable.UNKNOWN;
    }

    @Override
    public boolean mustHold(ByteBuffer buffer, int frame) {
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

    @Override
    public void deliver(ByteBuffer buffer, int frame) {
        if (!backend.isClosed()) {
            NotificationFrame.forEach(buffer, frame, deliver);
            listener.endOfFrame();
        }
    }

    private void deliverSample(long fileTime, int handle, ByteBuffer buffer, int position, int size) {
        int key = handles.key(handle);
        if (key == HandleTable.UNKNOWN) {
            link.stale().found(backend.target(), backend.source(), handle);
        } else {
            listener.sample(key, fileTime, buffer, position, size);
        }
    }

    @Override
    public void dropped(ByteBuffer buffer, int frame, NotificationQueue queue) {
        NotificationFrame.forEach(buffer, frame, (fileTime, handle, value, position, size) -> {
            int key = handles.key(handle);
            if (key != HandleTable.UNKNOWN) {
                queue.addGap(new NotificationQueue.Gap(listener, key));
            }
        });
    }
}
